package org.c4igateway.lab.chaos.schedule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The wall clock of a process, wrong by what a file says; its monotonic clock stays right. Needs libfaketime. */
public final class WrongClock {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1"),
            Path.of("/usr/lib64/faketime/libfaketime.so.1"));

    private WrongClock() {}

    static Optional<Path> library() {
        return LIBRARIES.stream().filter(Files::exists).findFirst();
    }

    /** Why no clock can be wrong here; empty when it can. */
    public static Optional<String> obstacle() {
        return library().isPresent()
                ? Optional.empty()
                : Optional.of("libfaketime is missing: install the package faketime");
    }

    /** Writes the file in one step: a process ends that reads half of it. */
    public static Path write(Path file, long seconds) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, String.format(Locale.ROOT, "%+d%n", seconds));
        return Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Variables of a process that reads the file once a second. */
    public static Map<String, String> variables(Path file) {
        return Map.of(
                "LD_PRELOAD",
                library()
                        .orElseThrow(() -> new IllegalStateException("libfaketime is missing"))
                        .toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DISABLE_SHM",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // Else a wait with a time limit by the monotonic clock ends at once, or takes longer by what the clock
                // is wrong.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0",
                // Else files seem to be of another time, and a node does not use its start-up cache.
                "NO_FAKE_STAT",
                "1");
    }
}
