package org.c4igateway.cli.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How large the demonstration is. */
final class DemoOptions {
    private static final int MESSAGES_PER_SECOND = 1_000;
    private static final int ON_LAN = 6_000;
    private static final int OVER_WAN = 600;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "2", description = "2 (default) to 6.")
    private int nodes;

    @Option(
            names = "--messages",
            paramLabel = "N",
            description = "Generated messages per transport, besides the samples; default: 6000, with --wan 600.")
    private @Nullable Integer messages;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of the generated load.")
    private long seed;

    int nodes() {
        return nodes;
    }

    /** The size of a run on this machine alone. */
    DemoRun.Size onLan() {
        int count = messages == null ? ON_LAN : messages;
        return new DemoRun.Size(
                count, seed, Duration.ofSeconds(Math.max(2, count / MESSAGES_PER_SECOND)), Duration.ofSeconds(90));
    }

    /** The size of a run over a narrow link, which takes what the link takes. */
    DemoRun.Size overWan() {
        int count = messages == null ? OVER_WAN : messages;
        return new DemoRun.Size(count, seed, Duration.ofSeconds(6), Duration.ofSeconds(120 + count / 4));
    }

    /** Why these options cannot be used; empty when they can. */
    String problem(boolean wan) {
        if (nodes < 2 || nodes > 6) {
            return "--nodes: expected 2 to 6, got " + nodes;
        }
        if (wan && nodes % 2 != 0) {
            return "--nodes: two sites share them, expected 2, 4 or 6, got " + nodes;
        }
        return messages != null && (messages < 0 || messages > 1_000_000)
                ? "--messages: expected 0 to 1000000, got " + messages
                : "";
    }
}
