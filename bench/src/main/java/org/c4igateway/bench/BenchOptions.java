package org.c4igateway.bench;

import java.nio.file.Path;

/**
 * Settings of a run.
 *
 * @param quick fewer repetitions and messages, for a look; not for publishing
 * @param repetitions fresh repetitions of each measurement
 * @param samples directory with the sample messages
 */
public record BenchOptions(boolean quick, int repetitions, Path samples) {
    /** @return {@code full}, or a twentieth of it in a quick run */
    public int scaled(int full) {
        return quick ? Math.max(1, full / 20) : full;
    }
}
