package org.c4igateway.wan.link.measure;

/**
 * Counts of one level since the engine began. The ledger balances at any time: offered = acked + sent + queued + in
 * flight + expired + superseded + returned + dropped.
 *
 * @param offered records offered, refused ones included
 * @param queued records of which nothing was sent yet
 * @param inFlight records sent in whole or in part whose end is not known
 * @param acked reliable records that every receiver confirmed
 * @param sent best-effort records sent
 * @param expired records whose time was over
 * @param superseded records that a newer one replaced
 * @param returned records that found no room or made room, and that their origin sends again
 * @param dropped records ended for any other reason, refused ones included
 * @param traffic what went out for them
 */
public record LevelTally(
        long offered,
        long queued,
        long inFlight,
        long acked,
        long sent,
        long expired,
        long superseded,
        long returned,
        long dropped,
        Frames traffic) {
    /**
     * Frames of one level.
     *
     * @param frames sent for the first time
     * @param repaired sent again because they were lost
     * @param repeated sent again to be sure, before anything was known about them
     * @param bytesBefore bytes of records put into frames for the first time
     * @param bytesAfter bytes of the bodies they made
     * @param wireBytes bytes on the wire of all frames, repairs and repetitions included
     */
    public record Frames(
            long frames, long repaired, long repeated, long bytesBefore, long bytesAfter, long wireBytes) {}
}
