package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.link.record.Payload;
import org.junit.jupiter.api.Test;

/** What is believed of the feedback of a peer, and when this side gives its own. */
class LinkFeedbackTest extends LoneEngineFixture {
    @Test
    void endsWhatFeedbackConfirms() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        Datagram frame = sent();

        b.packet().feedback(frame.packet(), frames(Precedence.ROUTINE, 1)).send();

        assertThat(events).containsExactly("0 ACKED");
    }

    @Test
    void ignoresFeedbackAboutAnotherStream() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        Datagram frame = sent();

        b.packet()
                .feedbackAbout(SESSION + 1, frame.packet(), frames(Precedence.ROUTINE, 1))
                .send();
        b.packet().feedbackAbout(SESSION - 1, 10_000).send();

        assertThat(events).isEmpty();
        assertThat(peer("B").received().faults().implausible()).isZero();
    }

    @Test
    void takesTheFeedbackAboutItselfOfSeveral() {
        start("B");
        FarEnd b = joined("B", 5);
        offer(Precedence.ROUTINE, 700);
        Datagram frame = sent();

        b.packet()
                .feedbackAbout(SESSION + 1, 0)
                .feedback(frame.packet(), frames(Precedence.ROUTINE, 1))
                .send();

        assertThat(events).containsExactly("0 ACKED");
    }

    @Test
    void ignoresFeedbackThatIsNotNewerThanTheLast() {
        start("B");
        FarEnd b = joined("B", 5);
        FarEnd.Packet overtaken = b.packet();
        FarEnd.Packet again = b.new Packet(b.nextPacket);
        b.packet().feedback(0).send();
        offer(Precedence.ROUTINE, 700);
        Datagram frame = sent();

        overtaken.feedback(frame.packet(), frames(Precedence.ROUTINE, 1)).send();
        again.feedback(frame.packet(), frames(Precedence.ROUTINE, 1)).send();
        assertThat(events).isEmpty();

        b.packet().feedback(frame.packet(), frames(Precedence.ROUTINE, 1)).send();
        assertThat(events).containsExactly("0 ACKED");
    }

    @Test
    void countsFeedbackAboutWhatWasNeverSentAndIgnoresIt() {
        start("B");
        Datagram knock = sent();
        FarEnd b = far("B", 5);
        b.packet().feedback(knock.packet() + 1).send();
        b.packet().feedback(knock.packet(), frames(Precedence.FLASH, 1)).send();
        assertThat(events).isEmpty();
        assertThat(engine().isUp()).isFalse();
        assertThat(peer("B").received().faults().implausible()).isEqualTo(2);

        b.packet().feedback(knock.packet()).send();

        assertThat(events).containsExactly("B UP 5");
        assertThat(peer("B").received().faults().implausible()).isEqualTo(2);
    }

    @Test
    void measuresTheRoundTrip() {
        start("B");
        Datagram knock = sent();
        now += 30 * MILLI;
        far("B", 5).packet().feedback(knock.packet()).send();

        assertThat(peer("B").roundTripNanos()).isEqualTo(30 * MILLI);
    }

    @Test
    void tellsWhatItHasOfAStreamWhenDataCame() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().frame(Precedence.ROUTINE, 0).send();
        long highest = b.nextPacket - 1;
        b.packet().frame(Precedence.ROUTINE, 2).send();

        List<Datagram> sent = sentWithin(100 * MILLI);

        assertThat(sent).hasSize(1);
        Feedback told = sent.getFirst().feedback().getFirst();
        assertThat(told.session()).isEqualTo(5);
        assertThat(told.highestPacket()).isEqualTo(highest + 1);
        assertThat(told.levels()).containsExactly(frames(Precedence.ROUTINE, 1, 2));
        assertThat(sent.getFirst().poll()).as("nobody has to answer an answer").isFalse();
    }

    @Test
    void answersAPollAtOnce() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().poll().send();

        assertThat(sent().feedback()).hasSize(1);
        b.packet().poll().send();
        now += MILLI;
        assertThat(sent().feedback()).as("and again").hasSize(1);
    }

    @Test
    void answersAtOnceWhenAnUrgentFrameIsMissing() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().frame(Precedence.ROUTINE, 0).send();
        sentWithin(100 * MILLI);
        b.packet().frame(Precedence.ROUTINE, 1).send();
        assertThat(sent().feedback()).hasSize(1);
        now += MILLI / 2;
        b.packet().frame(Precedence.ROUTINE, 2).send();
        assertThat(next()).as("no hurry: one millisecond each").isNull();

        b.packet().frame(Precedence.FLASH, 0).send();
        assertThat(next()).as("nothing is missing").isNull();
        b.packet().frame(Precedence.FLASH, 2).send();

        assertThat(sent().feedback()).hasSize(1);
    }

    @Test
    void tellsNothingWhenNothingDeservesAnAnswer() {
        start("B");
        FarEnd b = joined("B", 5);
        b.packet().send();
        b.packet().feedback(0).send();

        assertThat(sentWithin(SECOND)).isEmpty();
    }

    @Test
    void tellsAPeerNothingThatDoesNotKnowThisSide() {
        start("B");
        sentWithin(100 * MILLI);
        FarEnd b = far("B", 5);
        b.packet().poll().frame(Precedence.FLASH, 0).send();

        assertThat(sentWithin(SECOND))
                .isNotEmpty()
                .allMatch(each -> each.feedback().isEmpty());
    }

    private static List<Integer> records(Datagram datagram) {
        byte[] body = datagram.data().orElseThrow().body();
        if (!(new ChunkUnpacker(List.of()).unpack(body) instanceof Unpacking.Chunks chunks)) {
            throw new AssertionError("cannot be unpacked");
        }
        return chunks.chunks().stream()
                .map(Chunk::bytes)
                .map(bytes -> Integer.valueOf(new String(bytes, StandardCharsets.US_ASCII)))
                .toList();
    }

    private void offerThree() {
        for (int record = 0; record < 3; record++) {
            byte[] bytes = Integer.toString(record).getBytes(StandardCharsets.US_ASCII);
            offer(Precedence.FLASH, "T" + record, Payload.of(bytes));
        }
    }

    @Test
    void sendsTheNewestFirstWhenTheLinkComesUp() {
        start("B", "C");
        sentWithin(MILLI);
        offerThree();

        far("B", 5).packet().hello(SESSION).send();

        assertThat(records(sentWithin(MILLI).getFirst())).containsExactly(2, 1, 0);
    }

    @Test
    void keepsTheOrderWhenOneMorePeerComesUp() {
        start("B", "C");
        sentWithin(MILLI);
        far("B", 5).packet().hello(SESSION).send();
        sentWithin(MILLI);
        offerThree();

        far("C", 6).packet().hello(SESSION).send();

        Datagram first = sentWithin(MILLI).stream()
                .filter(each -> each.data().isPresent())
                .findFirst()
                .orElseThrow();
        assertThat(records(first)).containsExactly(0, 1, 2);
    }
}
