package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class PasswordHashCommandTest {
    @TempDir
    private Path directory;

    private CommandRun hash(String content) throws IOException {
        Path file = Files.writeString(directory.resolve("password"), content);
        return CommandRun.of("security", "hash", "--file", file.toString());
    }

    @Test
    void printsAHashThatTheConsoleAccepts() throws IOException {
        CommandRun run = hash("correct horse battery\nanother line\n");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("{bcrypt}$2a$").doesNotContain("horse");
        String hash = run.out().strip().substring("{bcrypt}".length());
        assertThat(new BCryptPasswordEncoder().matches("correct horse battery", hash))
                .isTrue();
    }

    @Test
    void refusesWhatTheConsoleWouldRefuse() throws IOException {
        CommandRun brief = hash("elevenchars\n");
        CommandRun endless = hash("x".repeat(73) + "\n");

        assertThat(brief.status()).isEqualTo(1);
        assertThat(brief.err()).contains("at least 12 characters");
        assertThat(endless.status()).isEqualTo(1);
        assertThat(endless.err()).contains("72 bytes");
    }
}
