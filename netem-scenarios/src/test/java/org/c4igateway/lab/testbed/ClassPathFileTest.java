package org.c4igateway.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathFileTest {
    @TempDir
    private Path directory;

    /** Else it would end at once, for want of its main class. */
    @Test
    void leavesAProgramThatReadsItWhatItBeganToRead() throws IOException {
        ClassPathFile before = ClassPathFile.write(directory, "first.jar", null);
        try (InputStream reading = Files.newInputStream(before.file())) {
            ClassPathFile after = ClassPathFile.write(directory, "second.jar", null);

            assertThat(new String(reading.readAllBytes(), StandardCharsets.UTF_8))
                    .contains("first.jar");
            assertThat(after.file()).isEqualTo(before.file()).content().contains("second.jar");
        }
    }

    /** Replaced by a move that deletes the one before first, it was missing now and then. */
    @Test
    void isThereWheneverAProgramBeginsToReadIt() throws Exception {
        Path file = ClassPathFile.write(directory, "first.jar", null).file();
        AtomicBoolean written = new AtomicBoolean();
        FutureTask<Integer> reading = new FutureTask<>(() -> {
            int times = 0;
            while (!written.get()) {
                assertThat(Files.readString(file)).endsWith(".jar\"\n");
                times++;
            }
            return times;
        });
        Thread.ofPlatform().start(reading);

        for (int i = 0; i < 5_000 && !reading.isDone(); i++) {
            ClassPathFile.write(directory, "other.jar", null);
        }
        written.set(true);

        assertThat(reading.get()).isPositive();
    }
}
