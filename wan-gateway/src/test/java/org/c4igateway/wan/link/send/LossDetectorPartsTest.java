package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.IMMEDIATE;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.has;
import static org.c4igateway.wan.link.send.SendSide.part;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What feedback does not tell of is not known to be missing. */
class LossDetectorPartsTest {
    /** A sum of so many sequences above those expected next may have been cut. */
    private static final int CUT = 4_096;

    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @Test
    void holdsNothingForLostBehindWhatLongFeedbackTells() {
        List<Frame> frames = side.send(FLASH, CUT + 3);
        side.probe();

        side.heard(receiver, has(FLASH, 1, 2, CUT + 1));

        assertThat(side.lost(FLASH))
                .contains(frames.get(1), frames.get(3), frames.get(CUT))
                .doesNotContain(frames.get(CUT + 2))
                .hasSize(CUT - 1);
    }

    @Test
    void holdsForLostWhatShorterFeedbackDoesNotTell() {
        List<Frame> frames = side.send(FLASH, CUT + 2);
        side.probe();

        side.heard(receiver, has(FLASH, 1, CUT));

        assertThat(side.lost(FLASH)).contains(frames.get(CUT + 1));
    }

    @Test
    void countsWhatFeedbackTellsOfAllLevelsTogether() {
        side.send(FLASH, CUT / 2 + 1);
        List<Frame> routine = side.send(ROUTINE, CUT / 2 + 2);
        Frame immediate = side.send(IMMEDIATE);
        side.probe();

        side.heard(receiver, has(FLASH, 0, CUT / 2), has(ROUTINE, 0, CUT / 2));

        assertThat(side.lost(ROUTINE)).contains(routine.get(CUT / 2 - 1)).doesNotContain(routine.getLast());
        assertThat(side.lost(IMMEDIATE))
                .as("of a level that it does not name, the receiver has nothing")
                .containsExactly(immediate);
    }

    @Test
    void losesWhatAPartTellsToBeMissing() {
        List<Frame> frames = side.send(FLASH, 12);
        side.probe();

        side.heard(receiver, part(FLASH, 1, 3, true, 6, 8));

        assertThat(side.lost(FLASH))
                .as("the one expected next, and the gaps between those told")
                .containsExactly(frames.get(1), frames.get(5), frames.get(7));
    }

    @Test
    void losesWhatTheFirstPartTellsToBeMissing() {
        List<Frame> frames = side.send(FLASH, 6);
        side.probe();

        side.heard(receiver, part(FLASH, 1, 0, true, 3));

        assertThat(side.lost(FLASH)).containsExactly(frames.get(1), frames.get(2));
    }

    @Test
    void losesAllThatFollowsWhatTheLastPartTells() {
        List<Frame> frames = side.send(FLASH, 12);
        side.probe();

        side.heard(receiver, part(FLASH, 1, 3, false, 6, 8));

        assertThat(side.lost(FLASH))
                .containsExactly(
                        frames.get(1), frames.get(5), frames.get(7), frames.get(9), frames.get(10), frames.get(11));
    }

    @Test
    void losesAllOfAGapLongerThanAPart() {
        List<Frame> frames = side.send(FLASH, 5);
        side.probe();

        side.heard(receiver, part(FLASH, 1, 1, true));

        assertThat(side.lost(FLASH)).containsExactly(frames.get(1), frames.get(3), frames.get(4));
    }

    @Test
    void knowsNothingOfOthersFromAPartThatTellsOnlyTheNextOne() {
        List<Frame> frames = side.send(FLASH, 5);
        side.probe();

        side.heard(receiver, part(FLASH, 2, 100, true));

        assertThat(side.lost(FLASH)).containsExactly(frames.get(2));
    }

    @Test
    void takesPartsOfOneLevelWithAllOfAnother() {
        List<Frame> flash = side.send(FLASH, 4);
        List<Frame> routine = side.send(ROUTINE, 4);
        side.probe();

        side.heard(receiver, part(FLASH, 1, 100, true), has(ROUTINE, 1, 2));

        assertThat(side.lost(FLASH)).containsExactly(flash.get(1));
        assertThat(side.lost(ROUTINE)).containsExactly(routine.get(1), routine.get(3));
    }

    @Test
    void holdsNoFrameOfAPartForLostThatWentOutAfterWhatArrived() {
        List<Frame> frames = side.send(FLASH, 6);
        side.repair(frames.get(2));
        side.probe();

        side.heard(receiver, 6, part(FLASH, 1, 0, true, 5));

        assertThat(side.lost(FLASH)).containsExactly(frames.get(1), frames.get(3), frames.get(4));
    }

    @Test
    void takesAFrameThatIsLostAlreadyForLostOnce() {
        List<Frame> frames = side.send(FLASH, 3);
        side.probe();
        side.heard(receiver, part(FLASH, 0, 0, true, 2));
        side.repair(frames.getFirst());
        side.probe();

        side.heard(receiver, 5, part(FLASH, 0, 0, true, 2));

        assertThat(side.lost(FLASH)).containsExactly(frames.get(0), frames.get(1));
        assertThat(side.level(FLASH).firstLost()).isSameAs(frames.getFirst());
    }

    /** The first frame was repaired, so that it is the last one sent; parts have told nothing of the next ones. */
    @Test
    void passesOver64FramesOfWhichNothingIsKnown() {
        Frame suspected = suspectBehind(64);

        assertThat(side.flight.detector().nextOverdueNanos()).isLessThan(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(FLASH)).containsExactly(suspected);
    }

    @Test
    void waitsForFeedbackAboutMoreThan64FramesOfWhichNothingIsKnown() {
        suspectBehind(65);

        assertThat(side.flight.detector().nextOverdueNanos()).isEqualTo(Long.MAX_VALUE);
        side.flight.detector().lookForOverdue(Long.MAX_VALUE - 1);
        assertThat(side.lost(FLASH)).isEmpty();
    }

    private Frame suspectBehind(int unknown) {
        receiver.tolerance.needless(1_000);
        List<Frame> frames = side.send(FLASH, unknown + 3);
        side.repair(frames.getFirst());
        side.heard(receiver, part(FLASH, 0, unknown, true, unknown + 2));
        return frames.get(unknown + 1);
    }
}
