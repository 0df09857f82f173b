package org.c4igateway.jms.client;

import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.Queues;
import org.c4igateway.jms.client.BrokerAddress.OpenConnection;
import org.jspecify.annotations.Nullable;

/** One connection to a peer's broker with a sender of messages and one of receipts and announcements: one epoch. */
public final class PeerConnection implements AutoCloseable {
    private static final int CONTROL_MESSAGES = 1_024;
    private static final long CONTROL_BYTES = 4L << 20;

    private final OpenConnection connection;
    private final PeerQueue messages;
    private final PeerQueue control;
    private final PeerQueueSender messageSender;
    private final PeerQueueSender controlSender;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean announced;

    /** @param announcement first element that is sent to the peer */
    public PeerConnection(
            BrokerAddress address, ClientThreads threads, SystemName peer, Sending sending, QueuedSend announcement)
            throws JMSException {
        boolean streaming = address.tuning().streaming();
        this.messages = sending.queue(streaming);
        this.control = new PeerQueue(CONTROL_MESSAGES, CONTROL_BYTES, RowBatches.none());
        control.begin(announcement, this::acknowledged);
        this.connection = address.connect(threads);
        try {
            connection.connection().setExceptionListener(this::fail);
            this.messageSender = new PeerQueueSender(
                    connection.connection(), Queues.messages(peer), messages, streaming, this::fail);
            this.controlSender =
                    new PeerQueueSender(connection.connection(), Queues.control(peer), control, streaming, this::fail);
        } catch (JMSException | RuntimeException e) {
            OpenConnection.closeQuietly(connection);
            throw e;
        }
        messageSender.start();
        controlSender.start();
    }

    public PeerQueue messages() {
        return messages;
    }

    public PeerQueue control() {
        return control;
    }

    /** Allows sends. */
    public void open() {
        messages.open();
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
        messageSender.close();
        controlSender.close();
        OpenConnection.closeQuietly(connection);
    }
}
