package org.c4igateway.wan.link.send;

/**
 * Number of copies of a frame that are sent before there is feedback about it. All counts include the first; below 2
 * for no copies.
 *
 * @param urgentAtOnce copies of a FLASH frame one after the other, before anything less urgent
 * @param urgent copies of a FLASH frame while something else waits; those beyond the first ones one datagram apart, so
 *     that a burst of loss does not take all of them
 * @param idle copies of any frame when nothing else is to be sent
 * @param spacingNanos between two copies when nothing else is to be sent
 */
public record RedundancyPolicy(int urgentAtOnce, int urgent, int idle, long spacingNanos) {
    private static final double RISK_AT_ONCE = 0.05;
    private static final double RISK_URGENT = 0.001;
    private static final double RISK_IDLE = 0.01;
    private static final double NEGLIGIBLE_LOSS = 0.005;

    /** Nothing is known of the link. */
    static final RedundancyPolicy NONE = new RedundancyPolicy(1, 1, 1, 0);

    /** As many copies as bring the risk that all are lost down to what may remain. */
    public static RedundancyPolicy against(double loss, long spacingNanos) {
        return loss < NEGLIGIBLE_LOSS
                ? new RedundancyPolicy(1, 1, 1, spacingNanos)
                : new RedundancyPolicy(
                        copies(loss, RISK_AT_ONCE, 3),
                        copies(loss, RISK_URGENT, 8),
                        copies(loss, RISK_IDLE, 8),
                        spacingNanos);
    }

    private static int copies(double loss, double risk, int most) {
        double copies = Math.ceil(Math.log(risk) / Math.log(Math.min(loss, 0.99)));
        return (int) Math.clamp(copies, 2, most);
    }
}
