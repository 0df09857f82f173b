package org.c4igateway.wan.lan;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.transport.ParticipantEnd;
import org.junit.jupiter.api.Test;

class ReaderCountsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<GatewayException> ends = new ArrayList<>();
    private final ReaderCounts events = new ReaderCounts(
            new LanMeters(registry, "c4i.wan.lan", System::nanoTime),
            () -> {},
            new ParticipantEnd(new Loops(registry, InstantSource.system(), System::nanoTime, ends::add)));

    @Test
    void doesNotGoOnDeafWhenADeliveryThreadHasEnded() {
        events.onEvent(new DdsEvent.DeliveryEnded("", "dds-delivery-1", "waiting for data failed"));

        assertThat(ends)
                .singleElement()
                .satisfies(why -> assertThat(why.errorCode()).isEqualTo(ErrorCode.DEFECT));
    }

    @Test
    void goesOnAfterADroppedBatch() {
        events.onEvent(new DdsEvent.BatchDropped("", "dds-delivery-1", "a defect"));

        assertThat(ends).isEmpty();
    }
}
