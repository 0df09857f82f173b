package org.c4igateway.wan.link.settings;

/**
 * Parts of the link's rate, each between 0 and 1.
 *
 * @param routineFloor what ROUTINE gets at least while something more urgent waits all the time
 * @param repair what repairs get at most within a level while new records of that level wait
 * @param insurance what second copies of FLASH frames get at most while something else waits
 * @param feedback what datagrams that only say what was received get at most
 * @param probe what probing a silent peer costs at most
 */
public record LinkShares(double routineFloor, double repair, double insurance, double feedback, double probe) {
    /** Share of ROUTINE by default. */
    public static final double ROUTINE_FLOOR = 0.05;
    /** Fit for any link. */
    public static final LinkShares DEFAULT = new LinkShares(ROUTINE_FLOOR, 0.75, 0.10, 0.10, 0.04);

    public LinkShares {
        check(routineFloor, "routine floor");
        check(repair, "repair");
        check(insurance, "insurance");
        check(feedback, "feedback");
        check(probe, "probe");
        if (feedback == 0 || probe == 0 || repair == 0) {
            throw new IllegalArgumentException("feedback, probes and repairs need a share");
        }
    }

    private static void check(double share, String name) {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("share of " + name + " must be from 0 to below 1: " + share);
        }
    }
}
