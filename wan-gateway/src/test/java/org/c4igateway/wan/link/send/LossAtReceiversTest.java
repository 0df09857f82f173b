package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Loss at one of several receivers. */
class LossAtReceiversTest {
    private final SendSide side = new SendSide(2);
    private final Receiver a = side.receivers.get(0);
    private final Receiver b = side.receivers.get(1);

    @Test
    void losesAFrameThatOneOfThemMisses() {
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(a, has(FLASH, 1));
        assertThat(side.lost(FLASH)).isEmpty();

        side.heard(b);

        assertThat(side.lost(FLASH)).containsExactly(frame);
    }

    @Test
    void looksForTheFrameThatIsOverdueFirstAtAny() {
        a.tolerance.needless(1_000);
        b.tolerance.needless(1_000);
        a.turnaround.sample(80 * MILLI);
        b.turnaround.sample(40 * MILLI);
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(a);
        assertThat(side.flight.detector().nextOverdueNanos()).isEqualTo(240 * MILLI);

        side.heard(b);

        assertThat(side.flight.detector().nextOverdueNanos()).isEqualTo(120 * MILLI);
        side.flight.detector().lookForOverdue(120 * MILLI);
        assertThat(side.lost(FLASH)).containsExactly(frame);
    }

    /** B has not answered; A has the first hundred frames and misses the one behind them. */
    @Test
    void givesTimeBehindAnyNumberOfFramesThatTheReceiverHas() {
        a.tolerance.needless(1_000);
        List<Frame> frames = side.send(ROUTINE, 101);
        side.probe();
        side.heard(a, has(ROUTINE, 100));

        assertThat(side.flight.detector().nextOverdueNanos()).isLessThan(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(ROUTINE)).containsExactly(frames.getLast());
    }

    @Test
    void suspectsNoFrameAtAReceiverThatHasItThoughAnotherMayMissIt() {
        a.tolerance.needless(1_000);
        side.send(FLASH);
        side.probe();
        side.heard(a);
        assertThat(side.flight.detector().nextOverdueNanos()).isLessThan(Long.MAX_VALUE);

        side.heard(a, has(FLASH, 1));

        assertThat(side.flight.detector().nextOverdueNanos()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(FLASH)).isEmpty();
    }

    /**
     * B missed a best-effort record, which A has, so that it was let go of; B waits for it with the frame behind it.
     * That frame goes out again to tell B, once more when this is lost too.
     */
    @Test
    void tellsAReceiverAgainWhatWasLetGoOfWhenThatIsLost() {
        side.send(FLASH, SendSide.BEST_EFFORT);
        Frame kept = side.send(FLASH);
        side.flight.down(b);
        side.heard(a, has(FLASH, 2));
        side.flight.up(b);
        side.probe();
        side.heard(b, has(FLASH, 0, 1));
        assertThat(side.lost(FLASH)).containsExactly(kept);
        side.repair(kept);
        assertThat(side.lost(FLASH)).isEmpty();
        side.probe();

        side.heard(b, has(FLASH, 0, 1));

        assertThat(side.lost(FLASH)).containsExactly(kept);
    }

    /** What the former process missed says nothing of the new one, which has only the packet with the frame so far. */
    @Test
    void judgesNoFrameByThePacketThatCarriesItAfterARestart() {
        b.tolerance.needless(1_000);
        Frame frame = side.send(FLASH);
        side.probe();
        side.heard(b);
        side.flight.restarted(b);
        side.flight.up(b);

        side.heard(b, frame.lastPacket);

        assertThat(side.flight.detector().nextOverdueNanos()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(FLASH)).isEmpty();
    }
}
