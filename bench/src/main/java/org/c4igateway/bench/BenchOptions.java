package org.c4igateway.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a run.
 *
 * @param quick fewer repetitions and messages, for a look; not for publishing
 * @param repetitions fresh repetitions of each measurement
 * @param samples directory with the sample messages
 * @param rows how many rows a benchmark of databases measures; null for its own number
 */
public record BenchOptions(
        boolean quick,
        int repetitions,
        Path samples,
        @Nullable Integer rows) {
    /** @return {@code full}, or a twentieth of it in a quick run */
    public int scaled(int full) {
        return quick ? Math.max(1, full / 20) : full;
    }

    /** @return the rows that were asked for, or as many as {@link #scaled} says */
    public int rows(int full) {
        return rows == null ? scaled(full) : rows;
    }
}
