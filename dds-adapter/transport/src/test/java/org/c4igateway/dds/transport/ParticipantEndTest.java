package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.event.DdsEvent;
import org.junit.jupiter.api.Test;

class ParticipantEndTest {
    private final List<GatewayException> ends = new ArrayList<>();
    private final ParticipantEnd end = new ParticipantEnd(
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, ends::add));

    @Test
    void endsTheProcessWithADeliveryThread() {
        end.onEvent(new DdsEvent.DeliveryEnded("", "dds-delivery-1", "waiting for data failed"));

        assertThat(ends)
                .singleElement()
                .satisfies(why -> assertThat(why.errorCode()).isEqualTo(ErrorCode.DEFECT))
                .satisfies(why -> assertThat(why).hasMessageContaining("dds-delivery-1"));
    }

    @Test
    void showsAnAddressThatIsGoneAndEndsTheProcessWhenThereIsOneAgain() {
        end.onEvent(new DdsEvent.AddressGone("", "10.0.0.1 of eth0"));

        assertThat(ends).isEmpty();
        assertThat(end.alarm())
                .get()
                .satisfies(alarm -> assertThat(alarm.detail()).contains("10.0.0.1 of eth0"))
                .extracting(TransportAlarm::code)
                .isEqualTo(ErrorCode.ADDRESS_CHANGED);

        end.onEvent(new DdsEvent.AddressChanged("", "10.0.0.1 of eth0"));

        assertThat(ends)
                .singleElement()
                .satisfies(why -> assertThat(why.errorCode()).isEqualTo(ErrorCode.ADDRESS_CHANGED));
    }

    @Test
    void goesOnAfterWhatAParticipantSurvives() {
        end.onEvent(new DdsEvent.BatchDropped("", "dds-delivery-1", "a defect"));

        assertThat(ends).isEmpty();
        assertThat(end.alarm()).isEmpty();
    }
}
