package org.c4igateway.wan.lan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes into a domain on the loopback interface. */
@Tag("slow")
class SiteLanTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    private final List<GatewayException> faults = new CopyOnWriteArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void goesOnAfterASampleThatCannotBeWritten() {
        Loops loops = new Loops(meters, InstantSource.system(), System::nanoTime, faults::add);
        SiteLan.Domain domain = SiteLan.Domain.of(DdsSettings.loopback(TestNetwork.domain()), 1 << 20);
        try (SiteLan lan = new SiteLan(domain, CATALOGUE, meters, new DeafListener(), loops)) {
            lan.start();
            lan.write(message(1), -1);
            lan.write(new KmtfReceipt("BRAVO", "ALPHA", new long[] {1, 1}, new long[0], List.of()), Long.MIN_VALUE);
            await().atMost(SOON).until(() -> count("malformed", "") == 2 || !faults.isEmpty());

            lan.write(message(2), 1_800_000_000_000_000_000L);
            await().atMost(SOON).until(() -> count("written", "message") == 1 || !faults.isEmpty());
        }
        assertThat(faults).isEmpty();
        assertThat(count("written", "receipt")).isZero();
    }

    private double count(String what, String kind) {
        return kind.isEmpty()
                ? meters.counter("c4i.wan.lan." + what).count()
                : meters.counter("c4i.wan.lan." + what, "kind", kind).count();
    }

    private static KmtfMessage message(long sequence) {
        return new KmtfMessage(
                "BRAVO",
                "",
                sequence,
                CATALOGUE.topics().getFirst().id(),
                3,
                1,
                Long.MAX_VALUE,
                "EXERCISE",
                List.of("ALPHA"),
                new byte[10]);
    }
}
