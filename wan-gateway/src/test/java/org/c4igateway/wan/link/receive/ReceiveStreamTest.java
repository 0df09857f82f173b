package org.c4igateway.wan.link.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.junit.jupiter.api.Test;

/** What a stream takes, what it asks for, and what it tells as a whole. */
class ReceiveStreamTest extends ReceiveStreamFixture {
    private static final int MUCH = 8_000;

    @Test
    void takesFramesOnlyFromThePacketOnThatKnowsThisSide() {
        assertThat(stream.isAccepted()).isFalse();
        hear(0, FLASH, 0);
        stream.acceptFrom(2);
        assertThat(stream.isAccepted()).isTrue();
        hear(1, FLASH, 0);
        assertThat(handedOn).isEmpty();
        assertThat(counts.notAccepted).isEqualTo(2);

        hear(2, FLASH, 0);
        hear(3, ROUTINE, 0);

        assertThat(handedOn).containsExactly("FLASH 0", "ROUTINE 0");
        assertThat(counts.notAccepted).isEqualTo(2);
        assertThat(counts.datagrams).as("all that was heard").isEqualTo(4);
    }

    @Test
    void keepsToTheEarliestPacketThatKnewThisSide() {
        stream.acceptFrom(5);
        stream.acceptFrom(9);

        hear(5, FLASH, 0);

        assertThat(handedOn).containsExactly("FLASH 0");
    }

    @Test
    void wantsToAnswerAtOnceWhenAnUrgentFrameIsMissing() {
        stream.acceptFrom(0);
        for (int level = FLASH; level <= ROUTINE; level++) {
            assertThat(hear(level, 0)).as("nothing is missing").isFalse();
        }

        assertThat(hear(FLASH, 2)).isTrue();
        assertThat(hear(IMMEDIATE, 2)).isTrue();
        assertThat(hear(PRIORITY, 2)).isFalse();
        assertThat(hear(ROUTINE, 2)).isFalse();
        assertThat(stream.waiting()).isEqualTo(4);
    }

    @Test
    void missesNothingInWhatHasNoFrameOrIsNotTaken() {
        assertThat(hearPacket(0, 0)).isFalse();
        assertThat(hear(1, FLASH, 0)).as("not accepted").isFalse();
        stream.acceptFrom(2);
        hear(2, FLASH, 0);

        assertThat(hear(1, FLASH, 5)).as("not accepted").isFalse();
        assertThat(stream.waiting()).isZero();
    }

    @Test
    void tellsHowLongAgoTheHighestPacketCameFirst() {
        hearPacket(4, 1_000_000);
        hearPacket(4, 2_000_000);
        hearPacket(3, 3_000_000);

        Feedback feedback = stream.feedback(MUCH, true, 6_000_000);

        assertThat(feedback).isEqualTo(new Feedback(SESSION, 4, 3, 5_000, List.of()));
        assertThat(stream.feedback(MUCH, true, 500_000).delayMicros())
                .as("never before it came")
                .isZero();
    }

    @Test
    void tellsNoMorePacketsThanThereAre() {
        hearPacket(1, 0);
        assertThat(stream.feedback(MUCH, true, 0).packetsReceived()).isEqualTo(1);

        hearPacket(1, 0);
        hearPacket(1, 0);

        assertThat(stream.feedback(MUCH, true, 0).packetsReceived())
                .as("packets 0 and 1, however often they came")
                .isEqualTo(2);
    }

    /** The first one may be of a stream that has long been going on. */
    @Test
    void knowsWhichShareOfThePacketsHasNotCome() {
        hearPacket(1_000, 0);
        assertThat(stream.loss()).isZero();

        hearPacket(1_004, 0);
        assertThat(stream.loss()).isEqualTo(0.75);

        hearPacket(1_004, 0);
        hearPacket(1_002, 0);
        assertThat(stream.loss()).as("late ones change nothing").isEqualTo(0.75);
    }

    @Test
    void tellsAllLevelsOfWhichItKnowsInOneWhenTheyFit() {
        stream.acceptFrom(0);
        hear(IMMEDIATE, 0);
        hear(IMMEDIATE, 3);
        hear(ROUTINE, 0);
        hear(ROUTINE, 5);

        Feedback exactly = stream.feedback(2 + 4, true, 0);

        assertThat(exactly.levels())
                .containsExactly(new LevelFeedback(IMMEDIATE, 1, bits(1)), new LevelFeedback(ROUTINE, 1, bits(3)));
        assertThat(stream.isTelling()).isFalse();
        assertThat(stream.feedback(2 + 4 - 1, true, 0).levels())
                .as("one sequence too many: in parts")
                .anyMatch(LevelFeedback::isPart);
    }

    /** For a peer that does not understand parts: the urgent levels first, as far as the sequences go. */
    @Test
    void leavesOutWhatIsTooMuchForAPeerThatTakesNoParts() {
        stream.acceptFrom(0);
        hear(FLASH, 0);
        hear(FLASH, 2);
        hear(FLASH, 4);
        hear(ROUTINE, 0);
        hear(ROUTINE, 2);
        hear(ROUTINE, 5);

        List<LevelFeedback> levels = stream.feedback(5, false, 0).levels();

        assertThat(levels)
                .containsExactly(new LevelFeedback(FLASH, 1, bits(0, 2)), new LevelFeedback(ROUTINE, 1, bits(0)));
        assertThat(levels).noneMatch(LevelFeedback::isPart);
        assertThat(stream.isTelling()).isFalse();
    }

    @Test
    void saysWhoseStreamItIsAndThatRecordsCannotBeRead() {
        stream.acceptFrom(0);
        DataFrame unreadable = new DataFrame(FLASH, 0, 0, new byte[] {99});
        stream.take(new Datagram(SESSION, 0, Optional.empty(), List.of(), Optional.of(unreadable), false), 0);

        assertThat(handedOn).containsExactly("unreadable");
        assertThat(stream.session()).isEqualTo(SESSION);
    }
}
