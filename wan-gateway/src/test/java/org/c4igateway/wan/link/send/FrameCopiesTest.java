package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.BEST_EFFORT;
import static org.c4igateway.wan.link.send.SendSide.MILLI;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.List;
import org.c4igateway.wan.link.record.DeliveryOptions;
import org.junit.jupiter.api.Test;

/**
 * Copies of frames of which nothing is known yet. Those of FLASH get a quarter of the link here while something else
 * waits: a copy costs three quarters of a frame, and any other frame earns a quarter.
 */
class FrameCopiesTest {
    private static final String COPY = "copy FLASH";
    private static final String NEW = "new ROUTINE";
    /** As far as is looked for a frame to copy. */
    private static final int LOOKED_AT = 64;

    private static final long SPACING = 50 * MILLI;

    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @Test
    void copiesFlashBeforeWhatIsLessUrgentWithinItsShare() {
        copies(9, 9, 1);
        side.send(FLASH);
        side.fill(ROUTINE);

        assertThat(side.sendNext(9)).containsExactly(COPY, NEW, NEW, NEW, COPY, NEW, NEW, NEW, COPY);
    }

    @Test
    void copiesNothingWhileNewFlashWaits() {
        copies(9, 9, 1);
        side.send(FLASH);
        side.fill(FLASH);

        assertThat(side.sendNext(3)).containsOnly("new FLASH");
    }

    @Test
    void copiesFlashOnlyWhenSomethingElseWaits() {
        copies(9, 9, 1);
        side.send(FLASH);

        assertThat(side.choose()).isNull();
    }

    /** 2,000 bytes saved: 1,250 after a copy, 500 after the second, below nothing after the third. */
    @Test
    void savesTheShareOfTwoFramesForCopies() {
        copies(2, 2, 1);
        side.fill(ROUTINE);
        side.sendNext(20);
        side.send(FLASH, 10);

        assertThat(side.sendNext(4)).containsExactly(COPY, COPY, COPY, NEW);
    }

    /** One frame owed: four others earn it. */
    @Test
    void owesNoMoreThanAFrameForCopiesWhileNothingElseWaited() {
        copies(1, 1, 9);
        side.send(FLASH);
        side.now = SPACING;
        for (int i = 0; i < 6; i++) {
            assertThat(side.sendNext(1)).containsExactly(COPY);
            side.now += SPACING;
        }
        copies(9, 9, 1);
        side.fill(ROUTINE);

        assertThat(side.sendNext(5)).containsExactly(NEW, NEW, NEW, NEW, COPY);
    }

    /** Two at once, and a third one only after a datagram of something else. */
    @Test
    void keepsFurtherCopiesOneDatagramApart() {
        save();
        copies(2, 3, 1);
        side.send(FLASH);

        assertThat(side.sendNext(5)).containsExactly(COPY, NEW, COPY, NEW, NEW);
    }

    @Test
    void copiesNothingThatIsNotRepaired() {
        save();
        copies(9, 9, 9);
        side.send(FLASH, BEST_EFFORT);
        side.send(FLASH, DeliveryOptions.reliable(100 * MILLI));
        assertThat(side.sendNext(1)).containsExactly(COPY);

        side.now = 100 * MILLI;

        assertThat(side.sendNext(1)).containsExactly(NEW);
    }

    @Test
    void copiesNothingThatArrived() {
        save();
        copies(9, 9, 9);
        side.send(FLASH);

        side.heard(receiver, has(FLASH, 1), has(ROUTINE, side.level(ROUTINE).next()));

        assertThat(side.sendNext(1)).containsExactly(NEW);
    }

    @Test
    void looksAtTheOldest64FlashFrames() {
        save();
        copies(2, 2, 1);
        sendBestEffort(LOOKED_AT - 1);
        Frame last = side.send(FLASH);

        assertThat(side.choose()).isEqualTo(new SendDecision.Repeat(last));
    }

    @Test
    void looksAtNoMoreThan64FlashFrames() {
        save();
        copies(2, 2, 1);
        sendBestEffort(LOOKED_AT);
        side.send(FLASH);

        assertThat(side.sendNext(1)).containsExactly(NEW);
    }

    @Test
    void copiesAnyLevelWhenNothingElseIsToBeSent() {
        copies(1, 1, 2);
        side.send(ROUTINE);
        side.send(PRIORITY);
        side.now = SPACING - 1;
        assertThat(side.choose()).isNull();

        side.now = SPACING;

        assertThat(side.sendNext(3)).containsExactly("copy PRIORITY", "copy ROUTINE", "nothing");
        side.now = 3 * SPACING;
        assertThat(side.choose()).as("each is sent twice").isNull();
    }

    @Test
    void copiesInTheOrderOfTheLastSendingWhenNothingElseIsToBeSent() {
        copies(1, 1, 3);
        List<Frame> frames = side.send(ROUTINE, 2);
        side.now = SPACING;
        assertThat(side.sendNext()).isEqualTo(new SendDecision.Repeat(frames.get(0)));
        assertThat(side.sendNext()).isEqualTo(new SendDecision.Repeat(frames.get(1)));
        assertThat(side.sendNext()).as("too soon for both").isNull();

        side.now = 2 * SPACING;

        assertThat(side.sendNext()).isEqualTo(new SendDecision.Repeat(frames.get(0)));
    }

    @Test
    void startsCountingAgainWithARepair() {
        copies(1, 1, 2);
        Frame frame = side.send(ROUTINE);
        side.now = SPACING;
        assertThat(side.sendNext(1)).containsExactly("copy ROUTINE");
        side.probe();
        side.heard(receiver);
        assertThat(side.sendNext(1)).containsExactly("repair ROUTINE");

        side.now = 2 * SPACING;

        assertThat(side.sendNext()).isEqualTo(new SendDecision.Repeat(frame));
    }

    @Test
    void tellsWhenACopyMayBeDue() {
        copies(1, 1, 2);
        assertThat(side.scheduler.nextCopyNanos(side.now)).isEqualTo(Long.MAX_VALUE);
        side.now = 10 * MILLI;
        side.send(ROUTINE);
        side.now = 20 * MILLI;
        side.send(FLASH);
        assertThat(side.scheduler.nextCopyNanos(side.now)).isEqualTo(10 * MILLI + SPACING);

        side.now = 10 * MILLI + SPACING;
        side.sendNext();
        assertThat(side.scheduler.nextCopyNanos(side.now)).isEqualTo(20 * MILLI + SPACING);

        side.now = 20 * MILLI + SPACING;
        side.sendNext();
        assertThat(side.scheduler.nextCopyNanos(side.now)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void tellsNoTimeForWhatIsNotCopied() {
        side.send(FLASH);
        assertThat(side.scheduler.nextCopyNanos(0)).as("without loss").isEqualTo(Long.MAX_VALUE);

        copies(1, 1, 2);
        side.heard(receiver, has(FLASH, 1));
        side.send(FLASH, BEST_EFFORT);
        assertThat(side.scheduler.nextCopyNanos(0)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void looksAtTheOldest64FramesOfALevelWhenNothingElseIsToBeSent() {
        copies(1, 1, 2);
        sendBestEffort(LOOKED_AT - 1);
        Frame last = side.send(FLASH);
        assertThat(side.scheduler.nextCopyNanos(0)).isEqualTo(SPACING);

        side.now = SPACING;

        assertThat(side.choose()).isEqualTo(new SendDecision.Repeat(last));
    }

    @Test
    void looksAtNoMoreThan64FramesOfALevelWhenNothingElseIsToBeSent() {
        copies(1, 1, 2);
        sendBestEffort(LOOKED_AT);
        side.send(FLASH);
        assertThat(side.scheduler.nextCopyNanos(0)).isEqualTo(Long.MAX_VALUE);

        side.now = SPACING;

        assertThat(side.choose()).isNull();
    }

    private void copies(int urgentAtOnce, int urgent, int idle) {
        side.scheduler.adapt(SendSide.BOUNDS.windowFrames(), new RedundancyPolicy(urgentAtOnce, urgent, idle, SPACING));
    }

    /** ROUTINE sends, and goes on waiting: the share of copies is saved. */
    private void save() {
        side.fill(ROUTINE);
        side.sendNext(10);
    }

    private void sendBestEffort(int frames) {
        for (int i = 0; i < frames; i++) {
            side.send(FLASH, BEST_EFFORT);
        }
    }
}
