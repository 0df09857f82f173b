package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.RELIABLE;
import static org.c4igateway.wan.link.send.SendSide.has;
import static org.c4igateway.wan.link.send.SendSide.part;

import java.util.List;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.Balance;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames on their way to one receiver, and how their records end. */
class FramesInFlightTest {
    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @AfterEach
    void everyRecordIsAccountedFor() {
        assertThat(side.accounts.tallies()).allMatch(Balance::holds);
    }

    @Test
    void endsARecordWhenTheReceiverHasHandedItOn() {
        side.send(FLASH);
        assertThat(side.flight.hasOutstanding()).isTrue();
        assertThat(side.flight.retained()).isEqualTo(1);

        side.heard(receiver, has(FLASH, 1));

        assertThat(side.endings.told).containsExactly("0 ACKED");
        assertThat(side.flight.hasOutstanding()).isFalse();
        assertThat(side.flight.retained()).isZero();
    }

    /** What it keeps while something before it is missing dies with it. */
    @Test
    void endsNoRecordThatTheReceiverKeepsForOneBeforeIt() {
        List<Frame> frames = side.send(FLASH, 3);
        side.heard(receiver, has(FLASH, 0, 1, 2));
        assertThat(side.endings.told).isEmpty();
        assertThat(side.level(FLASH).outstanding()).isEmpty();
        side.repair(frames.getFirst());
        assertThat(side.flight.hasOutstanding()).isTrue();

        side.heard(receiver, has(FLASH, 3));

        assertThat(side.endings.told).containsExactly("0 ACKED", "1 ACKED", "2 ACKED");
        assertThat(side.flight.retained()).isZero();
    }

    @Test
    void takesPartsFromTheirOffset() {
        side.send(FLASH, 4);

        side.heard(receiver, part(FLASH, 0, 1, true, 2));

        assertThat(side.level(FLASH).outstanding())
                .extracting(frame -> frame.sequence)
                .containsExactly(1L, 3L);
    }

    @Test
    void endsARecordWithTheLastOfItsFrames() {
        side.offer(FLASH, 1_500, RELIABLE);
        side.sendWaiting(FLASH);
        side.sendWaiting(FLASH);

        side.heard(receiver, has(FLASH, 1));
        assertThat(side.endings.told).isEmpty();
        assertThat(side.flight.retained()).as("its beginning is kept").isEqualTo(2);

        side.heard(receiver, has(FLASH, 2));
        assertThat(side.endings.told).containsExactly("0 ACKED");
        assertThat(side.flight.retained()).isZero();
    }

    @Test
    void keepsTheBeginningOfARecordUntilItExpires() {
        side.offer(FLASH, 1_500, DeliveryOptions.reliable(10 * MILLI));
        side.sendWaiting(FLASH);
        side.now = 10 * MILLI - 1;
        side.heard(receiver, has(FLASH, 1));
        assertThat(side.flight.retained()).isEqualTo(1);

        side.now = 10 * MILLI;
        side.heard(receiver, has(FLASH, 1));

        assertThat(side.endings.told).containsExactly("0 EXPIRED");
        assertThat(side.flight.retained()).isZero();
    }

    @Test
    void replacesNothingThatHasArrived() {
        side.send(FLASH, DeliveryOptions.latestOf("greeting"));
        side.heard(receiver, has(FLASH, 1));

        side.offer(FLASH, 10, DeliveryOptions.latestOf("greeting"));

        assertThat(side.endings.told).containsExactly("0 ACKED");
    }

    @Test
    void endsNothingTwiceThatANewerOneReplacedInFlight() {
        side.send(FLASH, DeliveryOptions.latestOf("greeting"));
        side.send(FLASH, DeliveryOptions.latestOf("greeting"));

        side.heard(receiver, has(FLASH, 2));

        assertThat(side.endings.told).containsExactly("0 SUPERSEDED", "1 ACKED");
    }

    @Test
    void letsGoOfABestEffortFrameThatArrived() {
        side.send(FLASH, BEST_EFFORT);
        assertThat(side.flight.retained()).isEqualTo(1);

        side.heard(receiver, has(FLASH, 1));

        assertThat(side.flight.retained()).isZero();
        assertThat(side.endings.told).containsExactly("0 SENT");
    }

    @Test
    void keepsABestEffortFrameOfWhichNothingIsKnown() {
        side.send(FLASH, BEST_EFFORT);
        side.send(FLASH);

        side.heard(receiver, 0, has(FLASH, 0));

        assertThat(side.flight.retained()).isEqualTo(2);
    }

    /** More than the ring of a level begins with, after its numbers have gone on by as much. */
    @Test
    void keepsAnyNumberOfFrames() {
        side.send(FLASH, 64);
        assertThat(side.level(FLASH).frame(64)).as("not sent yet").isNull();
        side.heard(receiver, has(FLASH, 64));
        assertThat(side.flight.retained()).isZero();

        List<Frame> frames = side.send(FLASH, 200);

        assertThat(side.flight.retained()).isEqualTo(200);
        for (Frame frame : frames) {
            assertThat(side.level(FLASH).frame(frame.sequence)).isSameAs(frame);
        }
        assertThat(side.level(FLASH).frame(63)).as("let go of").isNull();
        side.heard(receiver, has(FLASH, 264));
        assertThat(side.endings.told).hasSize(264).allMatch(ending -> ending.endsWith(" ACKED"));
    }

    @Test
    void countsCopiesUntilARepair() {
        Frame frame = side.send(FLASH);
        side.flight.sent(frame, side.nextPacket++, true, side.now);
        side.flight.sent(frame, side.nextPacket++, true, side.now);
        assertThat(frame.copies).isEqualTo(3);

        side.repair(frame);

        assertThat(frame.copies).isEqualTo(1);
    }

    @Test
    void believesFeedbackOnlyAboutWhatWasSent() {
        side.send(FLASH, 3);

        assertThat(isPlausible(has(FLASH, 3))).isTrue();
        assertThat(isPlausible(has(FLASH, 4))).isFalse();
        assertThat(isPlausible(has(FLASH, 0, 2))).isTrue();
        assertThat(isPlausible(has(FLASH, 0, 3))).isFalse();
        assertThat(isPlausible(has(PRIORITY, 0), has(FLASH, 1))).isTrue();
        assertThat(isPlausible(has(FLASH, 1), has(PRIORITY, 1))).isFalse();
    }

    private boolean isPlausible(LevelFeedback... levels) {
        return side.flight.isPlausible(new Feedback(1, 2, 3, 0, List.of(levels)));
    }
}
