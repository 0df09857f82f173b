package org.c4igateway.dbbridge.shard;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

    /** @return whether there are other shards */
    public boolean isPart() {
        return count > 1;
    }

    /** @return whether rows of this topic belong to this shard; the same as {@code c4i.shard_of} says */
    public boolean has(String topicId) {
        return count == 1 || hash(topicId) % count == number;
    }

    /** The first 28 bits of the digest: a number that every language has without a sign. */
    private static int hash(String topicId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(topicId.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getInt() >>> 4;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** @return where the row of its lease is, to follow FROM in a statement */
    public String leaseRow() {
        return isFirst() ? "c4i.lease" : "c4i.shard_lease WHERE shard = " + number;
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
