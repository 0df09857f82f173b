package org.c4igateway.jms.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.JmsSettings;
import org.c4igateway.jms.wire.MessageCodec;
import org.c4igateway.jms.wire.ReadableBatches;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PeerQueueBatchTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final MessageCodec CODEC = new MessageCodec(new SystemName("ALPHA"));
    private static final Duration NEVER = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private volatile @Nullable ReadableBatches peer = ReadableBatches.PLAIN;
    private final AtomicLong ticks = new AtomicLong();
    private final PeerQueue queue = queue(Duration.ZERO, 2_000);

    private PeerQueue queue(Duration linger, int maxMessages) {
        return queue(new JmsSettings.Batch(true, 4_096, linger, false), maxMessages);
    }

    private PeerQueue queue(JmsSettings.Batch settings, int maxMessages) {
        RowBatches batches = new RowBatches(settings, () -> peer, (rows, bytes) -> {}, ticks::get);
        PeerQueue opened = new PeerQueue(maxMessages, 1 << 20, batches);
        opened.open();
        return opened;
    }

    @Test
    void takesWhatWaitsTogetherInItsOrder() throws InterruptedException {
        add(Precedence.ROUTINE, 1, 5, 100);

        assertThat(take()).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void endsABatchBeforeItIsTooLarge() throws InterruptedException {
        add(Precedence.ROUTINE, 1, 4, 1_200);
        add(Precedence.ROUTINE, 5, 5, 5_000);
        add(Precedence.ROUTINE, 6, 6, 10);

        assertThat(take()).containsExactly(1L, 2L, 3L);
        assertThat(take()).containsExactly(4L);
        assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
        assertThat(take()).containsExactly(6L);
    }

    /** By how soon the engine has a batch. */
    @Test
    void makesBatchesAsLargeAsTheLinkIsFast() throws InterruptedException {
        PeerQueue fitted = queue(new JmsSettings.Batch(true, 65_536, Duration.ZERO, false), 2_000);
        for (long sequence = 1; sequence <= 60; sequence++) {
            fitted.offer(item(Precedence.ROUTINE, sequence, 1_200), Duration.ZERO);
        }
        QueuedSend first = Objects.requireNonNull(fitted.take());
        assertThat(first.count()).isEqualTo(3);

        ticks.addAndGet(Duration.ofMillis(200).toNanos());
        fitted.release(first);
        QueuedSend second = Objects.requireNonNull(fitted.take());
        assertThat(second.count()).isEqualTo(6);

        ticks.addAndGet(Duration.ofSeconds(4).toNanos());
        fitted.release(second);
        assertThat(Objects.requireNonNull(fitted.take()).count()).isEqualTo(3);
    }

    @Test
    void holdsOnePrecedence() throws InterruptedException {
        add(Precedence.ROUTINE, 1, 2, 10);
        add(Precedence.FLASH, 3, 4, 10);
        add(Precedence.PRIORITY, 5, 6, 10);

        assertThat(take()).containsExactly(3L, 4L);
        assertThat(take()).containsExactly(5L, 6L);
        assertThat(take()).containsExactly(1L, 2L);
    }

    /** Sixteen rows with one of them less urgent, as by themselves. */
    @Test
    void keepsTheFloorOfTheLessUrgent() throws InterruptedException {
        add(Precedence.ROUTINE, 1, 1, 10);
        add(Precedence.FLASH, 2, 41, 10);

        assertThat(take()).hasSize(15);
        assertThat(take()).containsExactly(1L);
        assertThat(take()).hasSize(25);
    }

    @Test
    void sendsEachByItselfToAPeerThatReadsNoBatches() throws InterruptedException {
        peer = ReadableBatches.NONE;
        add(Precedence.ROUTINE, 1, 2, 10);

        assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
        assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
    }

    @Test
    void letsFewRowsGoByThemselvesUntilThePeerHasTold() throws Exception {
        peer = null;
        add(Precedence.ROUTINE, 1, 40, 10);
        QueuedSend first = Objects.requireNonNull(queue.take());
        for (int i = 2; i <= 16; i++) {
            assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
        }
        CompletableFuture<List<Long>> next = later(queue);
        assertThat(next).failsWithin(NEVER);
        queue.release(first);
        assertThat(next).succeedsWithin(PATIENCE).isEqualTo(List.of(17L));

        CompletableFuture<List<Long>> rest = later(queue);
        assertThat(rest).failsWithin(NEVER);
        peer = ReadableBatches.PLAIN;
        queue.flush();

        assertThat(rest)
                .succeedsWithin(PATIENCE)
                .isEqualTo(LongStream.rangeClosed(18, 40).boxed().toList());
    }

    /** As an application that is no node. */
    @Test
    void letsAllGoByThemselvesToAPeerThatNeverTells() throws InterruptedException {
        peer = null;
        add(Precedence.ROUTINE, 1, 40, 10);

        for (long sequence = 1; sequence <= 40; sequence++) {
            assertThat(take()).containsExactly(sequence);
        }
    }

    /** A receipt, or a row too large for a batch, is as long alone as it would be later. */
    @Test
    void holdsBackOnlyWhatABatchWouldMakeSmaller() throws InterruptedException {
        peer = null;
        add(Precedence.ROUTINE, 1, 20, 5_000);

        for (int i = 1; i <= 20; i++) {
            assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
        }
    }

    @Test
    void sendsARowThatRepeatsAnotherByItself() throws InterruptedException {
        add(Precedence.ROUTINE, 1, 2, 10);
        queue.offer(item(Precedence.ROUTINE, 3, 10, 1), Duration.ZERO);
        add(Precedence.ROUTINE, 4, 5, 10);

        assertThat(take()).containsExactly(1L, 2L);
        assertThat(queue.take()).isInstanceOf(QueuedSend.OfMessage.class);
        assertThat(take()).containsExactly(4L, 5L);
    }

    @Test
    void freesTheRoomOfAllItsRows() throws InterruptedException {
        PeerQueue small = queue(Duration.ZERO, 3);
        for (long sequence = 1; sequence <= 3; sequence++) {
            small.offer(item(Precedence.FLASH, sequence, 10), Duration.ZERO);
        }
        assertThat(small.offer(item(Precedence.FLASH, 4, 10), Duration.ZERO))
                .isInstanceOf(SendOutcome.BackPressured.class);

        small.release(Objects.requireNonNull(small.take()));

        assertThat(small.size()).isZero();
        for (long sequence = 4; sequence <= 6; sequence++) {
            assertThat(small.offer(item(Precedence.FLASH, sequence, 10), Duration.ZERO))
                    .isInstanceOf(SendOutcome.Accepted.class);
        }
    }

    @Test
    void waitsForMoreUntilNothingMoreComes() {
        PeerQueue patient = queue(NEVER, 2_000);
        patient.offer(item(Precedence.ROUTINE, 1, 10), Duration.ZERO);
        patient.flush();
        CompletableFuture<List<Long>> taken = later(patient);
        assertThat(taken).succeedsWithin(PATIENCE).isEqualTo(List.of(1L));
    }

    @Test
    void endsTheWaitBeforeAMoreUrgentRow() {
        PeerQueue patient = queue(NEVER, 2_000);
        patient.offer(item(Precedence.ROUTINE, 1, 10), Duration.ZERO);
        CompletableFuture<List<Long>> taken = later(patient);
        patient.offer(item(Precedence.FLASH, 2, 10), Duration.ZERO);

        // Either the urgent one came first, or the batch ended before it: never both in one.
        assertThat(taken)
                .succeedsWithin(PATIENCE)
                .satisfies(rows -> assertThat(rows).hasSize(1));
        assertThat(later(patient))
                .succeedsWithin(PATIENCE)
                .satisfies(rows -> assertThat(rows).hasSize(1));
    }

    @Test
    void endsTheWaitWhenNothingElseFitsIn() {
        PeerQueue small = queue(NEVER, 2);
        CompletableFuture<List<Long>> taken = later(small);
        small.offer(item(Precedence.ROUTINE, 1, 10), Duration.ZERO);
        small.offer(item(Precedence.ROUTINE, 2, 10), Duration.ZERO);

        assertThat(taken)
                .succeedsWithin(PATIENCE)
                .satisfies(rows -> assertThat(rows).startsWith(1L));
    }

    private static CompletableFuture<List<Long>> later(PeerQueue from) {
        CompletableFuture<List<Long>> taken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                taken.complete(sequences(Objects.requireNonNull(from.take())));
            } catch (InterruptedException e) {
                taken.completeExceptionally(e);
            }
        });
        return taken;
    }

    private void add(Precedence precedence, long first, long last, int bytes) {
        LongStream.rangeClosed(first, last)
                .forEach(sequence -> queue.offer(item(precedence, sequence, bytes), Duration.ZERO));
    }

    private List<Long> take() throws InterruptedException {
        return sequences(Objects.requireNonNull(queue.take()));
    }

    private static List<Long> sequences(QueuedSend taken) {
        List<QueuedSend.OfMessage> rows =
                taken instanceof QueuedSend.OfBatch batch ? batch.messages() : List.of((QueuedSend.OfMessage) taken);
        return rows.stream().map(row -> row.message().id().sequence()).toList();
    }

    private static QueuedSend item(Precedence precedence, long sequence, int bytes) {
        return item(precedence, sequence, bytes, 0);
    }

    private static QueuedSend item(Precedence precedence, long sequence, int bytes, long repeats) {
        Message message = new Message(
                new MessageId(new SystemName("ALPHA"), sequence),
                "A423",
                precedence,
                List.of(BRAVO),
                Instant.EPOCH,
                Instant.MAX,
                "",
                "",
                new byte[bytes],
                repeats);
        return new QueuedSend.OfMessage(message, CODEC, null);
    }
}
