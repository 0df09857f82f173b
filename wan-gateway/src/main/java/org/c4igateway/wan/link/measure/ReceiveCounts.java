package org.c4igateway.wan.link.measure;

/** Counts of what comes from one peer, over all its sessions. */
public final class ReceiveCounts {
    public long datagrams;
    public long records;
    public long abandoned;
    public long oversized;
    public long duplicates;
    public long beyondWindow;
    public long unreadable;
    public long notAccepted;
    public long staleSession;
    public long implausible;

    public ReceiveTally tally() {
        return new ReceiveTally(
                datagrams,
                records,
                abandoned,
                duplicates,
                new ReceiveFaults(oversized, beyondWindow, unreadable, notAccepted, staleSession, implausible));
    }
}
