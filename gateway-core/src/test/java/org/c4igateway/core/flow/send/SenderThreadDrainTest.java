package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Faults;
import org.junit.jupiter.api.Test;

/** How a sender ends: with what was sent confirmed, or when patience is over. */
class SenderThreadDrainTest extends SenderThreadFixture {
    @Test
    void endsAtOnceWhenNothingWaits() throws InterruptedException {
        startIdle();

        awaitEndOf(Thread.ofPlatform().daemon().start(() -> sender.drain(LONG)));

        awaitEndOf(thread);
        assertThat(loops.states()).isEmpty();
        assertThat(fatal).isEmpty();
    }

    @Test
    void waitsForReceiptsAndReadsNoMoreRows() throws InterruptedException {
        startIdle();
        send();
        awaitPause();
        Thread draining = draining(LONG);

        commit(BRAVO);
        sender.wake();
        awaitPause();
        sender.onReceipt(receipt(1, 1));

        awaitEndOf(draining);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
        assertThat(fixture.state(2, BRAVO)).isNull();
        assertThat(sends).hasValue(1);
    }

    @Test
    void endsWithoutReceiptsWhenPatienceIsOver() throws InterruptedException {
        startIdle();
        send();
        awaitPause();

        awaitEndOf(Thread.ofPlatform().daemon().start(() -> sender.drain(Duration.ofMillis(20))));

        awaitEndOf(thread);
        assertThat(fixture.state(1, BRAVO)).isNull();
        assertThat(loops.states()).isEmpty();
    }

    /** The next process does not read again what has ended. */
    @Test
    void savesHowFarItHasReadBeforeItEnds() {
        startIdle();
        Map<Precedence, ReadPosition> before = positions();
        send();
        sender.onReceipt(receipt(1, 1));
        await().atMost(SOON).until(() -> fixture.state(1, BRAVO) == DeliveryState.DELIVERED);

        sender.drain(LONG);

        assertThat(positions()).isNotEqualTo(before).containsKey(Precedence.ROUTINE);
        assertThat(Objects.requireNonNull(positions().get(Precedence.ROUTINE)).token())
                .startsWith("1:");
    }

    private Map<Precedence, ReadPosition> positions() {
        return fixture.outbox.positions(Set.of(BRAVO)).getOrDefault(BRAVO, Map.of());
    }

    @Test
    void keepsTryingToWriteFinalStatesWhileThereIsPatience() throws InterruptedException {
        startIdle();
        send();
        awaitPause();
        CountDownLatch failedWhileDraining = new CountDownLatch(3);
        AtomicBoolean draining = new AtomicBoolean();
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (draining.get()) {
                    failedWhileDraining.countDown();
                }
                throw away();
            }
        });
        Thread drain = draining(LONG);
        draining.set(true);
        sender.onReceipt(receipt(1, 1));
        assertThat(failedWhileDraining.await(60, TimeUnit.SECONDS)).isTrue();

        fixture.outbox.faults(Faults.NONE);

        awaitEndOf(drain);
        assertThat(fixture.state(1, BRAVO)).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void givesUpOnADatabaseThatIsAwayWhenPatienceIsOver() throws InterruptedException {
        CountDownLatch failed = databaseIsAway();
        mayBegin.countDown();
        sender.start();
        awaitUninterruptibly(failed);

        sender.drain(Duration.ofMillis(1));

        awaitEndOf(thread);
        assertThat(loops.states()).isEmpty();
        assertThat(fatal).isEmpty();
    }

    @Test
    void itsPausesWhileTheDatabaseIsAwayEndWithItsPatience() throws InterruptedException {
        try (SenderThread patient = sender(LONG)) {
            CountDownLatch failed = databaseIsAway();
            mayBegin.countDown();
            patient.start();
            awaitUninterruptibly(failed);

            awaitEndOf(Thread.ofPlatform().daemon().start(() -> patient.drain(Duration.ofMillis(200))));

            awaitEndOf(thread);
        }
    }

    @Test
    void doesNotWaitForASenderThatNeverBegan() throws InterruptedException {
        awaitEndOf(Thread.ofPlatform().daemon().start(() -> sender.drain(LONG)));
    }

    @Test
    void anInterruptEndsTheWaitAndStaysVisible() throws InterruptedException {
        startIdle();
        send();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread draining = Thread.ofPlatform().daemon().start(() -> {
            sender.drain(LONG);
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        await().atMost(SOON).until(() -> draining.getState() == Thread.State.TIMED_WAITING);

        draining.interrupt();

        awaitEndOf(draining);
        assertThat(interrupted).isTrue();
    }

    @Test
    void aClosedOneEndsItsPauseAndShowsNothingMore() throws InterruptedException {
        startIdle();
        assertThat(fixture.meters
                        .find(MeterNames.IN_FLIGHT_ROWS)
                        .tag(MeterNames.GROUP, "thread")
                        .gauge())
                .isNotNull();

        sender.close();

        awaitEndOf(thread);
        assertThat(loops.states()).isEmpty();
        assertThat(fixture.meters
                        .find(MeterNames.IN_FLIGHT_ROWS)
                        .tag(MeterNames.GROUP, "thread")
                        .gauge())
                .isNull();
    }

    /** Such a call writes final states: without it these rows were sent again. */
    @Test
    void aCallBesideAClosedOneRunsAllTheSame() {
        startIdle();
        Executor calls = Objects.requireNonNull(beside);
        AtomicReference<Thread> ranOn = new AtomicReference<>();

        sender.close();
        calls.execute(() -> ranOn.set(Thread.currentThread()));

        assertThat(ranOn).hasValue(Thread.currentThread());
    }

    /** The driver of a database does not notice an interrupt. */
    @Test
    void aClosedOneEndsAlsoWhenACallOfTheDatabaseHasSwallowedTheInterrupt() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        startIdle();
        fixture.transport.insideSend(() -> {
            inside.countDown();
            awaitUninterruptibly(goOn);
        });
        commit(BRAVO);
        sender.wake();
        awaitUninterruptibly(inside);

        sender.close();
        goOn.countDown();

        awaitEndOf(thread);
        assertThat(fatal).isEmpty();
    }
}
