package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.link.record.Payload;
import org.junit.jupiter.api.Test;

/** When a datagram may leave, and which level has its turn. */
class LinkPacingTest extends LoneEngineFixture {
    private void offer(int frames, Precedence precedence) {
        for (int frame = 0; frame < frames; frame++) {
            offer(precedence, 900);
        }
    }

    @Test
    void timeWithoutAnythingToSendIsNoCredit() {
        start("B");
        joined("B", 5);
        now += SECOND;
        assertThat(next()).isNull();
        now += SECOND;
        offer(2, Precedence.ROUTINE);

        sent();

        assertThat(next()).as("the link is busy").isNull();
    }

    @Test
    void makesUpForACallThatIsLate() {
        start("B");
        joined("B", 5);
        assertThat(next()).isNull();
        offer(3, Precedence.ROUTINE);
        sent();
        now += 5 * MILLI;

        sent();

        assertThat(sent().data()).as("three frames took their time").isPresent();
    }

    @Test
    void leavesRoutineItsShare() {
        start("B");
        joined("B", 5);
        offer(40, Precedence.PRIORITY);
        offer(1, Precedence.ROUTINE);

        List<Integer> levels = sentWithin(60 * MILLI).stream()
                .flatMap(each -> each.data().stream())
                .map(data -> data.level())
                .toList();

        assertThat(levels.indexOf(Precedence.ROUTINE.code()))
                .as("one in twenty")
                .isBetween(20, 24);
        assertThat(levels).endsWith(Precedence.PRIORITY.code());
    }

    /** A fifth is lost here. A quarter of the time that an answer takes is less than the time after which it asks. */
    @Test
    void repeatsAFrameOfALossyLinkWhenNothingElseIsToBeSent() {
        start("B");
        FarEnd b = joined("B", 5);
        for (int probe = 0; probe < 20; probe++) {
            b.packet().hello().send();
            sent();
            now += MILLI;
        }
        long last = sentWithin(10 * MILLI).stream()
                .mapToLong(Datagram::packet)
                .max()
                .orElse(21);
        b.packet().feedbackOfFew(last + 1 - 5, last).send();
        assertThat(peer("B").loss()).isBetween(0.1, 0.3);
        offer(1, Precedence.ROUTINE);
        Datagram frame = sent();

        Datagram copy = sentWithin(12 * MILLI).getFirst();

        assertThat(copy.data()).isEqualTo(frame.data()).isPresent();
    }

    @Test
    void endsARecordThatExpiresWhileItWaits() {
        start("B");
        sentWithin(MILLI);
        long expires = now + 50 * MILLI;
        offer(Precedence.ROUTINE, "T", Payload.of(new byte[100]), expires);
        assertThat(engine().wakeNanos(now)).isLessThanOrEqualTo(expires);

        sentWithin(50 * MILLI - 1);
        assertThat(events).isEmpty();
        sentWithin(1);

        assertThat(events).containsExactly("0 EXPIRED");
    }

    @Test
    void packsNewFramesWithANewPacker() {
        start("B");
        joined("B", 5);
        offer(1, Precedence.ROUTINE);
        assertThat(sent().data().orElseThrow().body()).hasSizeGreaterThan(900);
        try (ChunkPacker compressing = ChunkPacker.compressing(3)) {
            engine().packer(compressing);
            offer(1, Precedence.ROUTINE);
            now += 10 * MILLI;

            assertThat(sent().data().orElseThrow().body()).hasSizeLessThan(200);
        }
    }
}
