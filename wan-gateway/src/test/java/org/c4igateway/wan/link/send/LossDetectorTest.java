package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.has;
import static org.c4igateway.wan.link.send.SendSide.part;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that count as lost because later packets arrived, and those that are given time. */
class LossDetectorTest {
    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @Test
    void losesAFrameWhenALaterPacketArrivedWithoutIt() {
        Frame missing = side.send(FLASH);
        side.send(FLASH);

        side.heard(receiver, has(FLASH, 0, 1));

        assertThat(side.lost(FLASH)).containsExactly(missing);
        assertThat(side.level(FLASH).outstanding()).isEmpty();
    }

    @Test
    void losesAFrameOfALevelThatFeedbackDoesNotName() {
        Frame missing = side.send(PRIORITY);
        side.send(FLASH);

        side.heard(receiver, has(FLASH, 1));

        assertThat(side.lost(PRIORITY)).containsExactly(missing);
    }

    @Test
    void losesAFrameWhenAProbeBehindItArrived() {
        Frame missing = side.send(ROUTINE);
        side.probe();

        side.heard(receiver);

        assertThat(side.lost(ROUTINE)).containsExactly(missing);
    }

    /** The receiver had no room for it, say; only what was sent later tells that it is missing. */
    @Test
    void judgesNoFrameByThePacketThatCarriesIt() {
        side.send(FLASH);
        side.now = 10_000 * MILLI;
        side.heard(receiver);
        assertThat(side.lost(FLASH)).isEmpty();

        side.heard(receiver, part(FLASH, 0, 0, true));
        assertThat(side.lost(FLASH)).isEmpty();
    }

    @Test
    void judgesNoFrameThatWasSentAfterWhatArrived() {
        Frame first = side.send(FLASH);
        side.send(FLASH);
        side.probe();

        side.heard(receiver, 1);

        assertThat(side.lost(FLASH)).containsExactly(first);
    }

    @Test
    void judgesARepairedFrameByItsLastPacket() {
        Frame missing = side.send(FLASH);
        side.probe();
        side.heard(receiver);
        side.repair(missing);

        side.heard(receiver, 2);
        assertThat(side.lost(FLASH)).isEmpty();

        side.probe();
        side.heard(receiver);
        assertThat(side.lost(FLASH)).containsExactly(missing);
    }

    /** With a tolerance of three packets the fourth one behind it tells. */
    @Test
    void needsMoreLaterPacketsWherePacketsOvertakeEachOther() {
        receiver.tolerance.needless(2);
        Frame missing = side.send(FLASH);
        for (int i = 0; i < 4; i++) {
            side.probe();
        }

        side.heard(receiver, 3);
        assertThat(side.lost(FLASH)).isEmpty();

        side.heard(receiver, 4);
        assertThat(side.lost(FLASH)).containsExactly(missing);
    }

    /** Found lost three packets behind and come all the same: from then on the fifth packet behind a frame tells. */
    @Test
    void learnsFromALateFrameHowFarPacketsAreOvertaken() {
        side.probe();
        Frame late = side.send(FLASH);
        side.probe();
        side.probe();
        side.probe();
        side.heard(receiver);
        assertThat(side.lost(FLASH)).containsExactly(late);

        side.heard(receiver, has(FLASH, 1));
        assertThat(side.lost(FLASH)).isEmpty();

        Frame next = side.send(FLASH);
        for (int i = 0; i < 5; i++) {
            side.probe();
        }
        side.heard(receiver, next.lastPacket + 4, has(FLASH, 1));
        assertThat(side.lost(FLASH)).isEmpty();
        side.heard(receiver, next.lastPacket + 5, has(FLASH, 1));
        assertThat(side.lost(FLASH)).containsExactly(next);
    }

    /** The first turnaround is 80 ms, its variation half of that: 80 ms and four times 40 ms. */
    @Test
    void losesAFrameThatWasGivenTimeEnoughToComeAfterAll() {
        giveTime();
        receiver.turnaround.sample(80 * MILLI);
        side.now = 1_000 * MILLI;
        Frame missing = side.send(PRIORITY);
        side.probe();
        assertThat(nextOverdue()).as("nothing is known of it").isEqualTo(Long.MAX_VALUE);

        side.heard(receiver);

        assertThat(nextOverdue()).isEqualTo(1_240 * MILLI);
        side.flight.detector().lookForOverdue(1_240 * MILLI - 1);
        assertThat(side.lost(PRIORITY)).isEmpty();
        side.flight.detector().lookForOverdue(1_240 * MILLI);
        assertThat(side.lost(PRIORITY)).containsExactly(missing);
        assertThat(nextOverdue()).isEqualTo(Long.MAX_VALUE);
    }

    /** Steady turnarounds of 80 ms: an eighth more. */
    @Test
    void givesAnEighthOfTheTurnaroundAtLeast() {
        giveTime();
        for (int i = 0; i < 200; i++) {
            receiver.turnaround.sample(80 * MILLI);
        }
        side.send(FLASH);
        side.probe();
        side.heard(receiver);

        assertThat(nextOverdue()).isEqualTo(90 * MILLI);
    }

    @Test
    void losesAnOverdueFrameWhenFeedbackMissesItAgain() {
        giveTime();
        receiver.turnaround.sample(80 * MILLI);
        Frame missing = side.send(FLASH);
        side.probe();
        side.now = 240 * MILLI - 1;
        side.heard(receiver);
        assertThat(side.lost(FLASH)).isEmpty();

        side.now = 240 * MILLI;
        side.heard(receiver);

        assertThat(side.lost(FLASH)).containsExactly(missing);
    }

    @Test
    void givesARepairTimeOfItsOwn() {
        giveTime();
        receiver.turnaround.sample(80 * MILLI);
        Frame missing = side.send(FLASH);
        side.probe();
        side.heard(receiver);
        side.flight.detector().lookForOverdue(240 * MILLI);
        side.now = 300 * MILLI;
        side.repair(missing);
        side.probe();

        assertThat(nextOverdue()).as("nothing is known of the repair").isEqualTo(Long.MAX_VALUE);
        side.heard(receiver, 2);
        assertThat(nextOverdue()).as("nor told by itself").isEqualTo(Long.MAX_VALUE);
        side.heard(receiver, 3);
        assertThat(nextOverdue()).isEqualTo(540 * MILLI);
    }

    @Test
    void forgetsASuspicionWhenTheFrameArrives() {
        giveTime();
        side.send(FLASH);
        side.probe();
        side.heard(receiver);

        side.heard(receiver, has(FLASH, 1));

        assertThat(nextOverdue()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE);
        assertThat(side.lost(FLASH)).isEmpty();
    }

    @Test
    void givesNoTimeForAReceiverThatIsDown() {
        giveTime();
        side.send(FLASH);
        side.probe();
        side.heard(receiver);
        side.flight.down(receiver);

        assertThat(nextOverdue()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE);
        assertThat(side.lost(FLASH)).isEmpty();
    }

    /** 2,048 packets without a needless repair halve a tolerance of one packet: then the next feedback judges. */
    @Test
    void givesNoTimeOncePacketsKeepTheirOrderAgain() {
        receiver.tolerance.needless(0);
        Frame missing = side.send(FLASH);
        side.probe();
        side.heard(receiver);
        assertThat(nextOverdue()).isLessThan(Long.MAX_VALUE);

        receiver.tolerance.acked(2_048);

        assertThat(nextOverdue()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(FLASH)).isEmpty();
        side.heard(receiver);
        assertThat(side.lost(FLASH)).containsExactly(missing);
    }

    @Test
    void findsTheSoonestOfAllLevelsAndLosesEachInItsTime() {
        giveTime();
        receiver.turnaround.sample(80 * MILLI);
        Frame routine = side.send(ROUTINE);
        side.now = 10 * MILLI;
        Frame flash = side.send(FLASH);
        side.probe();
        side.heard(receiver);

        assertThat(nextOverdue()).isEqualTo(240 * MILLI);
        side.flight.detector().lookForOverdue(nextOverdue());
        assertThat(side.lost(ROUTINE)).containsExactly(routine);
        assertThat(side.lost(FLASH)).isEmpty();

        assertThat(nextOverdue()).isEqualTo(250 * MILLI);
        side.flight.detector().lookForOverdue(nextOverdue());
        assertThat(side.lost(FLASH)).containsExactly(flash);
    }

    @Test
    void losesAllThatAreOverdue() {
        giveTime();
        List<Frame> missing = side.send(ROUTINE, 100);
        side.probe();
        side.heard(receiver);

        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);

        assertThat(side.lost(ROUTINE)).isEqualTo(missing);
    }

    private long nextOverdue() {
        return side.flight.detector().nextOverdueNanos();
    }

    /** Packets overtake each other so much that no number of later packets tells. */
    private void giveTime() {
        receiver.tolerance.needless(1_000);
    }
}
