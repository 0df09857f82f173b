package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.message.Precedence.FLASH;
import static org.c4igateway.core.message.Precedence.IMMEDIATE;
import static org.c4igateway.core.message.Precedence.PRIORITY;
import static org.c4igateway.core.message.Precedence.ROUTINE;
import static org.c4igateway.wan.link.send.SendSide.has;

import java.util.Collections;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

/**
 * Which level sends next. ROUTINE has a floor of a quarter of the link here, and repairs get three quarters of a level:
 * a repair costs a quarter of a frame, and a new frame earns three quarters.
 */
class LevelSchedulerTest {
    private static final String NEW_FLASH = "new FLASH";
    private static final String NEW_ROUTINE = "new ROUTINE";
    private static final String REPAIR = "repair PRIORITY";
    private static final String NEW = "new PRIORITY";

    private final SendSide side = new SendSide(1);
    private final Receiver receiver = side.receivers.getFirst();

    @Test
    void sendsTheMostUrgentFirst() {
        side.offer(ROUTINE);
        side.offer(FLASH);
        side.offer(PRIORITY);
        side.offer(IMMEDIATE);
        assertThat(side.scheduler.hasWork()).isTrue();

        assertThat(side.sendNext(5)).containsExactly(NEW_FLASH, "new IMMEDIATE", NEW, NEW_ROUTINE, "nothing");
        assertThat(side.scheduler.hasWork()).isFalse();
    }

    @Test
    void tellsWhichLevelsHaveWork() {
        side.offer(PRIORITY);
        assertThat(side.scheduler.hasWork(PRIORITY.code())).isTrue();
        assertThat(side.scheduler.hasWork(FLASH.code())).isFalse();

        side.sendNext();
        assertThat(side.scheduler.hasWork(PRIORITY.code())).isFalse();

        side.probe();
        side.heard(receiver);
        assertThat(side.scheduler.hasWork(PRIORITY.code())).as("it is lost").isTrue();
        assertThat(side.scheduler.hasWork(ROUTINE.code())).isFalse();
    }

    @Test
    void goesOnWithARecordThatIsBegunBeforeLessUrgentOnes() {
        side.offer(FLASH, 1_500, SendSide.RELIABLE);
        side.offer(ROUTINE);

        assertThat(side.sendNext(4)).containsExactly(NEW_FLASH, NEW_FLASH, NEW_ROUTINE, "nothing");
    }

    @Test
    void waitsWhileTheReceiverIsAsFarBehindAsItMayBe() {
        side.scheduler.adapt(2, RedundancyPolicy.NONE);
        side.send(FLASH, 2);
        side.fill(FLASH);

        assertThat(side.scheduler.hasWork()).isFalse();
        assertThat(side.choose()).isNull();

        side.heard(receiver, has(FLASH, 1));
        assertThat(side.sendNext(2)).containsExactly(NEW_FLASH, "nothing");
    }

    @Test
    void repairsTheLowestFrameFirst() {
        List<Frame> lost = lose(3);

        assertThat(side.choose()).isEqualTo(new SendDecision.Repair(lost.getFirst()));
    }

    @Test
    void repairsBeforeNewFramesWithinTheirShare() {
        lose(30);
        side.fill(PRIORITY);

        assertThat(side.sendNext(10))
                .containsExactly(REPAIR, NEW, REPAIR, REPAIR, REPAIR, NEW, REPAIR, REPAIR, REPAIR, NEW);
    }

    /** 4,000 bytes saved pay for 16 repairs, and with nothing left one more may go. */
    @Test
    void savesTheShareOfFourFramesForRepairs() {
        side.fill(PRIORITY);
        side.sendNext(20);
        side.probe();
        side.heard(receiver);

        assertThat(side.sendNext(18)).startsWith(times(17, REPAIR)).endsWith(NEW);
    }

    /** One frame owed: a new one brings it to a quarter, the second one above nothing. */
    @Test
    void owesNoMoreThanAFrameForRepairsWhileNothingElseWaited() {
        lose(30);
        assertThat(side.sendNext(10)).containsExactly(times(10, REPAIR));
        side.fill(PRIORITY);

        assertThat(side.sendNext(3)).containsExactly(NEW, NEW, REPAIR);
    }

    @Test
    void keepsTheSharesOfLevelsApart() {
        lose(2);
        side.fill(PRIORITY);
        assertThat(side.sendNext(2)).containsExactly(REPAIR, NEW);
        side.sendNext();

        side.send(FLASH);
        side.probe();
        side.heard(receiver);
        side.fill(FLASH);

        assertThat(side.sendNext(2)).containsExactly("repair FLASH", NEW_FLASH);
    }

    /** Four frames earn a whole one. */
    @Test
    void leavesRoutineItsFloor() {
        side.fill(FLASH);
        side.fill(ROUTINE);

        assertThat(side.sendNext(10))
                .containsExactly(
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_ROUTINE,
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_FLASH,
                        NEW_ROUTINE);
    }

    @Test
    void savesNoFloorWhileRoutineDoesNotWait() {
        side.fill(FLASH);
        side.sendNext(8);
        side.fill(ROUTINE);

        assertThat(side.sendNext(5)).containsExactly(NEW_FLASH, NEW_FLASH, NEW_FLASH, NEW_FLASH, NEW_ROUTINE);
    }

    @Test
    void chargesRoutineNothingWhileNothingElseWaited() {
        side.fill(ROUTINE);
        side.sendNext(8);
        side.fill(FLASH);

        assertThat(side.sendNext(5)).containsExactly(NEW_FLASH, NEW_FLASH, NEW_FLASH, NEW_FLASH, NEW_ROUTINE);
    }

    /** Two frames saved: one goes, and after the turn of FLASH the other; then FLASH earns the next again. */
    @Test
    void savesTwoFramesOfTheFloor() {
        side.fill(FLASH);
        side.fill(ROUTINE);
        sentOf(FLASH, 20);

        assertThat(side.sendNext(7))
                .containsExactly(NEW_ROUTINE, NEW_FLASH, NEW_ROUTINE, NEW_FLASH, NEW_FLASH, NEW_FLASH, NEW_ROUTINE);
    }

    @Test
    void letsAMoreUrgentLevelHaveItsTurnBeforeTheFloor() {
        side.fill(ROUTINE);
        sentOf(FLASH, 4);
        side.fill(IMMEDIATE);

        assertThat(side.sendNext(2)).containsExactly("new IMMEDIATE", NEW_ROUTINE);
    }

    @Test
    void givesTheFloorToWhatRoutineHasOnly() {
        side.offer(ROUTINE);
        side.fill(FLASH);
        sentOf(FLASH, 8);

        assertThat(side.sendNext(3)).containsExactly(NEW_ROUTINE, NEW_FLASH, NEW_FLASH);
    }

    /** So many frames of the level went out, and nothing was decided between them. */
    private void sentOf(Precedence precedence, int frames) {
        for (int i = 0; i < frames; i++) {
            side.scheduler.sent(new SendDecision.NewFrame(precedence.code()), SendSide.FRAME);
        }
    }

    private List<Frame> lose(int frames) {
        List<Frame> lost = side.send(PRIORITY, frames);
        side.probe();
        side.heard(receiver);
        return lost;
    }

    private static String[] times(int times, String what) {
        return Collections.nCopies(times, what).toArray(String[]::new);
    }
}
