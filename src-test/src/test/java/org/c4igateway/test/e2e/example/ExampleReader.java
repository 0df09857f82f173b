package org.c4igateway.test.e2e.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.jspecify.annotations.Nullable;

/** The example that reads on, as a process that a test kills and starts again. Its lines stay. Not thread-safe. */
final class ExampleReader implements AutoCloseable {
    private final ExampleLanguage language;
    private final DatabaseSettings app;
    private final Path position;
    private final Path lines;
    private @Nullable Process process;

    ExampleReader(ExampleLanguage language, DatabaseSettings app, Path directory) throws IOException {
        this.language = language;
        this.app = app;
        this.position = directory.resolve("position");
        this.lines = directory.resolve("lines");
        Files.createDirectories(directory);
        Files.deleteIfExists(position);
        Files.writeString(lines, "");
    }

    /** @param seconds that it waits for a notification at most */
    void start(int seconds) throws IOException {
        process = language.reader(app, position, seconds)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(lines.toFile()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Half a line that it leaves stands alone: what the next one writes begins a new line. */
    void kill() throws IOException {
        if (process != null) {
            process.destroyForcibly().onExit().join();
            Files.writeString(lines, System.lineSeparator(), StandardOpenOption.APPEND);
        }
    }

    /** Identities of what it has seen, in order, those that it saw again included. */
    List<String> seen() throws IOException {
        return Files.readAllLines(lines).stream()
                .filter(line -> line.endsWith(" bytes"))
                .map(line -> line.split(" ", 3)[1])
                .toList();
    }

    @Override
    public void close() throws IOException {
        kill();
    }
}
