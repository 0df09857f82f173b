package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.receive.Arrival.Received;
import org.c4igateway.core.flow.receive.InboundWriter.Waiting;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.Test;

class InboundWriterTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final PutBackInbox inbox = new PutBackInbox();
    private final VirtualTime time = new VirtualTime();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InboundWriter writer = writer((duration, fault) -> time.advance(duration));

    private InboundWriter writer(Waiting waiting) {
        return new InboundWriter(
                inbox,
                QuickParts.of(SELF, time, meters),
                new InboundMeters(meters, ArrivalObjectives.DEFAULTS),
                time,
                waiting);
    }

    private boolean turn() throws InterruptedException {
        time.advance(Duration.ofSeconds(1));
        return writer.turn(List.of(), () -> true);
    }

    /** The database is asked what origins are to be told only then. */
    @Test
    void saysWhenAnOriginMayHaveToBeTold() throws InterruptedException {
        assertThat(turn()).isFalse();
        inbox.putBack(1, Drafts.message(1, SELF));

        assertThat(turn()).isTrue();
        assertThat(turn()).isFalse();
    }

    /** A node that stops has a time after which it writes nothing: its origins send again what has come. */
    @Test
    void writesNothingWhenNoCallMayBegin() {
        InboundWriter late = writer(new Waiting() {
            @Override
            public void pause(Duration duration, GatewayException.Transient fault) {
                time.advance(duration);
            }

            @Override
            public void beforeCall() throws InterruptedException {
                throw new InterruptedException("the node stops");
            }
        });
        Received received = late.arrived(Drafts.message(1, SELF), new ReceiptTransport());

        assertThatThrownBy(() -> late.turn(List.of(received), () -> false)).isInstanceOf(InterruptedException.class);

        assertThat(inbox.memory.messages()).isEmpty();
        assertThat(late.owesReceipts()).isFalse();
    }
}
