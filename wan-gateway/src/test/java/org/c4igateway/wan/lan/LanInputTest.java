package org.c4igateway.wan.lan;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.wan.route.site.AnnouncedTopics;
import org.junit.jupiter.api.Test;

class LanInputTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final DeafListener listener = new DeafListener();
    private final LanNames names = new LanNames(listener, writer -> true, writer -> {}, Duration.ofSeconds(1), () -> 0);
    private final LanInput input =
            new LanInput(listener, names, new LanMeters(meters, "lan", () -> 0), new AnnouncedTopics(Set.of("A002")));

    @Test
    void passesNoSampleOnWithoutATimeOfWriting() {
        input.messages("A002", true).onSamples(List.of(message(1, Long.MIN_VALUE), message(2, -1), message(3, 0)));
        KmtfReceipt receipt = new KmtfReceipt("BRAVO", "ALPHA", new long[] {1, 1}, new long[0], List.of());
        input.receipts()
                .onSamples(List.of(
                        new Sample.Data<>(receipt, InstanceState.ALIVE, -1, 7),
                        new Sample.Data<>(receipt, InstanceState.ALIVE, 1, 7)));

        assertThat(listener.sequences).containsExactly(3L);
        assertThat(listener.receipts).isEqualTo(1);
        assertThat(meters.counter("lan.malformed").count()).isEqualTo(3);
    }

    private static Sample<KmtfMessage> message(long sequence, long sourceNanos) {
        KmtfMessage message = new KmtfMessage(
                "ALPHA", "", sequence, "A002", 3, 1, Long.MAX_VALUE, "EXERCISE", List.of("BRAVO"), new byte[10]);
        return new Sample.Data<>(message, InstanceState.ALIVE, sourceNanos, 7);
    }
}
