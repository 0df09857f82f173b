package org.c4igateway.lab.run.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLogTest {
    @Test
    void findsTheFirstLineNotBeforeAnInstant(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("A.log"), """
                2026-11-21T10:00:00.100+09:00  INFO 1 --- [main] x : This node is active with epoch 1
                java.lang.IllegalStateException: not a time at the start
                \tat This node is active
                2026-11-21T10:00:05.250+09:00  INFO 2 --- [main] x : This node is active with epoch 2
                """);
        NodeLog log = new NodeLog(file);

        assertThat(log.first("is active", Instant.parse("2026-11-21T01:00:03Z")))
                .contains(Instant.parse("2026-11-21T01:00:05.250Z"));
        assertThat(log.first("is active", Instant.parse("2026-11-21T01:00:06Z")))
                .isEmpty();
        assertThat(new NodeLog(directory.resolve("none")).first("x", Instant.EPOCH))
                .isEmpty();
    }
}
