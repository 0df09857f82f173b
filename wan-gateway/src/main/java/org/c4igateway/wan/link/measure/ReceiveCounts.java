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
    public long implausible;

    public Tally tally() {
        return new Tally(
                datagrams,
                records,
                abandoned,
                duplicates,
                new Faults(oversized, beyondWindow, unreadable, notAccepted, implausible));
    }

    /**
     * What came from one peer, over all its sessions.
     *
     * @param datagrams heard
     * @param records delivered
     * @param abandoned records that the peer began to send and gave up
     * @param duplicates frames that were here already: copies, and repairs that were not needed
     * @param faults what was not taken
     */
    public record Tally(long datagrams, long records, long abandoned, long duplicates, Faults faults) {}

    /**
     * What was not taken from one peer.
     *
     * @param oversized records above the bound
     * @param beyondWindow frames too far ahead to be kept; they are repaired later
     * @param unreadable frames whose body could not be taken apart, and records that could not be read; they count as
     *     received
     * @param notAccepted frames before the peer had said that it knows this session
     * @param implausible feedback about what was never sent
     */
    public record Faults(long oversized, long beyondWindow, long unreadable, long notAccepted, long implausible) {}
}
