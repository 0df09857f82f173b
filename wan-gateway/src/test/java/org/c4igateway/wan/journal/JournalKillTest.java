package org.c4igateway.wan.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.c4igateway.wan.TestLoops;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it appends, twice. */
@Tag("slow")
class JournalKillTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int SOME = 20_000;

    @TempDir
    private Path directory;

    private JournalSpec spec() {
        return new JournalSpec(directory, new JournalSpec.Bounds(Long.MAX_VALUE, 1 << 20));
    }

    private void appendUntilKilled() throws IOException, InterruptedException {
        Path said = Files.createTempFile(directory, "said", "");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalAppender.class.getName(),
                        directory.toString())
                .redirectOutput(said.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            await().atMost(SOON).until(() -> Files.readAllLines(said).size() > SOME / 1_000);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void findsTheBeginningOfWhatWasAppendedWithoutAGap() throws IOException, InterruptedException {
        long last = 0;
        for (int life = 1; life <= 2; life++) {
            appendUntilKilled();
            try (DiskJournal journal = DiskJournal.open(spec(), "wan", TestLoops.create())) {
                assertThat(journal.lastId()).isGreaterThan(last);
                last = journal.lastId();
                long[] next = {1};
                journal.replay(kept -> {
                    assertThat(kept.id()).isEqualTo(next[0]++);
                    assertThat(kept.bytes()).isEqualTo(JournalAppender.bytes(kept.id()));
                });
                assertThat(next[0]).isEqualTo(last + 1);
                assertThat(journal.snapshot(0).damagedFiles()).isZero();
            }
        }
        assertThat(directory).isDirectoryNotContaining(path -> path.toString().contains("damaged"));
    }
}
