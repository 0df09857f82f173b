package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.ContentQuestion;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.Inbox.DeadLetter;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;

/** Several nodes send for one system: what arrives is the system's, and each node has its own receipts. */
class InboundShardsTest extends InboundFlowFixture {
    private static final SystemName FIRST = Drafts.ORIGIN;
    private static final SystemName SECOND = FIRST.ofShard(1);
    private static final SystemName THIRD = FIRST.ofShard(2);

    private List<Receipt> receiptsOf(SystemName sender) {
        return transport.taken().stream()
                .filter(receipt -> receipt.origin().equals(sender))
                .toList();
    }

    @Test
    void storesTheSystemAndAnswersEachNodeOfOneBatch() {
        Message first = Drafts.message(1, SELF);
        Message second = Drafts.message(2, SELF);
        Message third = Drafts.message(3, SELF);
        flow.onMessage(first, transport);
        flow.onMessage(Drafts.from(SECOND, second), transport);
        flow.onMessage(Drafts.from(THIRD, third), transport);

        flow.start();

        await().until(() -> transport.taken().size() == 3);
        assertThat(inbox.batches()).containsExactly(3);
        assertThat(inbox.messages()).containsExactly(first, second, third);
        for (SystemName sender : List.of(FIRST, SECOND, THIRD)) {
            long sequence = List.of(FIRST, SECOND, THIRD).indexOf(sender) + 1L;
            assertThat(receiptsOf(sender))
                    .containsExactly(
                            new Receipt(SELF, sender, List.of(new SequenceRange(sequence, sequence)), List.of()));
        }
    }

    /** The number of shards has changed, and another node sends the row again. */
    @Test
    void knowsARowAgainThatAnotherNodeSendsAndAnswersBoth() {
        Message message = Drafts.message(1, SELF);
        flow.onMessage(Drafts.from(SECOND, message), transport);
        flow.onMessage(Drafts.from(THIRD, message), transport);
        flow.onMessage(message, transport);

        flow.start();

        await().until(() -> transport.taken().size() == 3);
        assertThat(inbox.messages()).containsExactly(message);
        assertThat(inbox.duplicates()).isEqualTo(2);
        for (SystemName sender : List.of(FIRST, SECOND, THIRD)) {
            assertThat(transport.confirmed(sender)).as(sender.value()).isOne();
        }
    }

    @Test
    void answersTheNodeThatAsksAboutARowOfTheSystem() {
        flow.start();
        Message stored = Drafts.message(1, SELF);
        Message lost = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(2, SELF));
        flow.onMessage(stored, transport);
        await().until(() -> transport.confirmed(FIRST) == 1);

        flow.onMessage(ContentQuestion.about(Drafts.from(SECOND, stored)), transport);
        flow.onMessage(ContentQuestion.about(Drafts.from(THIRD, lost)), transport);

        await().until(() -> transport.taken().size() == 3);
        assertThat(transport.confirmed(SECOND)).isOne();
        assertThat(receiptsOf(THIRD))
                .flatExtracting(Receipt::rejected)
                .extracting(Rejection::code)
                .containsExactly(ErrorCode.EXPIRED);
        flow.onMessage(lost, transport);
        await().until(() -> receiptsOf(FIRST).size() == 2);
        assertThat(receiptsOf(FIRST).getLast().rejected()).hasSize(1);
        assertThat(inbox.messages()).containsExactly(stored);
    }

    @Test
    void parksWhatIsRefusedAsTheSystemsAndTellsTheNode() {
        flow.start();
        Message expired = Drafts.expiring(time.instant().plusSeconds(1), Drafts.message(1, SELF));
        time.advance(Duration.ofSeconds(2));

        flow.onMessage(Drafts.from(THIRD, expired), transport);

        await().until(() -> !receiptsOf(THIRD).isEmpty());
        assertThat(receiptsOf(THIRD).getFirst().rejected()).hasSize(1);
        assertThat(inbox.deadLetters()).extracting(DeadLetter::message).containsExactly(expired);
        assertThat(inbox.deadLetters()).extracting(DeadLetter::source).containsExactly("receipts " + FIRST);
        assertThat(meters.get(MeterNames.INBOX + ".parked")
                        .tag(MeterNames.ORIGIN, FIRST.value())
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void answersNobodyOnABestEffortTopic() {
        flow.start();
        Message fast = Drafts.message(1, Drafts.BEST_EFFORT, Precedence.FLASH, 10, SELF);
        flow.onMessage(Drafts.from(SECOND, fast), transport);
        flow.onMessage(Drafts.from(SECOND, Drafts.message(2, SELF)), transport);

        await().until(() -> transport.confirmed(SECOND) == 1);

        assertThat(inbox.messages()).containsExactlyInAnyOrder(fast, Drafts.message(2, SELF));
    }
}
