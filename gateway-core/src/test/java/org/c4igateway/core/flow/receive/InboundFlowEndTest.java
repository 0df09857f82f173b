package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Supervision and end of the inbox writer, and what becomes of arrivals then. */
class InboundFlowEndTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final SystemName SELF = new SystemName("SELF");

    private final PutBackInbox inbox = new PutBackInbox();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTime clock = new VirtualTime();
    private final Loops loops = new Loops(meters, clock, clock, fault -> {});
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final InboundFlow flow = new InboundFlow(inbox, List.of(transport), parts(), fatal::add);

    private DataPathParts parts() {
        DataPathParts quick = QuickParts.of(
                SELF,
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                meters,
                StepListener.NONE);
        return new DataPathParts(
                quick.self(),
                quick.rules(),
                quick.filter(),
                quick.edge(),
                quick.settings(),
                quick.objectives(),
                quick.meters(),
                loops,
                quick.announcements(),
                quick.trace(),
                quick.steps());
    }

    @AfterEach
    void close() {
        inbox.memory.faults(Faults.NONE);
        flow.close();
    }

    private static Faults failing(RuntimeException fault) {
        return new Faults() {
            @Override
            public void before(String call) {
                throw fault;
            }
        };
    }

    private double notTaken() {
        return meters.find(MeterNames.INBOX).tag(MeterNames.RESULT, "not_taken").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    @Test
    void isAliveBeforeItStartsAndWhileNothingArrives() {
        clock.advance(Duration.ofMinutes(3));
        assertThat(loops.states()).singleElement().matches(LoopState::alive);
        flow.start();

        for (int i = 0; i < 2; i++) {
            clock.advance(Duration.ofMinutes(3));
            await().atMost(SOON).until(() -> loops.states().getFirst().alive());
        }
    }

    @Test
    void isAliveWhileItWaitsForTheDatabaseAndCountsItsTries() {
        inbox.memory.faults(failing(new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null)));
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);

        clock.advance(Duration.ofMinutes(3));
        await().atMost(SOON).until(() -> loops.states().getFirst().alive());
        await().atMost(SOON)
                .until(() -> meters.get(MeterNames.DATABASE_RETRIES)
                                .tag(MeterNames.PART, "inbox")
                                .counter()
                                .count()
                        > 3);

        assertThat(fatal).isEmpty();
        assertThat(transport.taken()).isEmpty();
    }

    @Test
    void aDefectEndsItIsReportedAndNothingIsTakenAnyMore() {
        inbox.memory.faults(failing(new IllegalStateException("broken")));
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        await().atMost(SOON).until(() -> !fatal.isEmpty());
        assertThat(flow.awaitEnd(SOON)).isTrue();

        for (long sequence = 2; sequence <= 2 + QuickParts.QUEUE_ROWS; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }
        flow.onMalformed("queue", ErrorCode.MALFORMED_ENVELOPE, "no origin", new byte[] {1});

        assertThat(fatal).singleElement().satisfies(e -> {
            assertThat(e.errorCode()).isEqualTo(ErrorCode.DEFECT);
            assertThat(e.getMessage()).contains("inbox writer", "broken");
        });
        assertThat(loops.states()).singleElement().satisfies(state -> {
            assertThat(state.alive()).isFalse();
            assertThat(state.problem()).contains("broken");
        });
        assertThat(notTaken()).isEqualTo(QuickParts.QUEUE_ROWS + 2);
        assertThat(meters.get(MeterNames.MALFORMED)
                        .tag(MeterNames.CODE, ErrorCode.MALFORMED_ENVELOPE.code())
                        .counter()
                        .count())
                .isOne();
    }

    @Test
    void anotherBridgeEndsItAndItSaysSo() {
        inbox.memory.faults(failing(new GatewayException.Fatal(ErrorCode.FENCED, "epoch 2", "Wait.", null)));
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        assertThat(flow.awaitEnd(SOON)).isTrue();
        assertThat(fatal)
                .singleElement()
                .satisfies(e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.FENCED));
        assertThat(loops.states()).singleElement().satisfies(state -> {
            assertThat(state.alive()).isFalse();
            assertThat(state.problem()).contains("epoch 2");
        });
    }

    @Test
    void letsABlockedTransportGoWhenItRefuses() throws InterruptedException {
        for (long sequence = 1; sequence <= QuickParts.QUEUE_ROWS; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }
        Thread blocked = Thread.ofPlatform()
                .daemon()
                .start(() -> flow.onMessage(Drafts.message(QuickParts.QUEUE_ROWS + 1L, SELF), transport));
        await().atMost(SOON).until(() -> blocked.getState() == Thread.State.WAITING);
        assertThat(notTaken()).isZero();

        flow.refuseWhenFull();

        assertThat(blocked.join(SOON)).isTrue();
        assertThat(notTaken()).isOne();
        flow.start();
        await().atMost(SOON).until(() -> transport.confirmed(Drafts.ORIGIN) == QuickParts.QUEUE_ROWS);
        assertThat(inbox.memory.messages()).hasSize(QuickParts.QUEUE_ROWS);
    }

    @Test
    void aClosedOneIsNotSupervisedAnyMore() {
        flow.start();
        assertThat(loops.states()).hasSize(1);

        flow.close();

        assertThat(loops.states()).isEmpty();
        assertThat(flow.awaitEnd(Duration.ZERO)).isTrue();
    }

    @Test
    void anInterruptEndsTheWaitForItsEndAndStaysVisible() throws InterruptedException {
        flow.start();
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean(true);
        CountDownLatch done = new CountDownLatch(1);
        Thread waiting = Thread.ofPlatform().daemon().start(() -> {
            ended.set(flow.awaitEnd(Duration.ofHours(1)));
            interrupted.set(Thread.currentThread().isInterrupted());
            done.countDown();
        });
        await().atMost(SOON).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        waiting.interrupt();

        assertThat(waiting.join(SOON)).isTrue();
        assertThat(done.getCount()).isZero();
        assertThat(interrupted).isTrue();
        assertThat(ended).isFalse();
    }

    /** The origin took the row for refused. */
    @Test
    void tellsTheOriginOfAMessageThatAnOperatorHasPutBack() {
        flow.start();
        await().atMost(SOON).until(() -> inbox.askedUntold() > 0);
        AtomicInteger toldOf = new AtomicInteger();
        transport.answer(receipt -> {
            toldOf.addAndGet(receipt.rejected().size());
            return SendOutcome.Accepted.INSTANCE;
        });

        inbox.putBack(1, Drafts.message(1, SELF));

        await().atMost(SOON).until(() -> toldOf.get() == 1);
        await().atMost(SOON).until(() -> inbox.untold().isEmpty());
        assertThat(transport.taken())
                .singleElement()
                .satisfies(receipt -> assertThat(receipt.rejected())
                        .singleElement()
                        .satisfies(each -> assertThat(each.code()).isEqualTo(ErrorCode.TAKEN_AFTER_ALL)));
    }
}
