package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.LiveTransport;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Inbox;
import org.c4igateway.core.store.Readmission.Taken;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.Test;

class ReadmissionNewsTest {
    private static final Duration PAUSE = Duration.ofMillis(1);

    private long nanos;
    private final VirtualTime time = new VirtualTime();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final Untold inbox = new Untold();
    private final ReadmissionNews news = new ReadmissionNews(inbox, List.of(transport), parts(), () -> nanos);

    /** An inbox that is only asked what origins are to be told. */
    private static final class Untold implements Inbox {
        private final List<Taken> waiting = new ArrayList<>();
        private int asked;
        private boolean away;

        @Override
        public Written write(List<Message> messages, List<DeadLetter> letters, Map<Message, String> findings) {
            throw new AssertionError("nothing is written here");
        }

        @Override
        public Set<MessageKey> delivered(Set<MessageKey> keys) {
            throw new AssertionError("nobody asks here");
        }

        @Override
        public void answerExpired(Set<MessageKey> keys) {
            throw new AssertionError("nobody asks here");
        }

        @Override
        public List<MessageKey> foundExpired() {
            return List.of();
        }

        @Override
        public List<Taken> untold(long after) {
            asked++;
            if (away) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
            }
            return waiting.stream()
                    .filter(taken -> taken.id() > after)
                    .limit(MAX_UNTOLD)
                    .toList();
        }

        @Override
        public void told(List<Taken> taken) {
            waiting.removeAll(taken);
        }
    }

    private DataPathParts parts() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        return new DataPathParts(
                new SystemName("SELF"),
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, time),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                new FlowSettings(20, 1_000, 5, PAUSE, PAUSE, PAUSE, PAUSE, PAUSE, 8, 1 << 20, 4, PAUSE, PAUSE),
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, InstantSource.system(), System::nanoTime, fault -> {}),
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                StepListener.NONE);
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            nanos += Duration.ofSeconds(1).toNanos();
            news.tellWhenDue();
        }
    }

    private void take(long sequence) {
        take(Drafts.ORIGIN, sequence);
    }

    private void take(SystemName origin, long sequence) {
        inbox.waiting.add(new Taken(sequence, new MessageId(origin, sequence)));
        news.expect();
    }

    @Test
    void asksTheDatabaseOnlyWhileThereMayBeSomethingToTell() {
        seconds(10);
        assertThat(inbox.asked).as("once at its start").isEqualTo(1);

        take(7);
        seconds(10);

        assertThat(transport.taken()).hasSize(1);
        assertThat(inbox.asked).as("what there is, and that there is no more").isEqualTo(3);
    }

    @Test
    void goesOnWhileAnOriginDoesNotTakeIt() {
        transport.answer(receipt -> new SendOutcome.BackPressured(PAUSE));
        take(7);
        seconds(10);
        assertThat(inbox.asked).isEqualTo(10);

        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        seconds(10);

        assertThat(transport.taken()).hasSize(1);
        assertThat(inbox.waiting).isEmpty();
    }

    @Test
    void tellsAnOriginBehindManyMessagesOfOneThatIsAway() {
        SystemName away = new SystemName("AWAY");
        transport.answer(receipt ->
                receipt.origin().equals(away) ? new SendOutcome.BackPressured(PAUSE) : SendOutcome.Accepted.INSTANCE);
        long many = 2L * Inbox.MAX_UNTOLD;
        LongStream.rangeClosed(1, many).forEach(sequence -> take(away, sequence));
        take(many + 1);

        seconds(5);

        assertThat(transport.taken()).extracting(Receipt::origin).containsExactly(Drafts.ORIGIN);
        assertThat(inbox.waiting).hasSize((int) many);

        transport.answer(receipt -> SendOutcome.Accepted.INSTANCE);
        seconds(10);

        assertThat(inbox.waiting).isEmpty();
        int asked = inbox.asked;
        seconds(5);
        assertThat(inbox.asked).as("all is told").isEqualTo(asked);
    }

    /** Readmissions end in another order than they began. */
    @Test
    void tellsOfOneThatEndsBehindWhatWasLookedAt() {
        LongStream.rangeClosed(2, Inbox.MAX_UNTOLD + 1L).forEach(this::take);
        seconds(1);

        take(1);
        seconds(5);

        assertThat(inbox.waiting).isEmpty();
    }

    @Test
    void goesOnWhenTheDatabaseIsBack() {
        take(7);
        inbox.away = true;
        seconds(3);
        inbox.away = false;

        seconds(3);

        assertThat(transport.taken()).hasSize(1);
    }

    @Test
    void asksNotBeforeASecondHasPassed() {
        transport.answer(receipt -> new SendOutcome.BackPressured(PAUSE));
        take(7);
        seconds(1);
        assertThat(inbox.asked).isOne();

        nanos += Duration.ofSeconds(1).toNanos() - 1;
        news.tellWhenDue();
        assertThat(inbox.asked).isOne();
        nanos += 1;
        news.tellWhenDue();
        assertThat(inbox.asked).isEqualTo(2);
    }

    @Test
    void hasTheTransportSendAtOnceWhatItTook() {
        take(7);

        seconds(1);

        assertThat(transport.flushes()).isOne();
    }

    @Test
    void tellsOverTheTransportThatReachesTheOriginOnceOneDoes() {
        LiveTransport first = new LiveTransport("first", false);
        LiveTransport second = new LiveTransport("second", false);
        ReadmissionNews overBoth = new ReadmissionNews(inbox, List.of(first, second), parts(), () -> nanos);
        first.away(Drafts.ORIGIN, true);
        second.away(Drafts.ORIGIN, true);
        inbox.waiting.add(new Taken(7, new MessageId(Drafts.ORIGIN, 7)));
        overBoth.tellWhenDue();
        assertThat(inbox.waiting).hasSize(1);

        second.away(Drafts.ORIGIN, false);
        nanos += Duration.ofSeconds(1).toNanos();
        overBoth.tellWhenDue();

        assertThat(inbox.waiting).isEmpty();
        assertThat(first.receipts()).isEmpty();
        assertThat(second.receipts()).hasSize(1);
    }
}
