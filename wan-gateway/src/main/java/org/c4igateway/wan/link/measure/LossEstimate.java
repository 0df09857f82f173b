package org.c4igateway.wan.link.measure;

/** Share of datagrams lost, over about the last {@value #MEMORY}. */
public final class LossEstimate {
    private static final int MEMORY = 128;

    private double lost;
    private double sent;

    public void add(long newlyLost, long newlySent) {
        double keep = Math.max(0, 1 - (double) newlySent / MEMORY);
        lost = lost * keep + Math.clamp(newlyLost, 0, newlySent);
        sent = sent * keep + newlySent;
    }

    /** 0 to 1; 0 before anything is known. */
    public double ratio() {
        return sent == 0 ? 0 : lost / sent;
    }
}
