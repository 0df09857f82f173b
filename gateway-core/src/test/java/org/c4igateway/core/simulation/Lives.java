package org.c4igateway.core.simulation;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lives worlds, each on a virtual thread: handing a turn from one to another is cheap there. */
final class Lives {
    private Lives() {}

    /** @return what broke the rules */
    static List<String> live(long seed, Wiring wiring) {
        CompletableFuture<List<String>> life = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                life.complete(new World(seed, wiring).live());
            } catch (RuntimeException | Error e) {
                life.completeExceptionally(new AssertionError("seed " + seed + ": " + e.getMessage(), e));
            }
        });
        return life.join();
    }
}
