package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.c4igateway.core.flow.send.ReceiptWatch.Past;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class ReceiptWatchTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final ReceiptWatch watch = new ReceiptWatch(Duration.ofSeconds(2), Duration.ofSeconds(7));

    @Test
    void isOverdueAfterTheTimeoutWhenNoReceiptHasEverCome() {
        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12) + 1)).isTrue();
    }

    @Test
    void knowsWhatItHasAskedAboutUntilTheAnswer() {
        watch.asked(BRAVO, 7);

        assertThat(watch.isAsked(BRAVO, 7)).isTrue();
        assertThat(watch.isAsked(BRAVO, 8)).isFalse();
        assertThat(watch.isAsked(CHARLIE, 7)).isFalse();

        watch.answered(BRAVO, 7);
        assertThat(watch.isAsked(BRAVO, 7)).isFalse();
    }

    @Test
    void isNotOverdueWhileReceiptsFlowInOrderOnASlowLink() {
        watch.confirmed(BRAVO, seconds(9), seconds(19));

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(20))).isFalse();
    }

    @Test
    void isOverdueWhenReceiptsOfMuchLaterMessagesHaveCome() {
        watch.confirmed(BRAVO, seconds(13), seconds(14));

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(14))).isTrue();
        assertThat(watch.isOverdue(BRAVO, seconds(11) - 1, seconds(14))).isTrue();
        assertThat(watch.isOverdue(BRAVO, seconds(11), seconds(14))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(12), seconds(14) + 1)).isFalse();
    }

    @Test
    void isOverdueWhenReceiptsStopForTheTimeout() {
        watch.confirmed(BRAVO, seconds(9), seconds(10));

        assertThat(watch.isOverdue(BRAVO, seconds(9), seconds(12))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(9), seconds(12) + 1)).isTrue();
    }

    @Test
    void growsMorePatientWithEachRewindUpToTheBound() {
        watch.rewound(BRAVO, seconds(0));
        assertThat(watch.isOverdue(BRAVO, seconds(0), seconds(4))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(0), seconds(4) + 1)).isTrue();

        watch.rewound(BRAVO, seconds(4));
        watch.rewound(BRAVO, seconds(4));
        assertThat(watch.isOverdue(BRAVO, seconds(4), seconds(11))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(4), seconds(11) + 1)).isTrue();
    }

    @Test
    void isAsImpatientAsAtFirstOnceAReceiptHasCome() {
        watch.rewound(BRAVO, seconds(0));
        watch.confirmed(BRAVO, seconds(1), seconds(1));

        assertThat(watch.isOverdue(BRAVO, seconds(1), seconds(3) + 1)).isTrue();
    }

    @Test
    void forgetsWhatItKnowsOfAnOldEpoch() {
        watch.rewound(BRAVO, seconds(0));
        watch.confirmed(BRAVO, seconds(50), seconds(50));
        watch.restarted(BRAVO);

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12) + 1)).isTrue();
    }

    @Test
    void keepsAnEarlyReceiptForTheRowThatIsReadAgain() {
        watch.forgotten(BRAVO, 7);
        watch.forgotten(BRAVO, 8);
        watch.confirmedEarly(BRAVO, new SequenceRange(7, 7));

        assertThat(watch.read(CHARLIE, 7)).isEqualTo(Past.UNKNOWN);
        assertThat(watch.read(BRAVO, 7)).isEqualTo(Past.CONFIRMED);
        assertThat(watch.read(BRAVO, 8)).isEqualTo(Past.SENT);
        assertThat(watch.read(BRAVO, 7)).isEqualTo(Past.UNKNOWN);
    }

    @Test
    void believesNoReceiptForARowThatWasNotSent() {
        watch.confirmedEarly(BRAVO, new SequenceRange(7, 7));

        assertThat(watch.read(BRAVO, 7)).isEqualTo(Past.UNKNOWN);
    }

    @Test
    void keepsABoundedNumberOfForgottenRows() {
        for (long sequence = 1; sequence <= ReceiptWatch.MAX_FORGOTTEN + 1L; sequence++) {
            watch.forgotten(BRAVO, sequence);
        }

        assertThat(watch.mayBeUnremembered(BRAVO, 1)).isTrue();
        assertThat(watch.mayBeUnremembered(BRAVO, 2)).isFalse();

        watch.confirmedEarly(BRAVO, new SequenceRange(1, Long.MAX_VALUE));

        assertThat(watch.read(BRAVO, 1)).isEqualTo(Past.UNKNOWN);
        assertThat(watch.read(BRAVO, 2)).isEqualTo(Past.CONFIRMED);
        assertThat(watch.read(BRAVO, ReceiptWatch.MAX_FORGOTTEN + 1L)).isEqualTo(Past.CONFIRMED);
    }

    @Test
    void worksAcrossTheWrapOfTheNanosecondCounter() {
        long sentAt = Long.MAX_VALUE - 5;

        assertThat(watch.isOverdue(BRAVO, sentAt, sentAt + seconds(1))).isFalse();
        assertThat(watch.isOverdue(BRAVO, sentAt, sentAt + seconds(3))).isTrue();
    }

    private static long seconds(long seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Test
    void isAsImpatientAsAtFirstWithANewEpoch() {
        watch.rewound(BRAVO, seconds(0));
        watch.restarted(BRAVO);

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12))).isFalse();
        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(12) + 1)).isTrue();
    }

    @Test
    void remembersTheLatestMessageThatWasConfirmedNotTheLastReceipt() {
        watch.confirmed(BRAVO, seconds(13), seconds(14));
        watch.confirmed(BRAVO, seconds(8), seconds(14));

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(14))).isTrue();
    }

    @Test
    void takesMessagesOfANewEpochAsTheLatest() {
        watch.confirmed(BRAVO, seconds(50), seconds(50));
        watch.restarted(BRAVO);
        watch.confirmed(BRAVO, seconds(9), seconds(13));

        assertThat(watch.isOverdue(BRAVO, seconds(10), seconds(13))).isFalse();
    }

    @Test
    void keepsABoundedNumberOfQuestionsTheLatestRows() {
        for (long sequence = 1; sequence <= ReceiptWatch.MAX_FORGOTTEN; sequence++) {
            watch.asked(BRAVO, sequence);
        }
        watch.asked(BRAVO, 1);
        assertThat(watch.isAsked(BRAVO, 1)).as("asked again").isTrue();

        watch.asked(BRAVO, ReceiptWatch.MAX_FORGOTTEN + 1L);

        assertThat(watch.isAsked(BRAVO, 1)).isFalse();
        assertThat(watch.isAsked(BRAVO, 2)).isTrue();
        assertThat(watch.isAsked(BRAVO, ReceiptWatch.MAX_FORGOTTEN + 1L)).isTrue();
    }
}
