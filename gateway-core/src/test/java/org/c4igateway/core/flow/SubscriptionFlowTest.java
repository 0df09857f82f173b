package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.receive.InboundFlow;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt.Rejection;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The inbound flow with a filter that wants even sequence numbers, has no answer above 100, and does not look at FLASH.
 */
class SubscriptionFlowTest {
    private static final SystemName SELF = new SystemName("SELF");

    private final MemoryInbox inbox = new MemoryInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final InboundFlow flow = new InboundFlow(inbox, List.of(), parts(), fatal::add);
    private volatile SubscriptionFilter filter = SubscriptionFlowTest::wantsEven;

    private static Verdict wantsEven(Message message) {
        long sequence = message.id().sequence();
        if (message.precedence() == Precedence.FLASH) {
            return new Verdict.Unfiltered();
        }
        if (sequence > 100) {
            return new Verdict.Undecided("no such field");
        }
        return sequence % 2 == 0 ? new Verdict.Wanted() : new Verdict.Excluded("odd");
    }

    private DataPathParts parts() {
        MessageRules rules = new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, new VirtualTime());
        return QuickParts.of(SELF, rules, message -> filter.judge(message), meters, StepListener.NONE);
    }

    @AfterEach
    void close() {
        inbox.faults(Faults.NONE);
        flow.close();
        assertThat(fatal).isEmpty();
    }

    private void arrive(long sequence) {
        flow.onMessage(Drafts.message(sequence, SELF), transport);
    }

    private List<Rejection> rejections() {
        return transport.taken().stream()
                .flatMap(receipt -> receipt.rejected().stream())
                .toList();
    }

    private double counted(String result) {
        return meters.find(MeterNames.SUBSCRIPTION_MESSAGES).tag(MeterNames.RESULT, result).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void tellsTheOriginWhatIsExcludedAndStoresTheRest() {
        flow.start();
        for (long sequence = 1; sequence <= 20; sequence++) {
            arrive(sequence);
        }

        await().until(() ->
                transport.confirmed(Drafts.ORIGIN) == 10 && rejections().size() == 10);

        assertThat(inbox.messages()).allMatch(message -> message.id().sequence() % 2 == 0);
        assertThat(inbox.deadLetters()).as("excluded messages are not parked").isEmpty();
        assertThat(rejections())
                .allMatch(rejection -> rejection.sequence() % 2 == 1)
                .allMatch(rejection -> rejection.code() == ErrorCode.FILTERED)
                .allMatch(rejection -> rejection.detail().equals("odd"));
        assertThat(counted("wanted")).isEqualTo(10);
        assertThat(counted("excluded")).isEqualTo(10);
    }

    @Test
    void deliversWhatTheFilterHasNoAnswerForAndCountsIt() {
        flow.start();
        arrive(101);
        arrive(103);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);

        assertThat(inbox.messages()).hasSize(2);
        assertThat(counted("undecided")).isEqualTo(2);
        assertThat(rejections()).isEmpty();
    }

    @Test
    void parksWhatTheFilterBreaksOnAndDeliversTheOthers() {
        filter = message -> switch ((int) message.id().sequence()) {
            case 1 -> throw new IllegalStateException("of the library");
            case 2 -> throw new StackOverflowError();
            case 3 -> throw new NoClassDefFoundError("of the library");
            default -> new Verdict.Wanted();
        };
        flow.start();
        for (long sequence = 1; sequence <= 5; sequence++) {
            arrive(sequence);
        }

        await().until(() ->
                transport.confirmed(Drafts.ORIGIN) == 2 && rejections().size() == 3);

        assertThat(rejections()).allMatch(rejection -> rejection.code() == ErrorCode.NOT_JUDGED);
        assertThat(rejections().getFirst().detail()).contains("of the library");
        assertThat(inbox.deadLetters()).hasSize(3).allMatch(letter -> letter.bytes().length > 0);
        assertThat(counted("failed")).isEqualTo(3);
    }

    @Test
    void doesNotCountTopicsWithoutAFilter() {
        flow.start();
        flow.onMessage(Drafts.message(1, Drafts.RELIABLE, Precedence.FLASH, 10, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(meters.find(MeterNames.SUBSCRIPTION_MESSAGES).counters()).isEmpty();
    }

    @Test
    void saysNothingAboutAnExcludedMessageOfABestEffortTopic() {
        flow.start();
        flow.onMessage(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.ROUTINE, 10, SELF), transport);
        arrive(2);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(inbox.messages()).hasSize(1);
        assertThat(counted("excluded")).isEqualTo(1);
        assertThat(rejections()).isEmpty();
    }

    /** Its receipt was lost, and a restart has brought another filter: the truth is that the inbox has it. */
    @Test
    void confirmsAgainWhatWasDeliveredBeforeItWasExcluded() {
        filter = SubscriptionFilter.NONE;
        flow.start();
        arrive(1);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        filter = SubscriptionFlowTest::wantsEven;
        arrive(1);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(rejections()).isEmpty();
    }

    @Test
    void waitsForTheDatabaseBeforeItSaysThatAMessageIsExcluded() {
        AtomicInteger tries = new AtomicInteger();
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("delivered") && tries.incrementAndGet() <= 3) {
                    assertThat(transport.taken()).isEmpty();
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
                }
            }
        });
        flow.start();

        arrive(1);

        await().until(() -> rejections().size() == 1);
        assertThat(tries).hasValue(4);
    }

    @Test
    void refusesWhatCannotBeDeliveredWhateverTheFilterSays() {
        flow.start();
        flow.onMessage(Drafts.message(1, "Z999", Precedence.ROUTINE, 33, SELF), transport);

        await().until(() -> rejections().size() == 1);

        assertThat(rejections().getFirst().code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC);
        assertThat(inbox.deadLetters()).hasSize(1);
        assertThat(counted("excluded")).isZero();
    }
}
