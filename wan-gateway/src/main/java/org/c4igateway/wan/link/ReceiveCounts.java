package org.c4igateway.wan.link;

/** Counts of what comes from one peer, over all its sessions. */
final class ReceiveCounts {
    long datagrams;
    long records;
    long abandoned;
    long oversized;
    long duplicates;
    long beyondWindow;
    long unreadable;
    long notAccepted;
    long staleSession;
    long implausible;

    ReceiveTally tally() {
        return new ReceiveTally(
                datagrams,
                records,
                abandoned,
                duplicates,
                new ReceiveFaults(oversized, beyondWindow, unreadable, notAccepted, staleSession, implausible));
    }
}
