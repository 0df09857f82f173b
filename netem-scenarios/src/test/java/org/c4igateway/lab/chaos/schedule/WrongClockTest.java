package org.c4igateway.lab.chaos.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrongClockTest {
    private static final long WAIT_MILLIS = 300;

    /** Without more than the library's usual variables a wait ended at once in a process whose clock is ahead. */
    @ParameterizedTest
    @ValueSource(longs = {86_400, 1, 0})
    void isWrongInAProcessWhoseWaitsLastAsLongAsTheyShould(long wrongSeconds, @TempDir Path directory)
            throws IOException {
        assumeTrue(WrongClock.obstacle().isEmpty(), () -> WrongClock.obstacle().orElse(""));
        Path file = WrongClock.write(directory.resolve("clock"), wrongSeconds);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Waiting.class.getName());
        builder.environment().putAll(WrongClock.variables(file));
        Process process = builder.redirectErrorStream(true).start();

        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        Instant right = InstantSource.system().instant();
        assertThat(lines).hasSize(2);
        assertThat(Long.parseLong(lines.getFirst())).isGreaterThanOrEqualTo(WAIT_MILLIS);
        assertThat(Duration.between(right, Instant.parse(lines.getLast())))
                .isBetween(Duration.ofSeconds(wrongSeconds - 60), Duration.ofSeconds(wrongSeconds + 60));
    }

    /** Says how long a wait with a time limit took, and the time. */
    static final class Waiting {
        private Waiting() {}

        public static void main(String[] arguments) throws InterruptedException {
            long start = System.nanoTime();
            boolean opened = new CountDownLatch(1).await(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            System.out.println(opened ? -1 : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            System.out.println(InstantSource.system().instant());
        }
    }
}
