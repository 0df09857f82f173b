package org.c4igateway.wan.link;

/**
 * How often a frame is sent before anything is known about it.
 *
 * @param copies at most, the first included; below 2 for no insurance
 * @param spacingNanos between two copies on a link that is idle otherwise
 */
record Insurance(int copies, long spacingNanos) {
    /** What may remain of the risk that all copies are lost. */
    private static final double RESIDUAL_RISK = 0.01;

    private static final double NEGLIGIBLE_LOSS = 0.005;
    private static final int MOST_COPIES = 8;

    /** As many copies as bring the risk down to what may remain. */
    static Insurance against(double loss, long spacingNanos) {
        if (loss < NEGLIGIBLE_LOSS) {
            return new Insurance(1, spacingNanos);
        }
        double copies = Math.ceil(Math.log(RESIDUAL_RISK) / Math.log(Math.min(loss, 0.99)));
        return new Insurance((int) Math.clamp(copies, 2, MOST_COPIES), spacingNanos);
    }
}
