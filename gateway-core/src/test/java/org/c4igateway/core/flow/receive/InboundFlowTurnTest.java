package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.store.Readmission.Outcome;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.watch.LoopState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the inbox writer does from turn to turn, and how a call of the database holds it up. */
class InboundFlowTurnTest extends WatchedInboundFixture {
    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        goOn.countDown();
    }

    /** Each write of the inbox does this first. */
    private void insideWrite(Runnable action) {
        inbox.memory.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("write")) {
                    action.run();
                }
            }
        });
    }

    /** As a driver of a database that does not notice an interrupt. */
    private void hang() {
        inside.countDown();
        boolean open = false;
        while (!open) {
            try {
                goOn.await();
                open = true;
            } catch (InterruptedException e) {
                // The call goes on.
            }
        }
    }

    private static GatewayException away() {
        return new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
    }

    private void awaitInside() {
        await().atMost(SOON).until(() -> inside.getCount() == 0);
    }

    @Test
    void isNotAliveWhileAWriteHangs() {
        insideWrite(this::hang);
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        awaitInside();
        assertThat(loops.states()).singleElement().matches(LoopState::alive);

        clock.advance(Duration.ofMinutes(3));

        assertThat(loops.states()).singleElement().matches(state -> !state.alive());
        goOn.countDown();
        await().atMost(SOON).until(() -> loops.states().getFirst().alive());
    }

    @Test
    void isNotSupervisedAnyMoreOnceItHasGivenUpAWriteThatHangs() {
        insideWrite(this::hang);
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        awaitInside();

        flow.close();

        assertThat(flow.awaitEnd(Duration.ZERO)).isFalse();
        assertThat(loops.states()).isEmpty();
        goOn.countDown();
        assertThat(flow.awaitEnd(SOON)).isTrue();
        assertThat(fatal).isEmpty();
    }

    @Test
    void interruptsAWriteThatHangs() {
        insideWrite(() -> {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw away();
            }
        });
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);
        awaitInside();

        flow.close();

        assertThat(flow.awaitEnd(SOON)).isTrue();
        assertThat(inbox.memory.messages()).isEmpty();
        assertThat(fatal).isEmpty();
    }

    /** A node that stops has no time for what can wait. */
    @Test
    void putsNoFurtherDeadLetterBackOnceItCloses() throws InterruptedException {
        insideWrite(this::hang);
        inbox.putBack(1, Drafts.message(1, SELF));
        inbox.putBack(2, Drafts.message(2, SELF));
        flow.start();
        awaitInside();
        Thread closing = Thread.ofPlatform().daemon().start(flow::close);
        await().atMost(SOON).until(() -> closing.getState() == Thread.State.TIMED_WAITING);

        goOn.countDown();

        assertThat(closing.join(SOON)).isTrue();
        assertThat(flow.awaitEnd(SOON)).isTrue();
        assertThat(inbox.ends()).containsOnlyKeys(1L).containsValue(new Outcome.Received());
    }

    /** Every turn tries the receipts, and one in a second looks for dead letters. */
    @Test
    void triesReceiptsThatWaitFarMoreOftenThanOnceASecond() {
        transport.answer(receipt -> new SendOutcome.BackPressured(Duration.ofMillis(1)));
        flow.start();
        flow.onMessage(Drafts.message(1, SELF), transport);

        await().atMost(SOON).until(() -> transport.timeouts().size() >= inbox.asked() + 10);
    }

    @Test
    void asksForNewsOfReadmissionsOnlyAfterThereWasOne() {
        flow.start();

        await().atMost(SOON).until(() -> inbox.asked() >= 3);

        assertThat(inbox.askedUntold()).isOne();
    }

    /** Asking a database that is away without a pause would keep it from coming back. */
    @Test
    void pausesBeforeItTriesAgainAndEndsThePauseWhenItCloses() {
        AtomicInteger tries = new AtomicInteger();
        AtomicReference<Thread> writing = new AtomicReference<>();
        insideWrite(() -> {
            writing.set(Thread.currentThread());
            tries.incrementAndGet();
            throw away();
        });
        InboundFlow patient =
                flow(new FlowSettings(20, 1_000, 5, LONG, LONG, LONG, LONG, LONG, 8, 1_000, 4, LONG, LONG));
        patient.start();
        patient.onMessage(Drafts.message(1, SELF), transport);

        await().atMost(SOON).until(() -> {
            Thread writer = writing.get();
            return writer != null && writer.getState() == Thread.State.TIMED_WAITING;
        });
        assertThat(tries).hasValue(1);
        patient.close();

        assertThat(patient.awaitEnd(Duration.ZERO)).isTrue();
        assertThat(tries).hasValue(2);
        assertThat(fatal).isEmpty();
    }
}
