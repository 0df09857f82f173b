package org.c4igateway.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
