package org.c4igateway.test.e2e.mesh;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process whose wall clock is wrong, by libfaketime; its monotonic clock is right. */
public final class FakeClock {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"));

    private FakeClock() {}

    /** @return variables of a process whose clock is an hour ahead; skips the test without the library */
    public static Map<String, String> anHourAhead() {
        List<Path> found = LIBRARIES.stream().filter(Files::exists).toList();
        assumeTrue(!found.isEmpty(), "libfaketime is not installed: package faketime");
        return Map.of(
                "LD_PRELOAD",
                found.getFirst().toString(),
                "FAKETIME",
                "+3600",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // Else each wait with a time limit ends at once.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                "NO_FAKE_STAT",
                "1");
    }
}
