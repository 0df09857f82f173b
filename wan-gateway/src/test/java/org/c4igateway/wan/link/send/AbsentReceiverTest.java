package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is kept for a receiver that is away: a window of 8 frames, and 16 kept for it. */
class AbsentReceiverTest {
    private static final int WINDOW = 8;
    private static final int RETAINED = 16;

    private final SendSide side = new SendSide(2, new LinkSettings.Bounds(1_000, 1_000_000, 50_000, WINDOW, RETAINED));
    private final Receiver a = side.receivers.get(0);
    private final Receiver b = side.receivers.get(1);

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void letsGoOfTheOldestBeyondWhatIsKeptForAnAbsentReceiver() {
        side.flight.down(b);
        sendTo(a, ROUTINE, RETAINED);
        assertThat(side.flight.retained()).isEqualTo(RETAINED);
        assertThat(side.endings.told).isEmpty();

        side.send(ROUTINE);

        assertThat(side.endings.told).containsExactly("0 DROPPED_FOR_ABSENT");
        assertThat(side.flight.retained()).isEqualTo(RETAINED);
        assertThat(side.accounts.tallies().get(ROUTINE.code()).dropped()).isEqualTo(1);
    }

    @Test
    void keepsAsMuchMoreAsMayBeBeyondTheWindows() {
        SendSide wide = new SendSide(2, new LinkSettings.Bounds(1_000, 1_000_000, 50_000, WINDOW, RETAINED, 5));
        wide.flight.down(wide.receivers.getLast());
        for (int i = 0; i < RETAINED + 5; i++) {
            wide.send(ROUTINE);
            wide.heard(wide.receivers.getFirst(), has(ROUTINE, i + 1));
        }
        assertThat(wide.endings.told).isEmpty();

        wide.send(ROUTINE);

        assertThat(wide.endings.told).containsExactly("0 DROPPED_FOR_ABSENT");
    }

    @Test
    void letsGoOfTheLeastUrgentFirst() {
        side.flight.down(b);
        sendTo(a, FLASH, 4);
        sendTo(a, ROUTINE, 2);
        sendTo(a, FLASH, 4, RETAINED - 2);

        side.send(FLASH);
        side.send(FLASH);
        side.send(FLASH);

        assertThat(side.endings.told)
                .containsExactly("4 DROPPED_FOR_ABSENT", "5 DROPPED_FOR_ABSENT", "0 DROPPED_FOR_ABSENT");
    }

    @Test
    void letsGoOfNothingThatAReceiverStillNeedsThatIsUp() {
        side.flight.down(b);

        side.send(ROUTINE, RETAINED + 2);

        assertThat(side.endings.told).isEmpty();
        assertThat(side.flight.retained()).isEqualTo(RETAINED + 2);
    }

    @Test
    void letsGoOfWhatOnlyAReceiverNeedsThatIsFarBehind() {
        side.flight.down(b);
        sendTo(a, ROUTINE, RETAINED);
        side.flight.up(b);
        assertThat(b.catchingUp).isTrue();
        assertThat(side.lost(ROUTINE)).hasSize(WINDOW);

        side.send(ROUTINE);

        assertThat(side.endings.told).containsExactly("0 DROPPED_FOR_ABSENT");
        assertThat(side.lost(ROUTINE)).hasSize(WINDOW - 1);
        assertThat(side.level(ROUTINE).firstLost().sequence).isEqualTo(1);
    }

    @Test
    void letsGoOfNothingThatAReceiverNeedsWhichHasCaughtUp() {
        side.flight.down(b);
        sendTo(a, ROUTINE, WINDOW);
        side.flight.up(b);
        assertThat(b.catchingUp).isFalse();

        side.send(ROUTINE, RETAINED);

        assertThat(side.endings.told).isEmpty();
    }

    @Test
    void replacesNothingThatWasLetGoOf() {
        side.flight.down(b);
        side.send(ROUTINE, DeliveryOptions.latestOf("greeting"));
        side.heard(a, has(ROUTINE, 1));
        sendTo(a, ROUTINE, 1, RETAINED + 1);

        side.offer(ROUTINE, 10, DeliveryOptions.latestOf("greeting"));

        assertThat(side.endings.told).containsExactly("0 DROPPED_FOR_ABSENT");
    }

    @Test
    void keepsARecordForAnAbsentReceiverUntilItExpires() {
        side.flight.down(b);
        side.send(FLASH, DeliveryOptions.reliable(10 * MILLI));
        side.now = 10 * MILLI - 1;
        side.heard(a, has(FLASH, 1));
        assertThat(side.flight.retained()).isEqualTo(1);

        side.now = 10 * MILLI;
        side.heard(a, has(FLASH, 1));

        assertThat(side.endings.told).containsExactly("0 EXPIRED");
        assertThat(side.flight.retained()).isZero();
    }

    /** It has learnt of it with the frame it has: only a packet after that tells that it still waits. */
    @Test
    void doesNotTellAReceiverOfWhatWasLetGoOfBeforeALaterPacket() {
        side.send(FLASH, BEST_EFFORT);
        side.send(FLASH);
        side.flight.down(b);
        side.heard(a, has(FLASH, 2));
        side.flight.up(b);

        side.heard(b, 1, has(FLASH, 0, 1));
        assertThat(side.lost(FLASH)).isEmpty();

        side.probe();
        side.heard(b, has(FLASH, 0, 1));
        assertThat(side.lost(FLASH)).hasSize(1);
    }

    @Test
    void sendsARestartedReceiverAllThatIsKept() {
        List<Frame> frames = side.send(FLASH, 3);
        side.heard(b, has(FLASH, 1, 2));
        side.heard(a, has(FLASH, 3));
        assertThat(side.endings.told).containsExactly("0 ACKED");
        side.flight.restarted(b);
        assertThat(b.up).isFalse();
        assertThat(side.flight.hasOutstanding()).isFalse();

        side.flight.up(b);
        assertThat(side.lost(FLASH)).isEqualTo(frames.subList(1, 3));
        side.repair(frames.get(1));
        side.repair(frames.get(2));

        side.heard(b, has(FLASH, 2));
        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED");
        side.heard(b, has(FLASH, 3));
        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED", "2 ACKED");
    }

    @Test
    void countsNothingThatAFormerProcessHandedOn() {
        Frame frame = side.send(FLASH);
        side.heard(b, has(FLASH, 1));
        side.flight.restarted(b);
        side.flight.up(b);

        side.heard(a, has(FLASH, 1));
        assertThat(side.endings.told).isEmpty();

        side.repair(frame);
        side.heard(b, has(FLASH, 1));
        assertThat(side.endings.told).containsExactly("0 ACKED");
    }

    /** Its first frame was at both, its second one is under way. */
    @Test
    void givesARestartedReceiverWholeRecords() {
        side.offer(FLASH, 1_500, RELIABLE);
        Frame first = side.sendWaiting(FLASH);
        side.sendWaiting(FLASH);
        side.heard(a, has(FLASH, 2));
        side.heard(b, has(FLASH, 1));
        side.flight.restarted(b);
        side.flight.up(b);
        assertThat(side.lost(FLASH)).contains(first);
        side.repair(first);

        side.heard(b, has(FLASH, 1));
        assertThat(side.endings.told).isEmpty();

        side.heard(b, has(FLASH, 2));
        assertThat(side.endings.told).containsExactly("0 ACKED");
        assertThat(side.flight.retained()).isZero();
    }

    private void sendTo(Receiver receiver, Precedence precedence, int frames) {
        sendTo(receiver, precedence, 0, frames);
    }

    /** So many frames in all of the level, each of which the receiver has before the next one. */
    private void sendTo(Receiver receiver, Precedence precedence, int from, int to) {
        for (int i = from; i < to; i++) {
            side.send(precedence);
            side.heard(receiver, has(precedence, i + 1));
        }
    }
}
