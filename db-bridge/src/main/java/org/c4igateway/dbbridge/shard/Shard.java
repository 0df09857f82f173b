package org.c4igateway.dbbridge.shard;

import org.c4igateway.core.message.SystemName;

/**
 * A part of the topics of an outbox, which one node at a time sends. Order is per topic, so no two shards share one.
 *
 * @param number from 0; who serves shard 0 also receives for the system and does all that is done once for a database
 * @param count how many shards the database is divided into
 */
public record Shard(int number, int count) {
    /** Everything, in a database that is not divided. */
    public static final Shard WHOLE = new Shard(0, 1);

    public Shard {
        if (count < 1 || count > SystemName.MAX_SHARDS || number < 0 || number >= count) {
            throw new IllegalArgumentException("shard " + number + " of " + count);
        }
    }

    /** @return whether its node receives for the system */
    public boolean isFirst() {
        return number == 0;
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
