package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LookPaceTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(5)); // clocks go round
    private final LookPace pace = new LookPace(now::get);
    private final AtomicInteger looks = new AtomicInteger();

    private void lookFor(long seconds) {
        pace.look(() -> {
            looks.incrementAndGet();
            pass(seconds);
        });
    }

    private void pass(long seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void looksEachTimeWhileThatTakesNoTime() {
        for (int i = 0; i < 5; i++) {
            lookFor(0);
        }

        assertThat(looks).hasValue(5);
    }

    @Test
    void leavesLooksOutAfterOneThatTookLong() {
        lookFor(2);
        for (int i = 0; i < 3; i++) {
            pass(10);
            lookFor(0);
        }
        assertThat(looks).as("after 2 s, 30 s later").hasValue(1);

        pass(10);
        lookFor(0);

        assertThat(looks).hasValue(2);
    }

    @Test
    void countsTheTimeOfALookThatFails() {
        assertThatThrownBy(() -> pace.look(() -> {
                    pass(2);
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");
        pass(10);
        lookFor(0);

        assertThat(looks).hasValue(0);
    }
}
