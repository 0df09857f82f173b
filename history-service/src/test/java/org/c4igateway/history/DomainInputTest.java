package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.junit.jupiter.api.Test;

class DomainInputTest {
    private static final int SAMPLES = 10_000;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> log = new ArrayList<>();
    private long nanos;
    private final DomainWarnings warnings = new DomainWarnings(log::add, () -> nanos);
    private final DomainInput input = new DomainInput(new Arrivals(10, 1_000, new HistoryMeters(registry)), warnings);

    private void malformed(int bytes) {
        input.heard("A021", new Sample.Malformed<>("no message", new byte[bytes], InstanceState.ALIVE, 1, 1));
    }

    @Test
    void countsMalformedSamplesAndLogsFewOfThem() {
        for (int i = 0; i < SAMPLES; i++) {
            malformed(i);
        }

        assertThat(registry.counter("c4i.history.lost", "reason", "malformed").count())
                .isEqualTo(SAMPLES);
        assertThat(log).singleElement().asString().contains("A021", "0 bytes", "no message");

        nanos += Duration.ofMinutes(1).toNanos();
        malformed(7);
        assertThat(log).hasSize(2).last().asString().contains("7 bytes", String.valueOf(SAMPLES - 1));
    }

    @Test
    void logsAFixedTextOnceForEachTopic() {
        for (int i = 0; i < 3; i++) {
            warnings.once("A021", "a writer offers less than the history asks for");
            warnings.once("A033", "a writer offers less than the history asks for");
        }

        assertThat(log).hasSize(2);
    }
}
