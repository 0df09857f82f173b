package org.c4igateway.lab.run.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.stream.Stream;

/** What a node said in its log and when. Lines begin with an ISO 8601 time. */
final class NodeLog {
    private final Path file;

    NodeLog(Path file) {
        this.file = file;
    }

    /** When a text first stood in the log, not before an instant. */
    Optional<Instant> first(String text, Instant notBefore) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(text))
                    .map(NodeLog::time)
                    .flatMap(Optional::stream)
                    .filter(time -> !time.isBefore(notBefore))
                    .findFirst();
        }
    }

    private static Optional<Instant> time(String line) {
        int end = line.indexOf(' ');
        try {
            return end < 0
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(line.substring(0, end)).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty(); // a line of a stack trace
        }
    }
}
