package org.c4igateway.lab.transport.samples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.transport.CannotRunException;

/**
 * The router and the DDS plugin of zenoh of one release, in a directory of the user's caches. The project has neither.
 *
 * @param directory which has {@code bin} and {@code lib}, or is not there
 */
public record ZenohTools(Path directory) {
    /** The release. */
    public static final String VERSION = "1.10.2";

    private static final String SCRIPT = "prepare-zenoh.sh";

    /**
     * Where this user has them.
     *
     * @param environment variables of this process
     */
    public static ZenohTools of(Map<String, String> environment) {
        Path caches = Optional.ofNullable(environment.get("XDG_CACHE_HOME"))
                .filter(set -> Path.of(set).isAbsolute())
                .map(Path::of)
                .orElseGet(() -> Path.of(environment.getOrDefault("HOME", "."), ".cache"));
        return new ZenohTools(caches.resolve("c4i-tools").resolve("zenoh-" + VERSION));
    }

    /** The router. */
    public Path router() {
        return directory.resolve("bin").resolve("zenohd");
    }

    /** The plugin, a library. */
    public Path plugin() {
        return directory.resolve("lib").resolve("libzenoh_plugin_dds.so");
    }

    /** Whether both are there. */
    public boolean arePresent() {
        return Files.isExecutable(router()) && Files.isReadable(plugin());
    }

    /** @throws CannotRunException when they are not there, with what to do */
    void require() throws CannotRunException {
        if (!arePresent()) {
            throw new CannotRunException("no zenoh " + VERSION + ": run ./c4i lab prepare zenoh");
        }
    }

    /**
     * Fetches the sources with cargo and builds both; what is there is replaced. Blocks for about ten minutes. What is
     * said goes where this process says it.
     *
     * @return exit status, 0 when both are there
     */
    public int build() throws IOException, InterruptedException {
        Files.createDirectories(directory);
        Path script = directory.resolve(SCRIPT);
        try (InputStream shipped = ZenohTools.class.getResourceAsStream(SCRIPT)) {
            if (shipped == null) {
                throw new IOException("no " + SCRIPT + " on the class path");
            }
            Files.write(script, shipped.readAllBytes());
        }
        Process process = new ProcessBuilder(List.of(
                        "sh",
                        script.toString(),
                        VERSION,
                        directory.toAbsolutePath().toString()))
                .inheritIO()
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }
}
