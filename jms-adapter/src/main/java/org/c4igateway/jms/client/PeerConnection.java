package org.c4igateway.jms.client;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.Queues;
import org.c4igateway.jms.client.BrokerAddress.OpenConnection;
import org.jspecify.annotations.Nullable;

/**
 * The way to a peer's broker: one epoch. A sender of messages and one of receipts and announcements share a connection.
 * Where packets have marks by precedence ({@link BrokerAddress#marks}) there is a connection with a sender of messages
 * for each mark; when one of them fails, all end. The node of a shard takes receipts and announcements only.
 */
public final class PeerConnection implements AutoCloseable {
    private static final Precedence[] NONE = {};
    private static final int CONTROL_MESSAGES = 1_024;
    private static final long CONTROL_BYTES = 4L << 20;

    private final Map<Precedence, PeerQueue> messages = new EnumMap<>(Precedence.class);
    /** Each once. */
    private final List<PeerQueue> queues;

    private final PeerQueue control;
    private final List<OpenConnection> connections = new ArrayList<>();
    private final List<PeerQueueSender> senders = new ArrayList<>();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean announced;

    /** @param announcement first element that is sent to the peer */
    public PeerConnection(
            BrokerAddress address, ClientThreads threads, SystemName peer, Sending sending, QueuedSend announcement)
            throws JMSException {
        boolean streaming = address.tuning().streaming();
        this.control = new PeerQueue(CONTROL_MESSAGES, CONTROL_BYTES, RowBatches.none());
        control.begin(announcement, this::acknowledged);
        try {
            Map<Integer, PeerQueue> byMark = new HashMap<>();
            if (peer.isOfShard()) {
                connect(address.connect(threads, Precedence.FLASH));
            }
            for (Precedence precedence :
                    peer.isOfShard() ? NONE : Precedence.values()) { // FLASH first, with which receipts go
                int mark = address.marks().trafficClasses().getOrDefault(precedence, 0);
                PeerQueue queue = byMark.get(mark);
                if (queue == null) {
                    queue = sending.queue(streaming);
                    byMark.put(mark, queue);
                    connect(
                            address.connect(threads, precedence),
                            Queues.messages(peer),
                            queue,
                            sending.recipient(),
                            streaming);
                }
                messages.put(precedence, queue);
            }
            this.queues = List.copyOf(byMark.values());
            senders.addFirst(new PeerQueueSender(
                    connections.getFirst().connection(),
                    Queues.control(peer),
                    control,
                    () -> 0,
                    streaming,
                    this::fail));
        } catch (JMSException | RuntimeException e) {
            connections.forEach(OpenConnection::closeQuietly);
            throw e;
        }
        senders.forEach(PeerQueueSender::start);
    }

    private void connect(OpenConnection opened) throws JMSException {
        connections.add(opened);
        opened.connection().setExceptionListener(this::fail);
    }

    private void connect(
            OpenConnection opened, String queueName, PeerQueue queue, LongSupplier recipient, boolean streaming)
            throws JMSException {
        connect(opened);
        senders.add(new PeerQueueSender(opened.connection(), queueName, queue, recipient, streaming, this::fail));
    }

    /** Adds a message and waits at most {@code timeout} for room. Any thread. */
    public SendOutcome offer(QueuedSend message, Duration timeout) {
        PeerQueue queue = messages.get(message.precedence());
        return queue == null
                ? new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, "the node of a shard takes no messages")
                : queue.offer(message, timeout);
    }

    /** Sends what is held back, see {@link PeerQueue#flush}. Does not block. Any thread. */
    public void flush() {
        queues.forEach(PeerQueue::flush);
    }

    /** @return messages that the broker has not acknowledged yet, for a gauge */
    public int unacknowledged() {
        return queues.stream().mapToInt(PeerQueue::size).sum();
    }

    public PeerQueue control() {
        return control;
    }

    /** Allows sends. */
    public void open() {
        queues.forEach(PeerQueue::open);
        control.open();
    }

    private void acknowledged() {
        announced = true;
        wake();
    }

    /**
     * Blocks until the peer's broker has the announcement, or refuses it.
     *
     * @return why the connection is of no use, or null when it is
     */
    @Nullable public Exception awaitAnnounced(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!announced) {
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            Exception cause = awaitFailure(left);
            if (cause != null) {
                return cause;
            }
            if (!announced && !left.isPositive()) {
                return new JMSException("the broker does not take the announcement");
            }
        }
        return failure.get();
    }

    /** Makes the connection end. Any thread. */
    public void fail(Exception cause) {
        failure.compareAndSet(null, cause);
        wake.release();
    }

    /** Ends one wait of {@link #awaitFailure}. Any thread. */
    public void wake() {
        wake.release();
    }

    /**
     * Blocks until the connection has failed, {@link #wake} is called, or the time is over.
     *
     * @return why the connection failed, or null if it works
     */
    @Nullable public Exception awaitFailure(Duration patience) throws InterruptedException {
        if (failure.get() == null && wake.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            wake.drainPermits();
        }
        return failure.get();
    }

    @Override
    public void close() {
        senders.forEach(PeerQueueSender::close);
        connections.forEach(OpenConnection::closeQuietly);
    }
}
