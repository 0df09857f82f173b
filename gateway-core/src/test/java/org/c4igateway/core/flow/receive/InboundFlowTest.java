package org.c4igateway.core.flow.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.junit.jupiter.api.Test;

class InboundFlowTest extends InboundFlowFixture {
    @Test
    void writesWhatArrivesAndConfirmsIt() {
        flow.start();
        for (long sequence = 1; sequence <= 50; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 50);

        assertThat(inbox.messages())
                .extracting(message -> message.id().sequence())
                .hasSize(50)
                .isSorted();
        assertThat(inbox.batches()).allMatch(size -> size <= 4);
        assertThat(steps).contains(Step.INBOX_COMMITTED);
    }

    @Test
    void takesWhatHasGatheredMeanwhileInOneTransaction() {
        for (long sequence = 1; sequence <= QUEUE_ROWS; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        flow.start();

        await().until(() -> inbox.messages().size() == QUEUE_ROWS);
        assertThat(inbox.batches()).containsExactly(4, 4);
    }

    @Test
    void confirmsADuplicateAgainWithoutStoringIt() {
        flow.start();
        Message message = Drafts.message(1, SELF);
        flow.onMessage(message, transport);
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2 || inbox.duplicates() == 1);

        assertThat(inbox.messages()).containsExactly(message);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) >= 1);
    }

    @Test
    void confirmsAgainWhatWasDeliveredBeforeItExpired() {
        flow.start();
        Message message = Drafts.expiring(time.instant().plusSeconds(10), Drafts.message(1, SELF));
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        time.advance(Duration.ofSeconds(11));
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(inbox.deadLetters()).isEmpty();
        assertThat(transport.taken()).allMatch(receipt -> receipt.rejected().isEmpty());
    }

    @Test
    void confirmsNothingOnABestEffortTopic() {
        flow.start();
        flow.onMessage(Drafts.message(1, Drafts.BEST_EFFORT, Precedence.FLASH, 10, SELF), transport);
        flow.onMessage(Drafts.message(2, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        assertThat(inbox.messages()).hasSize(2);
    }

    /** The encoding of the C4I server was changed in between, and the receipt was lost. */
    @Test
    void confirmsAgainWhatWasStoredBeforeTheInboxCouldNotStoreIt() {
        flow.start();
        Message message = Drafts.message(1, SELF);
        flow.onMessage(message, transport);
        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);

        inbox.refuse(any -> true);
        flow.onMessage(message, transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 2);
        assertThat(transport.taken()).allMatch(receipt -> receipt.rejected().isEmpty());
    }

    @Test
    void keepsTheBatchAndHoldsBackSendersWhileTheDatabaseIsAway() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        inbox.faults(away(tries));
        flow.start();
        int count = 4 + QUEUE_ROWS + 5;
        Thread sender = Thread.ofPlatform().daemon().start(() -> {
            for (long sequence = 1; sequence <= count; sequence++) {
                flow.onMessage(Drafts.message(sequence, SELF), transport);
            }
        });

        await().until(() -> tries.get() > 5 && sender.getState() == Thread.State.WAITING);
        assertThat(transport.taken()).isEmpty();
        inbox.faults(Faults.NONE);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == count);
        sender.join();
        assertThat(inbox.messages())
                .extracting(message -> message.id().sequence())
                .isSorted();
    }

    @Test
    void confirmsOnlyAfterTheCommitIsKnown() {
        AtomicInteger commits = new AtomicInteger();
        inbox.faults(new Faults() {
            @Override
            public void after(String call) {
                if (commits.incrementAndGet() <= 3) {
                    assertThat(transport.taken()).isEmpty();
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "answer lost", null);
                }
            }
        });
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> transport.confirmed(Drafts.ORIGIN) == 1);
        assertThat(commits).hasValue(4);
        assertThat(inbox.messages()).hasSize(1);
        assertThat(inbox.duplicates()).isEqualTo(3);
    }

    @Test
    void finishesWhatHasArrivedWhenItCloses() {
        CountDownLatch held = new CountDownLatch(1);
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        flow.start();
        for (long sequence = 1; sequence <= 6; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }

        Thread closer = Thread.ofPlatform().daemon().start(flow::close);
        await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        held.countDown();

        await().until(() -> !closer.isAlive());
        assertThat(inbox.messages()).hasSize(6);
        flow.onMessage(Drafts.message(7, SELF), transport);
        assertThat(inbox.messages()).hasSize(6);
    }

    /** The driver of a database does not notice an interrupt. */
    @Test
    void writesNothingMoreOnceItHasClosed() {
        Semaphore answers = new Semaphore(0);
        AtomicInteger writes = new AtomicInteger();
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                if ("write".equals(call)) {
                    writes.incrementAndGet();
                    answers.acquireUninterruptibly();
                }
            }
        });
        for (long sequence = 1; sequence <= QUEUE_ROWS; sequence++) {
            flow.onMessage(Drafts.message(sequence, SELF), transport);
        }
        flow.start();
        await().until(() -> writes.get() == 1);

        flow.close();
        assertThat(flow.awaitEnd(Duration.ZERO)).isFalse();
        answers.release(QUEUE_ROWS);

        assertThat(flow.awaitEnd(Duration.ofMinutes(1))).isTrue();
        assertThat(writes).hasValue(1);
        assertThat(inbox.messages()).hasSize(4);
    }

    @Test
    void stopsAndSaysSoWhenTheInboxIsLostForGood() {
        inbox.faults(new Faults() {
            @Override
            public void before(String call) {
                throw new GatewayException.Fatal(ErrorCode.FENCED, "another bridge", "Stop this node", null);
            }
        });
        flow.start();

        flow.onMessage(Drafts.message(1, SELF), transport);

        await().until(() -> !fatal.isEmpty());
        assertThat(fatal)
                .singleElement()
                .satisfies(e -> assertThat(e.errorCode()).isEqualTo(ErrorCode.FENCED));
        fatal.clear();
        assertThat(transport.taken()).isEmpty();
    }

    private static Faults away(AtomicInteger tries) {
        return new Faults() {
            @Override
            public void before(String call) {
                tries.incrementAndGet();
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "away", null);
            }
        };
    }
}
