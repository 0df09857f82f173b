package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/** What a stream sends, asks and takes for true, and what it makes of rate and round trip. */
class SendStreamTest extends SendStreamFixture {
    @Test
    void hasWorkWhenAPeerIsUpAndARecordWaits() {
        End end = end("B");
        offer(end, 0);
        assertThat(end.stream().hasWork(Precedence.ROUTINE)).as("nobody is up").isFalse();

        up(end, "B");

        assertThat(end.stream().hasWork(Precedence.ROUTINE)).isTrue();
        assertThat(end.stream().hasWork(Precedence.FLASH)).as("no FLASH waits").isFalse();
    }

    @Test
    void hasNoWorkForALostFrameWhileNobodyIsUp() {
        End end = end("B");
        up(end, "B");
        send(end, 0);
        send(end, 0);
        hear(end, "B", 1, frames(0, 1), MILLI);
        assertThat(end.stream().hasWork(Precedence.ROUTINE))
                .as("frame 0 is lost")
                .isTrue();

        end.peer("B").state = LinkPeer.State.DOWN;

        assertThat(end.stream().hasWork(Precedence.ROUTINE)).isFalse();
    }

    @Test
    void remembersTheLastPacketThatDeservedAnAnswer() {
        SendStream stream = end("B").stream();
        assertThat(stream.nextPacket()).isZero();
        assertThat(stream.lastAskedPacket()).isEqualTo(-1);

        stream.sent(100, false, 0);
        assertThat(stream.lastAskedPacket()).isEqualTo(-1);
        stream.sent(100, true, 0);
        stream.sent(100, false, 0);

        assertThat(stream.nextPacket()).isEqualTo(3);
        assertThat(stream.lastAskedPacket()).isEqualTo(1);
    }

    @Test
    void pacesWhatWasSent() {
        SendStream stream = end("B").stream();

        stream.sent(FRAME_BYTES, true, 500 * MILLI);

        assertThat(stream.pacer.isReady(500 * MILLI)).isTrue();
        for (int sent = 0; sent < 11; sent++) {
            stream.sent(FRAME_BYTES, true, 500 * MILLI);
        }
        assertThat(stream.pacer.isReady(500 * MILLI))
                .as("12 ms, and a slack of 10")
                .isFalse();
        assertThat(stream.pacer.freeAtNanos()).isEqualTo(502 * MILLI);
    }

    @Test
    void believesNoFeedbackAboutWhatWasNotSent() {
        End end = end("B");
        up(end, "B");
        send(end, 0);
        send(end, 0);

        assertThat(end.stream().isPlausible(new Feedback(1, 1, 2, 0, List.of())))
                .isTrue();
        assertThat(end.stream().isPlausible(new Feedback(1, 2, 2, 0, List.of())))
                .as("packet 2")
                .isFalse();
        assertThat(end.stream().isPlausible(about(frames(2)))).isTrue();
        assertThat(end.stream().isPlausible(about(frames(3)))).as("frame 2").isFalse();
        assertThat(end.stream().isPlausible(about(frames(0, 1)))).isTrue();
        assertThat(end.stream().isPlausible(about(frames(0, 2)))).as("frame 2").isFalse();
        assertThat(end.stream().isPlausible(about(new LevelFeedback(0, 1, new BitSet()))))
                .as("FLASH")
                .isFalse();
    }

    private static Feedback about(LevelFeedback level) {
        return new Feedback(1, 1, 2, 0, List.of(level));
    }

    @Test
    void pacesAtANewRate() {
        End end = end("B");
        up(end, "B");
        assertThat(end.peer("B").feedback.costNanos()).isEqualTo(800_000);

        end.stream().rate(RATE / 2);

        assertThat(end.stream().pacer.nanosFor(FRAME_BYTES)).isEqualTo(2 * MILLI);
        assertThat(end.peer("B").feedback.costNanos()).isEqualTo(1_600_000);
    }

    /** A datagram without a frame takes 72 and 28 bytes, 100 µs; an eighth of the rate is for feedback. */
    @Test
    void feedbackOfAllPeersTogetherKeepsToItsShare() {
        assertThat(end("B").peer("B").feedback.costNanos()).isEqualTo(800_000);
        assertThat(end("B", "C", "D").peer("C").feedback.costNanos()).isEqualTo(2_400_000);
    }

    /** A quarter of the rate is for probes, so one costs 400 µs; a calm peer is asked after eight of them. */
    @Test
    void probesOfAllPeersTogetherKeepToTheirShare() {
        assertThat(end("B").peer("B").pulse.probeAtNanos(false)).isEqualTo(8 * 400_000);
        assertThat(end("B", "C", "D").peer("C").pulse.probeAtNanos(false)).isEqualTo(8 * 3 * 400_000);
    }

    @Test
    void aGroupIsNotAskedMoreOftenThanOneIsKnockedAt() {
        LinkSettings.Patience patience = new LinkSettings.Patience(1, 1, 10 * MILLI);
        LinkSettings.Bounds bounds = LinkSettings.Bounds.DEFAULT;

        assertThat(end(bounds, patience, "B").peer("B").pulse.probeAtNanos(false))
                .isEqualTo(8 * 400_000);
        assertThat(end(bounds, patience, "B", "C", "D").peer("B").pulse.probeAtNanos(false))
                .as("two others")
                .isEqualTo(8 * 2 * 10 * MILLI);
    }

    @Test
    void waitsForAnAnswerAsLongAsAFrameTakesAtLeast() {
        End end = end("B");
        up(end, "B");
        for (int steady = 0; steady < 200; steady++) {
            end.peer("B").receiver.turnaround.sample(10 * MILLI);
        }
        end.stream().rate(RATE);

        end.peer("B").pulse.asked(0, 0);

        assertThat(end.peer("B").pulse.probeAtNanos(true)).isEqualTo(11 * MILLI);
    }

    @Test
    void answersEightTimesARoundTripOnceThatIsKnown() {
        End end = end("B");
        LinkPeer peer = end.peer("B");
        peer.feedback.heard(false);
        assertThat(peer.feedback.dueAtNanos()).as("round trip is not known").isZero();

        end.stream().sent(100, true, 0);
        hear(end, "B", 0, 80 * MILLI);

        assertThat(peer.receiver.rtt.smoothedNanos()).isEqualTo(80 * MILLI);
        assertThat(peer.feedback.dueAtNanos()).isEqualTo(10 * MILLI);
    }

    /** A repair that was not needed has shown that packets overtake each other here. */
    @Test
    void losesAFrameThatWasGivenTimeWhenThatIsOver() {
        End end = end("B");
        up(end, "B");
        send(end, 0);
        send(end, 0);
        hear(end, "B", 1, frames(0, 1), 10 * MILLI);
        hear(end, "B", 1, frames(2), 10 * MILLI);
        send(end, 20 * MILLI);
        send(end, 20 * MILLI);
        hear(end, "B", 3, frames(2, 3), 30 * MILLI);
        assertThat(end.stream().hasWork(Precedence.ROUTINE))
                .as("it may still come")
                .isFalse();

        long overdue = end.stream().expiryNanos();
        end.stream().expire(overdue - 1);
        assertThat(end.stream().hasWork(Precedence.ROUTINE)).isFalse();
        end.stream().expire(overdue);

        assertThat(end.stream().hasWork(Precedence.ROUTINE)).isTrue();
        assertThat(overdue).isBetween(30 * MILLI, 60 * MILLI);
    }

    private static void sendFive(End end) {
        for (int packet = 0; packet < 5; packet++) {
            end.stream().sent(100, true, packet * MILLI);
        }
    }

    @Test
    void remembersTimesForThePeerThatIsFurthestBehind() {
        End end = end("B", "C");
        up(end, "B", "C");
        sendFive(end);
        hear(end, "C", 1, 10 * MILLI);
        hear(end, "B", 4, 10 * MILLI);

        hear(end, "C", 3, 33 * MILLI);

        assertThat(end.peer("C").receiver.rtt.smoothedNanos())
                .as("9 ms, and an eighth of the way to 30")
                .isEqualTo(9 * MILLI + 21 * MILLI / 8);
    }

    @Test
    void forgetsTimesThatOnlyAPeerThatIsNotUpWouldAskFor() {
        End end = end("B", "C");
        up(end, "B");
        sendFive(end);
        hear(end, "B", 4, 10 * MILLI);

        hear(end, "C", 3, 33 * MILLI);

        assertThat(end.peer("C").receiver.rtt.isSampled()).isFalse();
    }

    @Test
    void remembersAllTimesWhileNobodyIsUp() {
        End end = end("B", "C");
        sendFive(end);
        hear(end, "B", 4, 10 * MILLI);

        hear(end, "C", 3, 33 * MILLI);

        assertThat(end.peer("C").receiver.rtt.smoothedNanos()).isEqualTo(30 * MILLI);
    }
}
