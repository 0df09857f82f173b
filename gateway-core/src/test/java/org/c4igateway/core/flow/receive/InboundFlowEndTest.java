package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.watch.LoopState;
import org.junit.jupiter.api.Test;

/** Supervision and end of the inbox writer, and what becomes of arrivals then. */
class InboundFlowEndTest extends WatchedInboundFixture {
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

        await().atMost(SOON)
                .until(() -> meters.get(MeterNames.DATABASE_RETRIES)
                                .tag(MeterNames.PART, "inbox")
                                .counter()
                                .count()
                        > 3);
        clock.advance(Duration.ofMinutes(3));
        await().atMost(SOON).until(() -> loops.states().getFirst().alive());

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

    /** A transport that can make its origins begin again is told what is not taken. */
    @Test
    void saysThatItHasNotTakenWhatWasOfferedWhenItRefuses() throws InterruptedException {
        for (long sequence = 1; sequence <= QuickParts.QUEUE_ROWS; sequence++) {
            assertThat(flow.offerMessage(Drafts.message(sequence, SELF), transport))
                    .isTrue();
        }
        assertThat(flow.takesMessages()).isTrue();
        AtomicBoolean taken = new AtomicBoolean(true);
        Thread offering = Thread.ofPlatform()
                .daemon()
                .start(() -> taken.set(flow.offerMessage(Drafts.message(QuickParts.QUEUE_ROWS + 1L, SELF), transport)));

        flow.refuseWhenFull();

        assertThat(offering.join(SOON)).isTrue();
        assertThat(taken).isFalse();
        assertThat(notTaken()).isOne();
        assertThat(flow.takesMessages()).isFalse();
    }

    @Test
    void aClosedOneIsNotSupervisedAnyMore() {
        flow.start();
        assertThat(loops.states()).hasSize(1);

        flow.close();

        assertThat(loops.states()).isEmpty();
        assertThat(flow.awaitEnd(Duration.ZERO)).isTrue();
    }

    /** What opens a node closes it as well when its thread cannot start. */
    @Test
    void oneThatNeverStartedClosesWithoutAWait() {
        flow.onMessage(Drafts.message(1, SELF), transport);

        flow.close();

        assertThat(flow.awaitEnd(Duration.ZERO)).isTrue();
        assertThat(loops.states()).isEmpty();
        flow.onMessage(Drafts.message(2, SELF), transport);
        assertThat(notTaken()).isOne();
        assertThat(inbox.memory.messages()).isEmpty();
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
