package org.c4igateway.cli.base;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The number from which a command draws what is random in it. */
public final class SeedOption {
    private static final int SEEDS = 1_000_000_000;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of all random choices; default: a new one each time. It is printed.")
    private @Nullable Long seed;

    /** The number that was given, else a new one. */
    public long draw() {
        return seed != null ? seed : 1 + new SecureRandom().nextInt(SEEDS);
    }
}
