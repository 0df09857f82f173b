package org.c4igateway.lab.transport.entities;

import java.util.BitSet;

/** Of which pairs a sample has arrived. Safe for concurrent use. */
final class PairArrivals {
    private final int pairs;
    private final Runnable all;
    private final BitSet arrived = new BitSet();

    /**
     * @param pairs how many there are
     * @param all runs once, in the thread of the last arrival, when each pair has had one
     */
    PairArrivals(int pairs, Runnable all) {
        this.pairs = pairs;
        this.all = all;
    }

    /** A sample of a pair has arrived; further ones of the same pair change nothing. */
    void accept(int pair) {
        boolean complete;
        synchronized (this) {
            boolean first = !arrived.get(pair);
            arrived.set(pair);
            complete = first && arrived.cardinality() == pairs;
        }
        if (complete) {
            all.run();
        }
    }
}
