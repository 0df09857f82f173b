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
        FrameTally traffic) {
    /** Whether every offered record is accounted for. */
    public boolean isBalanced() {
        return offered == queued + inFlight + acked + sent + expired + superseded + returned + dropped;
    }
}
