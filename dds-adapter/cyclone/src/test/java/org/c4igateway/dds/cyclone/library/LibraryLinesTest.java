package org.c4igateway.dds.cyclone.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LibraryLinesTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
    private final LibraryLines lines = new LibraryLines(now::get);

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    private static String stranger(int number) {
        return "remote participant 110%x:c3d4e5f6:7:1c1 is not allowed".formatted(number);
    }

    @Test
    void admitsATextOnceAnHour() {
        assertThat(lines.admit("out of memory")).isTrue();
        pass(Duration.ofMinutes(59));
        assertThat(lines.admit("out of memory")).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(lines.admit("out of memory")).isTrue();
        assertThat(lines.admit("out of memory")).isFalse();
    }

    @Test
    void admitsTenStrangersAnHour() {
        assertThat(IntStream.range(0, 500).filter(i -> lines.admit(stranger(i))))
                .hasSize(10);
        pass(Duration.ofHours(1));
        assertThat(lines.admit(stranger(7))).isTrue();
    }

    @Test
    void admitsWhatItHasNotSeenHoweverMuchItHasSeen() {
        IntStream.range(0, 5_000)
                .forEach(i -> assertThat(lines.admit("text " + i)).isTrue());
        assertThat(lines.admit("text 4999")).isFalse();
        assertThat(lines.admit("text 0")).isTrue();
    }
}
