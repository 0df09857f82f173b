package org.c4igateway.jms;

import jakarta.jms.JMSException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.BrokerAddress.OpenConnection;

/** One connection to a peer's broker with a lane for messages and one for receipts and announcements: one epoch. */
final class PeerConnection implements AutoCloseable {
    private static final int CONTROL_MESSAGES = 1_024;
    private static final long CONTROL_BYTES = 4L << 20;

    private final OpenConnection connection;
    private final LaneQueue messages;
    private final LaneQueue control;
    private final OutgoingLane messageLane;
    private final OutgoingLane controlLane;
    private final CompletableFuture<Exception> failure = new CompletableFuture<>();

    /** @param announcement what the peer is told first */
    PeerConnection(
            BrokerAddress address,
            ClientThreads threads,
            SystemName peer,
            JmsSettings.Limits limits,
            Outgoing announcement)
            throws JMSException {
        this.messages = new LaneQueue(limits.inFlightMessages(), limits.inFlightBytes());
        this.control = new LaneQueue(CONTROL_MESSAGES, CONTROL_BYTES);
        control.begin(announcement);
        boolean streaming = address.tuning().streaming();
        this.connection = address.connect(threads);
        try {
            connection.connection().setExceptionListener(failure::complete);
            this.messageLane = new OutgoingLane(
                    connection.connection(), Queues.messages(peer), messages, streaming, failure::complete);
            this.controlLane = new OutgoingLane(
                    connection.connection(), Queues.control(peer), control, streaming, failure::complete);
        } catch (JMSException | RuntimeException e) {
            OpenConnection.closeQuietly(connection);
            throw e;
        }
        messageLane.start();
        controlLane.start();
    }

    LaneQueue messages() {
        return messages;
    }

    LaneQueue control() {
        return control;
    }

    /** Lets sends in. */
    void open() {
        messages.open();
        control.open();
    }

    /** Makes the connection end. Any thread. */
    void fail(Exception cause) {
        failure.complete(cause);
    }

    /** Blocks until the connection is of no more use. */
    Exception awaitFailure() throws InterruptedException {
        try {
            return failure.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed exceptionally", e);
        }
    }

    @Override
    public void close() {
        messageLane.close();
        controlLane.close();
        OpenConnection.closeQuietly(connection);
    }
}
