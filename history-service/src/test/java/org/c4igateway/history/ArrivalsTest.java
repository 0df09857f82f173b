package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static Heard sample(int number, int bytes) {
        return new Heard.Written(
                "A021",
                new KmtfMessage("A", "", number, "A021", 3, 1, Long.MAX_VALUE, "", List.of(), new byte[bytes]),
                number);
    }

    @Test
    void givesInOrderWhatHasRoomAndRefusesTheRestAtOnce() throws InterruptedException {
        Arrivals arrivals = new Arrivals(2, 1_000_000, new HistoryMeters(registry));
        assertThat(arrivals.offer(sample(1, 10))).isTrue();
        assertThat(arrivals.offer(sample(2, 10))).isTrue();
        assertThat(arrivals.offer(sample(3, 10))).as("a third").isFalse();

        assertThat(registry.counter("c4i.history.lost", "reason", "full").count())
                .isEqualTo(1);
        assertThat(arrivals.take(Duration.ZERO)).containsExactly(sample(1, 10), sample(2, 10));
        assertThat(arrivals.take(Duration.ZERO)).isEmpty();
        assertThat(arrivals.offer(sample(4, 10))).isTrue();
    }

    @Test
    void countsBytesAndTakesOneThatIsLargerThanTheBoundAlone() throws InterruptedException {
        Arrivals arrivals = new Arrivals(100, 1_000, new HistoryMeters(registry));
        assertThat(arrivals.offer(sample(1, 5_000))).as("alone").isTrue();
        assertThat(arrivals.offer(sample(2, 10))).isFalse();
        assertThat(arrivals.take(Duration.ZERO)).hasSize(1);
        assertThat(arrivals.offer(sample(3, 300))).isTrue();
        assertThat(arrivals.offer(sample(4, 300))).isTrue();
        assertThat(arrivals.offer(sample(5, 300))).isFalse();
        assertThat(arrivals.size()).isEqualTo(2);
    }
}
