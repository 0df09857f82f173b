package org.c4igateway.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.Test;

class PeerQueueTest {
    private static final Duration NONE = Duration.ZERO;

    private final PeerQueue queue = new PeerQueue(3, 1_000, RowBatches.none());

    @Test
    void boundsTheCountUntilTheBrokerHasAcknowledged() throws InterruptedException {
        queue.open();
        for (int i = 0; i < 3; i++) {
            assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.Accepted.class);
        }
        QueuedSend taken = Objects.requireNonNull(queue.take());
        assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.BackPressured.class);

        queue.release(taken);

        assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.Accepted.class);
    }

    @Test
    void boundsTheBytesButAlwaysLetsOneThrough() throws InterruptedException {
        queue.open();
        assertThat(queue.offer(item(Precedence.FLASH, 5_000), NONE)).isInstanceOf(SendOutcome.Accepted.class);
        assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.BackPressured.class);

        queue.release(Objects.requireNonNull(queue.take()));

        assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.Accepted.class);
    }

    @Test
    void takesTheMostUrgentFirstButNeverStarvesTheRest() throws InterruptedException {
        PeerQueue wide = new PeerQueue(100, 1_000, RowBatches.none());
        wide.open();
        QueuedSend routine = item(Precedence.ROUTINE, 1);
        wide.offer(routine, NONE);
        for (int i = 0; i < 40; i++) {
            wide.offer(item(Precedence.FLASH, 1), NONE);
        }
        int position = 1;
        while (!routine.equals(wide.take())) {
            position++;
        }
        assertThat(position).isEqualTo(16);
    }

    @Test
    void keepsSendersWaitingUntilTheEpochIsAnnounced() {
        assertThat(queue.offer(item(Precedence.FLASH, 1), NONE)).isInstanceOf(SendOutcome.BackPressured.class);
        CompletableFuture<SendOutcome> waiting = offerLater();

        queue.open();

        assertThat(waiting).succeedsWithin(Duration.ofSeconds(10)).isInstanceOf(SendOutcome.Accepted.class);
    }

    @Test
    void endsAllWaitingWhenTheConnectionIsLost() throws InterruptedException {
        CompletableFuture<SendOutcome> waiting = offerLater();

        queue.close();

        assertThat(waiting)
                .succeedsWithin(Duration.ofSeconds(10))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
        assertThat(queue.take()).isNull();
    }

    private CompletableFuture<SendOutcome> offerLater() {
        CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual()
                .start(() -> outcome.complete(queue.offer(item(Precedence.FLASH, 1), Duration.ofMinutes(1))));
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return outcome;
    }

    private static QueuedSend item(Precedence precedence, int sizeBytes) {
        return new Item(precedence, sizeBytes, new Object());
    }

    private record Item(Precedence precedence, int sizeBytes, Object identity) implements QueuedSend {
        @Override
        public BytesMessage encode(Session session) {
            throw new UnsupportedOperationException("never sent");
        }
    }
}
