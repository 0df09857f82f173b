package org.c4igateway.lab.testbed;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Options of the JVM of the project's applications, from the file {@code service.args} that the launcher uses, too. */
public final class ServiceOptions {
    private static final String FILE = "/service.args";

    private ServiceOptions() {}

    /** One option a line; lines that start with # are comments. */
    public static List<String> read() throws IOException {
        try (InputStream file = ServiceOptions.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new FileNotFoundException("no " + FILE + " on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        }
    }
}
