package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.List;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.OutstandingRecord;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The only receiver of a link goes down, comes back, restarts, or has frames late. */
class SoleReceiverTest {
    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void learnsFromAFrameThatComesAfterItsRepairWentOut() {
        Frame frame = lose();
        side.repair(frame);

        side.heard(receiver, 1, has(FLASH, 1));

        assertThat(receiver.tolerance.packets()).isEqualTo(2);
    }

    @Test
    void learnsNothingFromAFrameThatCameWithItsRepair() {
        Frame frame = lose();
        side.repair(frame);

        side.heard(receiver, 2, has(FLASH, 1));

        assertThat(receiver.tolerance.packets()).isZero();
    }

    @Test
    void learnsNothingFromAFrameThatComesBeforeItsCopy() {
        Frame frame = side.send(FLASH);
        side.flight.sent(frame, side.nextPacket++, true, side.now);

        side.heard(receiver, 0, has(FLASH, 1));

        assertThat(receiver.tolerance.packets()).isZero();
    }

    private Frame lose() {
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(receiver);
        assertThat(side.lost(FLASH)).containsExactly(frame);
        return frame;
    }

    @Test
    void waitsForAReceiverThatIsDown() {
        side.send(FLASH, 2);
        side.flight.down(receiver);
        assertThat(side.flight.hasOutstanding()).isTrue();
        assertThat(side.endings.told).isEmpty();

        side.flight.up(receiver);
        side.heard(receiver, has(FLASH, 2));

        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED");
    }

    @Test
    void judgesNothingByWhatAReceiverSaysThatIsDown() {
        side.send(FLASH);
        side.probe();
        side.flight.down(receiver);

        side.heard(receiver);

        assertThat(side.lost(FLASH)).isEmpty();
    }

    /** It is up again with more than a window in flight, and keeps as much: there is nothing to catch up. */
    @Test
    void goesOnBeyondTheWindowWithTheOnlyReceiver() {
        SendSide narrow = new SendSide(1, new LinkSettings.Bounds(1_000, 1_000_000, 50_000, 4, 1_000));
        Receiver only = narrow.receivers.getFirst();
        only.announced(10, 10);
        narrow.send(ROUTINE, 8);
        narrow.flight.down(only);

        narrow.flight.up(only);

        assertThat(narrow.flight.isOpen(narrow.level(ROUTINE), 100)).isTrue();
        assertThat(narrow.lost(ROUTINE)).isEmpty();
    }

    @Test
    void queuesWhatIsInFlightAgainWhenTheOnlyReceiverRestarts() {
        FadingPayload large = new FadingPayload("a".repeat(1_500));
        side.send(FLASH);
        side.send(FLASH, BEST_EFFORT);
        side.offer(FLASH, large, RELIABLE);
        side.sendWaiting(FLASH);
        side.send(ROUTINE);
        side.heard(receiver, has(FLASH, 1));
        assertThat(side.lost(FLASH)).isNotEmpty();
        assertThat(large.begun).isTrue();

        side.flight.restarted(receiver);

        assertThat(side.endings.told).containsExactly("1 SENT", "0 ACKED");
        assertThat(large.begun).isFalse();
        assertThat(waiting()).containsExactly(2L);
        assertThat(side.flight.hasOutstanding()).isFalse();
        assertThat(side.level(FLASH).hasLost()).isFalse();
        assertThat(side.flight.retained()).isZero();
        assertThat(side.scheduler.hasWork()).as("it is down").isFalse();
        assertThat(side.accounts.tallies().get(FLASH.code()).inFlight()).isZero();
    }

    @Test
    void sendsAgainToTheOnlyReceiverWithNewNumbers() {
        side.send(FLASH, 3);
        side.flight.restarted(receiver);
        side.flight.up(receiver);
        assertThat(waiting()).containsExactly(0L, 1L, 2L);

        Frame frame = side.sendWaiting(FLASH);

        assertThat(frame.sequence).isEqualTo(3);
        side.heard(receiver, has(FLASH, 4));
        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED", "2 ACKED");
    }

    @Test
    void believesTheFirstPacketOfARestartedReceiver() {
        side.send(FLASH);
        side.probe();
        side.heard(receiver);
        receiver.announced(10, 10);

        side.flight.restarted(receiver);

        assertThat(receiver.highestPacket).isEqualTo(-1);
        assertThat(receiver.takesParts()).isFalse();
        assertThat(receiver.up).isFalse();
    }

    private List<Long> waiting() {
        return side.queue.head(FLASH.code(), 100, 10_000).stream()
                .map(OutstandingRecord::item)
                .map(item -> item.id())
                .toList();
    }
}
