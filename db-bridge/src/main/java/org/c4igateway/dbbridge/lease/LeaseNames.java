package org.c4igateway.dbbridge.lease;

import org.c4igateway.dbbridge.shard.Shard;

/**
 * Names of what belongs to the lease of a shard, since a node may have several; as ever where there is one shard.
 *
 * @param shard what the lease is for
 */
record LeaseNames(Shard shard) {
    /** @return name of the thread and of the session */
    String thread() {
        return shard.isPart() ? "c4i-lease-" + shard.number() : "c4i-lease";
    }

    /** @param plain name of a supervised loop of the only lease */
    String loop(String plain) {
        return shard.isPart() ? plain + " of shard " + shard.number() : plain;
    }

    /** @return the shard, for people; nothing where there is one */
    String inLog() {
        return shard.isPart() ? " (shard " + shard.number() + " of " + shard.count() + ")" : "";
    }
}
