package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.flow.send.group.InFlightTotal;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A hub with many destinations, each with a sender and a backlog of its own, of which most do not confirm. */
class SharedMemoryTest {
    private static final int DESTINATIONS = 6;
    private static final int BACKLOG = 200;
    private static final int PAYLOAD = 900;
    private static final long TOTAL_BYTES = 120_000;

    private final List<OutboundFixture> hub = new ArrayList<>();
    private final List<SystemName> names = new ArrayList<>();

    @BeforeEach
    void fillAllBacklogs() {
        InFlightTotal total = new InFlightTotal(TOTAL_BYTES);
        for (int i = 0; i < DESTINATIONS; i++) {
            SystemName name = new SystemName("D" + i);
            OutboundFixture sender = new OutboundFixture(total, name);
            sender.holdReceipts(true);
            for (int row = 0; row < BACKLOG; row++) {
                submit(sender, Precedence.ROUTINE, name);
            }
            names.add(name);
            hub.add(sender);
        }
    }

    private static Message submit(OutboundFixture sender, Precedence precedence, SystemName to) {
        return sender.commit(Drafts.message(sender.outbox.nextSequence(), Drafts.RELIABLE, precedence, PAYLOAD, to));
    }

    private void turns(int count) {
        for (int i = 0; i < count; i++) {
            hub.forEach(OutboundFixture::turn);
        }
    }

    private double bytes() {
        return hub.stream()
                .mapToDouble(sender ->
                        sender.meters.get(MeterNames.IN_FLIGHT_BYTES).gauge().value())
                .sum();
    }

    @Test
    void boundsWhatAllDestinationsHoldTogether() {
        double most = 0;
        for (int i = 0; i < 500; i++) {
            turns(1);
            most = Math.max(most, bytes());
        }

        assertThat(most).isBetween(TOTAL_BYTES / 4.0, TOTAL_BYTES + DESTINATIONS * (PAYLOAD + 256.0));
    }

    @Test
    void goesOnForADestinationThatConfirmsWhileTheOthersDoNot() {
        turns(50);
        OutboundFixture confirming = hub.getLast();
        confirming.holdReceipts(false);

        int turns = 0;
        while (confirming.state(BACKLOG, names.getLast()) != DeliveryState.DELIVERED) {
            turns(1);
            assertThat(turns++).isLessThan(2_000);
        }

        assertThat(hub.getFirst().outbox.pending()).isEqualTo(BACKLOG);
        assertThat(bytes()).isLessThan(TOTAL_BYTES);
    }

    @Test
    void sendsFlashToADestinationWhoseRoutineRowsFillItsPart() {
        turns(50);
        Message urgent = submit(hub.getFirst(), Precedence.FLASH, names.getFirst());

        turns(20);

        assertThat(hub.getFirst().arrivals(names.getFirst()))
                .contains(urgent.id().sequence());
    }
}
