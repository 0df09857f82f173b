package org.c4igateway.cli.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program {@code openssl} in a directory. */
final class OpenSsl {
    private static final int MAX_OUTPUT_CHARS = 2_000;

    private final Path directory;

    OpenSsl(Path directory) {
        this.directory = directory;
    }

    /** @throws SecuritySetupException when the program is missing or fails */
    void run(String... arguments) throws SecuritySetupException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (process.waitFor() != 0) {
                throw new SecuritySetupException("openssl " + arguments[0] + " failed: "
                        + output.substring(Math.max(0, output.length() - MAX_OUTPUT_CHARS)));
            }
        } catch (IOException e) {
            throw new SecuritySetupException(
                    "the program openssl is needed; install it (Debian: apt-get install openssl)");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SecuritySetupException("interrupted");
        }
    }
}
