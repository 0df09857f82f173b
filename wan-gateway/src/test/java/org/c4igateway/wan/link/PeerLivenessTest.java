package org.c4igateway.wan.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.c4igateway.wan.link.send.Receiver;
import org.c4igateway.wan.link.settings.LinkSettings;
import org.junit.jupiter.api.Test;

/**
 * When a peer is asked, and when it is down. Patience here: down after 3 s, asked after 2 s of calm, knocked at each
 * 250 ms. Before a round trip was measured, an answer takes 1 s; a probe costs 100 ms.
 */
class PeerLivenessTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long BEGIN = 50 * SECOND;
    private static final long NEVER = Long.MAX_VALUE;
    private static final LinkSettings.Patience PATIENCE =
            new LinkSettings.Patience(3 * SECOND, 2 * SECOND, 250 * MILLI);

    private final Receiver receiver = new Receiver(0);
    private double lossOnTheWayBack;
    private final PeerLiveness liveness = new PeerLiveness(PATIENCE, receiver, () -> lossOnTheWayBack, BEGIN);

    PeerLivenessTest() {
        liveness.adapt(MILLI, 100 * MILLI);
    }

    /** From now on an answer takes three times this long: the round trip and four times its variation, a half. */
    private void answersTake(long roundTrip) {
        receiver.turnaround.sample(roundTrip);
        liveness.adapt(1, 100 * MILLI);
    }

    @Test
    void asksAPeerThatHasNothingToSayAfterAWhile() {
        assertThat(liveness.probeAtNanos(false)).isEqualTo(BEGIN + 2 * SECOND);
        assertThat(liveness.probeAtNanos(true)).isEqualTo(BEGIN + 2 * SECOND);

        liveness.adapt(MILLI, 300 * MILLI);

        assertThat(liveness.probeAtNanos(false))
                .as("eight times the cost of a probe, if that is longer")
                .isEqualTo(BEGIN + 2_400 * MILLI);
    }

    @Test
    void asksAgainAsSoonAsAnAnswerIsOverdueWhileDataWaits() {
        liveness.asked(0, BEGIN + SECOND);
        liveness.asked(1, BEGIN + 2 * SECOND);

        assertThat(liveness.probeAtNanos(true)).isEqualTo(BEGIN + 3 * SECOND);

        answersTake(20 * MILLI);
        assertThat(liveness.probeAtNanos(true)).isEqualTo(BEGIN + 2_060 * MILLI);
    }

    @Test
    void asksAgainWithLessHasteWhenNothingWaits() {
        answersTake(20 * MILLI);
        liveness.asked(0, BEGIN);
        assertThat(liveness.probeAtNanos(false)).as("an eighth of the calm").isEqualTo(BEGIN + 250 * MILLI);

        liveness.adapt(1, 400 * MILLI);
        assertThat(liveness.probeAtNanos(false)).as("the cost of a probe").isEqualTo(BEGIN + 400 * MILLI);

        liveness.adapt(SECOND, 400 * MILLI);
        assertThat(liveness.probeAtNanos(false))
                .as("the time for an answer of a slow link")
                .isEqualTo(BEGIN + 1_020 * MILLI);
    }

    @Test
    void isNeverDownWhileItIsNotAsked() {
        assertThat(liveness.downAtNanos(true)).isEqualTo(NEVER);

        liveness.asked(4, BEGIN);
        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 8 * SECOND);
        assertThat(liveness.answered(4, 4, BEGIN + SECOND)).isTrue();

        assertThat(liveness.downAtNanos(true)).isEqualTo(NEVER);
        assertThat(liveness.probeAtNanos(true)).isEqualTo(BEGIN + 3 * SECOND);
    }

    @Test
    void takesOnlyWhatIsAboutALaterPacketForAnAnswer() {
        assertThat(liveness.answered(3, 3, BEGIN)).as("nothing was asked").isFalse();
        liveness.asked(4, BEGIN);
        assertThat(liveness.answered(3, 4, BEGIN + SECOND))
                .as("about an earlier one")
                .isFalse();
        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 8 * SECOND);

        liveness.asked(6, BEGIN + SECOND);
        assertThat(liveness.answered(4, 6, BEGIN + 2 * SECOND)).isTrue();

        assertThat(liveness.downAtNanos(true)).as("still owes one to 6").isEqualTo(BEGIN + 10 * SECOND);
        assertThat(liveness.answered(4, 6, BEGIN + 2 * SECOND))
                .as("the same again")
                .isFalse();
        assertThat(liveness.answered(5, 6, BEGIN + 3 * SECOND)).isTrue();
        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 11 * SECOND);
        assertThat(liveness.answered(6, 6, BEGIN + 4 * SECOND)).isTrue();
        assertThat(liveness.downAtNanos(true)).isEqualTo(NEVER);
    }

    /** 8 questions at least, so 480 ms would do on a fast link; the patience is longer. */
    @Test
    void isNotDownBeforeThePatienceIsOver() {
        answersTake(20 * MILLI);
        liveness.asked(0, BEGIN);

        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 3 * SECOND);
    }

    /**
     * Half of the datagrams are lost, so three of four answers fail to come. All of 32 fail with a chance of
     * 0.0001004, all of 33 with less than the tolerated 0.0001.
     */
    @Test
    void waitsForMoreAnswersOnALossyLink() {
        receiver.loss.add(50, 100);
        liveness.asked(0, BEGIN);

        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 33 * SECOND);
    }

    /** A side that only receives learns what is lost of its own datagrams from its questions alone. */
    @Test
    void waitsForAsManyWhenOnlyTheLossOnTheWayBackIsKnown() {
        lossOnTheWayBack = 0.5;
        liveness.asked(0, BEGIN);

        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 33 * SECOND);
    }

    @Test
    void waitsFor64AnswersAtMost() {
        receiver.loss.add(100, 100);
        liveness.asked(0, BEGIN);

        assertThat(liveness.downAtNanos(true)).isEqualTo(BEGIN + 64 * SECOND);
    }

    @Test
    void knocksAtOnceAndThenMoreAndMoreSeldom() {
        answersTake(20 * MILLI);
        assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN);

        long[] pauses = {100, 200, 250, 250};
        long now = BEGIN;
        for (long pause : pauses) {
            liveness.knocked(now);
            assertThat(liveness.knockAtNanos() - now).isEqualTo(pause * MILLI);
            now += 10 * SECOND;
        }
    }

    @Test
    void knocksNotBeforeTwoAnswersCouldHaveCome() {
        for (long pause : new long[] {1, 2, 2}) {
            liveness.knocked(BEGIN);
            assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN + pause * SECOND);
        }
    }

    @Test
    void knocksNotMoreOftenThanProbesMayCost() {
        liveness.adapt(MILLI, 7 * SECOND);
        for (int times = 0; times < 2; times++) {
            liveness.knocked(BEGIN);
            assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN + 7 * SECOND);
        }
    }

    @Test
    void knocksAtOnceWhenThePeerWasFoundOrAnswered() {
        liveness.knocked(BEGIN);
        liveness.found();
        assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN);

        liveness.knocked(BEGIN);
        liveness.asked(0, BEGIN);
        liveness.answered(0, 0, BEGIN);
        assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN);

        liveness.knocked(BEGIN);
        liveness.restart(BEGIN);
        assertThat(liveness.knockAtNanos()).isEqualTo(BEGIN);
    }

    @Test
    void forgetsTheSilenceOfARestartedPeer() {
        liveness.asked(0, BEGIN);

        liveness.restart(BEGIN + SECOND);

        assertThat(liveness.downAtNanos(true)).isEqualTo(NEVER);
        assertThat(liveness.probeAtNanos(true)).isEqualTo(BEGIN + 3 * SECOND);
    }
}
