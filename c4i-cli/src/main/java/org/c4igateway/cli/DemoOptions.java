package org.c4igateway.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How large the demonstration is. */
final class DemoOptions {
    private static final int MESSAGES_PER_SECOND = 1_000;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "2", description = "2 (default) to 6.")
    private int nodes;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "6000",
            description = "Generated messages per transport, besides the samples; default: ${DEFAULT-VALUE}.")
    private int messages;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the generated load.")
    private long seed;

    int nodes() {
        return nodes;
    }

    int messages() {
        return messages;
    }

    long seed() {
        return seed;
    }

    /** The load is spread over this time, so that the kill falls into the middle of it. */
    Duration over() {
        return Duration.ofSeconds(Math.max(2, messages / MESSAGES_PER_SECOND));
    }

    /** Why these options cannot be used; empty when they can. */
    String problem() {
        if (nodes < 2 || nodes > 6) {
            return "--nodes: expected 2 to 6, got " + nodes;
        }
        return messages < 0 || messages > 1_000_000 ? "--messages: expected 0 to 1000000, got " + messages : "";
    }
}
