package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.watch.LoopState;
import org.junit.jupiter.api.Test;

/** What ends the pauses of a sender: rows, receipts, newcomers. And what it says when it cannot go on. */
class SenderThreadWakeTest extends SenderThreadFixture {
    @Test
    void sendsARowAsSoonAsItIsWoken() {
        startIdle();

        commit(BRAVO);
        sender.wake();

        await().atMost(SOON).until(() -> sends.get() == 1);
        await().atMost(SOON).until(() -> rowsSeen.get() > 0);
    }

    @Test
    void pausesAfterItHasSentWhatIsThere() {
        startIdle();
        assertThat(rowsSeen).hasValue(0);
        send();

        awaitPause();

        assertThat(sends).hasValue(1);
        assertThat(loops.states()).allMatch(LoopState::alive);
    }

    @Test
    void sendsABacklogOfManyReadsWithoutBeingWokenAgain() {
        for (int i = 0; i < 60; i++) {
            commit(BRAVO);
        }
        mayBegin.countDown();

        sender.start();

        await().atMost(SOON).until(() -> sends.get() == 60);
    }

    /** More rows often follow: it turns on its own for a while, many times for each row. */
    @Test
    void looksAgainAndAgainAfterARowWithoutBeingWoken() {
        assertLooksAgainAndAgain();
    }

    private void assertLooksAgainAndAgain() {
        SenderThread quick = sender(Duration.ofMillis(1), Duration.ofMillis(1));
        mayBegin.countDown();
        quick.start();
        AtomicInteger wakes = new AtomicInteger();

        await().atMost(SOON).until(() -> {
            commit(BRAVO);
            quick.wake();
            return wakes.incrementAndGet() > 1 && beats.get() > 15 * wakes.get();
        });

        quick.close();
    }

    /** What it holds may have to be done later without anything that wakes it, as after back pressure. */
    @Test
    void goesOnTurningWhileItHoldsARowThoughTheSignalTellsOfEachCommit() {
        tellsEachCommit.set(true);

        assertLooksAgainAndAgain();
    }

    /** Nothing is left to do, and whatever comes wakes it. */
    @Test
    void pausesForLongAfterARowWhileTheSignalTellsOfEachCommit() {
        tellsEachCommit.set(true);
        SenderThread quick = sender(Duration.ofMillis(1), Duration.ofMillis(1));
        mayBegin.countDown();
        quick.start();
        for (int row = 1; row <= 5; row++) {
            int sequence = row;
            commit(BRAVO);
            quick.wake();
            await().atMost(SOON).until(() -> sends.get() == sequence);
            quick.onReceipt(receipt(sequence, sequence));
            await().atMost(SOON).until(() -> fixture.state(sequence, BRAVO) == DeliveryState.DELIVERED);
            int before = beats.get();

            await().atMost(SOON).during(Duration.ofMillis(100)).until(() -> beats.get() - before < 10);
        }
        quick.close();
    }

    @Test
    void writesTheFinalStateAsSoonAsTheReceiptComes() {
        startIdle();
        send();
        awaitPause();

        sender.onReceipt(receipt(1, 1));

        await().atMost(SOON).until(() -> fixture.state(1, BRAVO) == DeliveryState.DELIVERED);
    }

    @Test
    void takesNoReceiptAndNoWakeBeforeItHasBegun() {
        sender.onReceipt(receipt(1, 1));
        sender.wake();
        commit(BRAVO);

        mayBegin.countDown();
        sender.start();

        await().atMost(SOON).until(() -> sends.get() == 1);
        awaitPause();
        assertThat(fixture.state(1, BRAVO)).isNull();
        assertThat(fatal).isEmpty();
    }

    @Test
    void sendsToANewcomerThatCameWhileItOpenedTheOutbox() {
        commit(CHARLIE);
        sender.start();
        await().atMost(SOON).until(() -> thread != null);

        sender.add(CHARLIE);
        mayBegin.countDown();

        await().atMost(SOON).until(() -> sends.get() == 1);
    }

    @Test
    void sendsToANewcomerThatComesDuringAPause() {
        commit(CHARLIE);
        startIdle();
        assertThat(sends).hasValue(0);

        sender.add(CHARLIE);

        await().atMost(SOON).until(() -> sends.get() == 1);
    }

    @Test
    void isAliveBeforeItIsStarted() {
        clock.advance(Duration.ofMinutes(3));

        assertThat(loops.states()).singleElement().matches(LoopState::alive);
    }

    @Test
    void saysThatADefectHasEndedIt() throws InterruptedException {
        fixture.outbox.faults(failing(new IllegalStateException("broken")));
        mayBegin.countDown();

        sender.start();

        await().atMost(SOON).until(() -> !fatal.isEmpty());
        awaitEndOf(thread);
        assertThat(fatal).singleElement().satisfies(e -> {
            assertThat(e.errorCode()).isEqualTo(ErrorCode.DEFECT);
            assertThat(e.getMessage()).contains("sim-BRAVO", "broken");
        });
        assertThat(loops.states()).singleElement().satisfies(state -> {
            assertThat(state.alive()).isFalse();
            assertThat(state.problem()).contains("broken");
        });
        assertThat(fixture.outbox.fetches()).isZero();
    }

    @Test
    void countsAndRepeatsWhatTheDatabaseDidNotTake() {
        AtomicInteger tries = new AtomicInteger();
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("fetch") && tries.incrementAndGet() <= 3) {
                    throw away();
                }
            }
        });
        commit(BRAVO);
        mayBegin.countDown();

        sender.start();

        await().atMost(SOON).until(() -> sends.get() == 1);
        assertThat(fixture.meters
                        .get(MeterNames.DATABASE_RETRIES)
                        .tag(MeterNames.PART, "outbox-thread")
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(fatal).isEmpty();
    }

    /** Peers and the signal must not make it ask a database that is down in a tight loop. */
    @Test
    void waitsForTheDatabaseAlsoWhenItIsWoken() throws InterruptedException {
        SenderThread patient = sender(LONG);
        AtomicInteger tries = new AtomicInteger();
        fixture.outbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("fetch")) {
                    tries.incrementAndGet();
                    throw away();
                }
            }
        });
        mayBegin.countDown();
        patient.start();
        await().atMost(SOON).until(() -> tries.get() > 0);
        awaitPause();
        patient.wake();
        awaitPause();

        assertThat(tries).hasValue(1);
        patient.drain(Duration.ofMillis(300));
        awaitEndOf(thread);
        patient.close();
    }

    private static Faults failing(RuntimeException fault) {
        return new Faults() {
            @Override
            public void before(String call) {
                throw fault;
            }
        };
    }
}
