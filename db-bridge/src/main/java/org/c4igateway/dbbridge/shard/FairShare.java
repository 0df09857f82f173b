package org.c4igateway.dbbridge.shard;

/**
 * How many shards a node may have, so that all nodes of the database have about as many.
 *
 * @param nodes that serve or stand by, with this one
 * @param shards of the database
 * @param held how many of them this node has
 */
public record FairShare(int nodes, int shards, int held) {
    public FairShare {
        if (nodes < 1 || shards < 1 || held < 0) {
            throw new IllegalArgumentException(held + " of " + shards + " shards, " + nodes + " nodes");
        }
    }

    /** @return how many shards one node has at most; what an even division leaves over is no node's in particular */
    public int most() {
        return (shards + nodes - 1) / nodes;
    }

    /** @return whether this node has more than each node has at least: one without any may have it instead */
    public boolean hasMoreThanLeast() {
        return held > shards / nodes;
    }

    /** @return how many shards this node gives back, so that others can have them */
    public int surplus() {
        return Math.max(0, held - most());
    }
}
