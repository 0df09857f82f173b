package org.c4igateway.wan.route.outlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.wan.route.outlet.InFlightMessage.MessageKey;
import org.junit.jupiter.api.Test;

class HoldbackTest {
    private static final String TOPIC = "K02.01";

    private final Holdback holdback = new Holdback(1_000);
    private ClockReading now = new ClockReading(0, 0);

    /** Written at the time of its number; comes now. */
    private Holdback.Row row(long sequence, String topicId, Precedence precedence) {
        return new Holdback.Row(
                new MessageKey("ALPHA", sequence), topicId, precedence, sequence, holdback.nextArrival());
    }

    private List<String> open(long sequence, String... targets) {
        return holdback.open(row(sequence, TOPIC, Precedence.ROUTINE), List.of(targets), now);
    }

    private void hold(long sequence, String... targets) {
        holdback.hold(row(sequence, TOPIC, Precedence.ROUTINE), List.of(targets), now);
    }

    @Test
    void takesNothingOfAStreamUntilWhatWasNotTakenComesAgain() {
        assertThat(open(1, "BRAVO")).containsExactly("BRAVO");
        hold(1, "BRAVO");

        assertThat(open(2, "BRAVO")).isEmpty();
        assertThat(open(3, "BRAVO")).isEmpty();
        assertThat(open(1, "BRAVO")).containsExactly("BRAVO");
        assertThat(open(2, "BRAVO")).containsExactly("BRAVO");
        assertThat(holdback.streams(now)).isZero();
    }

    @Test
    void goesOnWithTheNextWhenTheFirstHasEndedOtherwise() {
        hold(5, "BRAVO");
        assertThat(open(3, "BRAVO")).as("committed late").isEmpty();
        assertThat(open(7, "BRAVO")).isEmpty();

        assertThat(open(3, "BRAVO")).as("5 does not come again").containsExactly("BRAVO");
        assertThat(open(7, "BRAVO")).containsExactly("BRAVO");
    }

    @Test
    void holdsEachTargetTopicAndPrecedenceForItself() {
        hold(1, "BRAVO");

        assertThat(open(2, "BRAVO", "CHARLIE")).containsExactly("CHARLIE");
        assertThat(holdback.open(row(3, TOPIC, Precedence.FLASH), List.of("BRAVO"), now))
                .containsExactly("BRAVO");
        assertThat(holdback.open(row(3, "K02.02", Precedence.ROUTINE), List.of("BRAVO"), now))
                .containsExactly("BRAVO");
    }

    @Test
    void forgetsAllWhenTheSenderBeginsAnew() {
        hold(1, "BRAVO");
        hold(1, "CHARLIE");

        holdback.clear("ALPHA", "BRAVO", 2);

        assertThat(open(2, "BRAVO")).containsExactly("BRAVO");
        assertThat(open(2, "CHARLIE")).isEmpty();
    }

    @Test
    void holdsBackBehindWhatWasWrittenSinceAGreetingThatComesLate() {
        hold(5, "BRAVO");

        holdback.clear("ALPHA", "BRAVO", 5);

        assertThat(open(6, "BRAVO")).isEmpty();
        assertThat(open(5, "BRAVO")).containsExactly("BRAVO");
    }

    @Test
    void startsToWaitAnewWhenAnEarlierOneIsGivenBackThatHasComeAgain() {
        hold(3, "BRAVO");
        assertThat(open(4, "BRAVO")).isEmpty();
        Holdback.Row again = row(2, TOPIC, Precedence.ROUTINE);
        holdback.hold(again, List.of("BRAVO"), now);

        assertThat(open(3, "BRAVO")).as("its origin had passed 2 already").isEmpty();
        assertThat(open(4, "BRAVO")).isEmpty();
        assertThat(open(2, "BRAVO")).containsExactly("BRAVO");
        assertThat(open(3, "BRAVO")).containsExactly("BRAVO");
    }

    @Test
    void goesOnWithTheNextWhenAnEarlierOneThatIsGivenBackHasEndedOtherwise() {
        Holdback.Row first = row(2, TOPIC, Precedence.ROUTINE);
        hold(3, "BRAVO");
        assertThat(open(4, "BRAVO")).isEmpty();
        holdback.hold(first, List.of("BRAVO"), now);
        assertThat(open(5, "BRAVO")).isEmpty();

        assertThat(open(3, "BRAVO")).as("2 does not come again").containsExactly("BRAVO");
        assertThat(open(4, "BRAVO")).containsExactly("BRAVO");
        assertThat(open(5, "BRAVO")).containsExactly("BRAVO");
    }

    @Test
    void saysWhenItCannotRememberMore() {
        hold(0, "BRAVO");
        for (long sequence = 1; sequence < 100_000; sequence++) {
            assertThat(open(sequence, "BRAVO")).isEmpty();
        }

        assertThat(holdback.isFull()).isTrue();
        holdback.clear();
        assertThat(holdback.isFull()).isFalse();
    }

    @Test
    void forgetsStreamsOfWhichNothingComesAnyMore() {
        hold(1, "BRAVO");
        assertThat(holdback.streams(now)).isOne();

        now = new ClockReading(TimeUnit.MINUTES.toNanos(61), 0);
        holdback.tick(now);

        assertThat(open(2, "BRAVO")).containsExactly("BRAVO");
    }
}
