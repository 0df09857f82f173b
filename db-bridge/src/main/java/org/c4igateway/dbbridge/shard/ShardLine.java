package org.c4igateway.dbbridge.shard;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who has a shard.
 *
 * @param number from 0
 * @param holder run of a node that became active last; empty before the first
 * @param epoch of that node
 * @param since when it became active; null before the first
 * @param held whether a node has the lock of the shard now
 */
public record ShardLine(
        int number, String holder, long epoch, @Nullable Instant since, boolean held) {}
