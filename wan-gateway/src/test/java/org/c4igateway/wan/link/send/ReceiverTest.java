package org.c4igateway.wan.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.wan.link.send.SendSide.MILLI;

import java.util.List;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.link.measure.SentTimes;
import org.junit.jupiter.api.Test;

/** What feedback of a receiver tells of round trip and loss. */
class ReceiverTest {
    private final Receiver receiver = new Receiver(0);
    private final SentTimes sent = new SentTimes();

    @Test
    void measuresTheRoundTripWithoutTheTimeThatTheReceiverTook() {
        sent.sent(0, true, 100 * MILLI);

        receiver.measure(feedback(0, 1, 30_000), sent, 200 * MILLI);

        assertThat(receiver.rtt.smoothedNanos()).isEqualTo(70 * MILLI);
        assertThat(receiver.turnaround.smoothedNanos()).isEqualTo(100 * MILLI);
        assertThat(receiver.highestPacket).isZero();
    }

    @Test
    void measuresTheTurnaroundOfWhatDeservedAnAnswerOnly() {
        sent.sent(0, false, 100 * MILLI);

        receiver.measure(feedback(0, 1, 0), sent, 200 * MILLI);

        assertThat(receiver.rtt.isSampled()).isTrue();
        assertThat(receiver.turnaround.isSampled()).isFalse();
    }

    @Test
    void measuresNoRoundTripOfAPacketThatIsForgotten() {
        receiver.measure(feedback(0, 1, 0), sent, 200 * MILLI);

        assertThat(receiver.rtt.isSampled()).isFalse();
        assertThat(receiver.highestPacket).isZero();
    }

    @Test
    void measuresEachPacketOnce() {
        sent.sent(0, true, 100 * MILLI);
        receiver.measure(feedback(0, 1, 0), sent, 180 * MILLI);

        receiver.measure(feedback(0, 1, 0), sent, 900 * MILLI);

        assertThat(receiver.rtt.smoothedNanos()).isEqualTo(80 * MILLI);
    }

    /** Packets 1 to 8 went out since the first feedback, and six of them came. */
    @Test
    void countsWhatIsLostBetweenTwoFeedbacks() {
        receiver.measure(feedback(0, 1, 0), sent, 0);
        assertThat(receiver.loss.ratio()).isZero();

        receiver.measure(feedback(8, 7, 0), sent, 0);

        assertThat(receiver.loss.ratio()).isEqualTo(0.25);
    }

    @Test
    void countsNothingForLostBeforeTheFirstFeedback() {
        receiver.measure(feedback(8, 1, 0), sent, 0);

        assertThat(receiver.loss.ratio()).isZero();
    }

    @Test
    void countsPacketsInOrderForItsTolerance() {
        receiver.tolerance.needless(7);
        receiver.measure(feedback(2_046, 2_047, 0), sent, 0);
        assertThat(receiver.tolerance.packets()).isEqualTo(8);

        receiver.measure(feedback(2_047, 2_048, 0), sent, 0);

        assertThat(receiver.tolerance.packets()).isEqualTo(4);
    }

    @Test
    void countsAnewAfterARestart() {
        receiver.measure(feedback(100, 101, 0), sent, 0);
        receiver.restart();

        receiver.measure(feedback(50, 1, 0), sent, 0);
        assertThat(receiver.loss.ratio()).isZero();
        receiver.measure(feedback(58, 7, 0), sent, 0);

        assertThat(receiver.loss.ratio()).isEqualTo(0.25);
    }

    @Test
    void takesPartsWhenItTellsAWindow() {
        assertThat(receiver.takesParts()).isFalse();

        receiver.announced(1, 10);
        assertThat(receiver.takesParts()).isTrue();

        receiver.announced(0, 10);
        assertThat(receiver.takesParts()).isFalse();
    }

    private static Feedback feedback(long highest, long received, long delayMicros) {
        return new Feedback(1, highest, received, delayMicros, List.of());
    }
}
