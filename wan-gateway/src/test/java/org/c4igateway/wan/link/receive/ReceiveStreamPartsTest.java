package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Feedback in parts. Of the 1,600 sequences that one may describe here, each level with few gaps gets a sixteenth, 100;
 * the level in turn gets what is left by the three others, 1,300, in whole bytes: 1,296.
 */
class ReceiveStreamPartsTest extends ReceiveStreamFixture {
    private static final int SPAN = 1_600;
    private static final int FEW = 100;
    private static final int PART = 1_296;

    @BeforeEach
    void accept() {
        stream.acceptFrom(0);
    }

    /** No run of gaps is long, so that a bit for each sequence is the shortest form. */
    private void hearOfEverySecond(int level, long last) {
        hearOf(level, last, sequence -> sequence % 2 == 1);
    }

    private List<LevelFeedback> part() {
        Feedback feedback = stream.feedback(SPAN, true, 0);
        return feedback.levels();
    }

    private LevelFeedback part(int level) {
        return part().stream().filter(each -> each.level() == level).findAny().orElseThrow();
    }

    @Test
    void tellsALevelFromTheLowestSequenceToTheHighest() {
        hearOfEverySecond(ROUTINE, 3_001);

        LevelFeedback first = part(ROUTINE);
        assertThat(first.first()).isEqualTo(2);
        assertThat(first.received().length()).isEqualTo(PART);
        assertThat(first.more()).isTrue();
        assertThat(stream.isTelling()).isTrue();

        LevelFeedback second = part(ROUTINE);
        assertThat(second.first()).isEqualTo(2 + PART);
        assertThat(second.received().length()).isEqualTo(PART);
        assertThat(stream.isTelling()).isTrue();

        LevelFeedback last = part(ROUTINE);
        assertThat(last.first()).isEqualTo(2 + 2 * PART);
        assertThat(last.highest()).isEqualTo(3_001);
        assertThat(last.more()).isFalse();
        assertThat(stream.isTelling()).as("all is told").isFalse();

        assertThat(part(ROUTINE).first()).as("begins anew").isEqualTo(2);
    }

    @Test
    void tellsTheLevelsInTurn() {
        for (int level : new int[] {FLASH, PRIORITY}) {
            hearOfEverySecond(level, 2_001);
        }
        LevelFeedback flash = LevelFeedback.nothingBut(FLASH, 1);
        LevelFeedback priority = LevelFeedback.nothingBut(PRIORITY, 1);

        List<LevelFeedback> levels = part();
        assertThat(levels).hasSize(2).contains(priority);
        assertThat(levels.getFirst().received().length()).isEqualTo(PART);

        assertThat(part()).contains(priority);
        assertThat(stream.isTelling()).as("the next level follows").isTrue();

        assertThat(part()).hasSize(2).contains(flash).doesNotContain(priority);
        assertThat(stream.isTelling()).isTrue();
        assertThat(part()).contains(flash).doesNotContain(priority);
        assertThat(stream.isTelling()).as("the last level is told").isFalse();

        assertThat(part()).as("begins anew").contains(priority).doesNotContain(flash);
    }

    @Test
    void tellsAllOfALevelWithFewGapsBesideAPart() {
        hearOfEverySecond(IMMEDIATE, 2_001);
        hearOf(PRIORITY, FEW + 1, sequence -> sequence == FEW + 1);
        hearOf(ROUTINE, FEW + 2, sequence -> sequence == FEW + 2);

        List<LevelFeedback> levels = part();

        assertThat(levels)
                .as("nothing of FLASH is known")
                .extracting(LevelFeedback::level)
                .containsExactly(1, 2, 3);
        assertThat(levels.get(0).received().length()).isEqualTo(PART);
        assertThat(levels.get(1)).as("100 sequences").isEqualTo(new LevelFeedback(PRIORITY, 1, bits(FEW - 1)));
        assertThat(levels.get(2)).as("101 sequences").isEqualTo(LevelFeedback.nothingBut(ROUTINE, 1));
    }

    @Test
    void givesNoTurnToALevelWithFewGaps() {
        hearOf(FLASH, FEW + 1, sequence -> sequence == FEW + 1);
        hearOfEverySecond(PRIORITY, 2_001);

        for (int round = 0; round < 3; round++) {
            assertThat(part(PRIORITY).first()).isEqualTo(2);
            assertThat(part()).hasSize(2).contains(new LevelFeedback(FLASH, 1, bits(FEW - 1)));
            assertThat(stream.isTelling()).as("no level follows").isFalse();
        }
    }

    /** One long run of frames is a small part, however long it is. */
    @Test
    void isNotTellingAfterAPartThatTellsAll() {
        hearOf(ROUTINE, 4_001, sequence -> true);
        assertThat(part(ROUTINE).isPart()).isFalse();
        assertThat(stream.isTelling()).isFalse();

        hear(ROUTINE, 1);

        assertThat(stream.feedback(SPAN, true, 0).levels()).containsExactly(new LevelFeedback(ROUTINE, 4_002, bits()));
        assertThat(stream.isTelling()).isFalse();
    }

    @Test
    void isNotTellingAnyMoreWhenTheGapsAreClosed() {
        hearOfEverySecond(ROUTINE, 3_001);
        part();
        assertThat(stream.isTelling()).isTrue();
        for (long sequence = 1; sequence < 3_001; sequence += sequence == 1 ? 1 : 2) {
            hear(ROUTINE, sequence);
        }

        assertThat(part()).containsExactly(new LevelFeedback(ROUTINE, 3_002, bits()));
        assertThat(stream.isTelling()).isFalse();
    }
}
