package org.c4igateway.jms.client;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.c4igateway.jms.wire.MessageCodec;
import org.c4igateway.jms.wire.RecipientStart;

/**
 * Sends what is in its {@link PeerQueue} to one queue of one peer, on its own session and thread, so that a send that
 * waits for credits of the broker blocks nothing else. Lives as long as one connection.
 */
final class PeerQueueSender {
    /**
     * No JMSExpiration is set, because the broker's clock may differ from the sender's. The receiving node refuses
     * expired messages with a receipt.
     */
    private static final long FOR_EVER = Message.DEFAULT_TIME_TO_LIVE;

    private final PeerQueue queue;
    private final LongSupplier recipient;
    private final boolean streaming;
    private final Session session;
    private final MessageProducer producer;
    private final Consumer<Exception> onFailure;
    private final Thread thread;

    /**
     * @param queueName queue at the peer's broker
     * @param recipient incarnation of the peer that the elements are for; 0: none is told
     * @param onFailure called at least once when it cannot continue; any thread
     */
    PeerQueueSender(
            Connection connection,
            String queueName,
            PeerQueue queue,
            LongSupplier recipient,
            boolean streaming,
            Consumer<Exception> onFailure)
            throws JMSException {
        this.queue = queue;
        this.recipient = recipient;
        this.streaming = streaming;
        this.session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        this.producer = session.createProducer(session.createQueue(queueName));
        this.onFailure = onFailure;
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.setDeliveryMode(streaming ? DeliveryMode.NON_PERSISTENT : DeliveryMode.PERSISTENT);
        this.thread =
                Thread.ofPlatform().daemon().name("c4i-jms-send-" + queueName).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Ends without waiting for its thread. */
    void close() {
        queue.close();
        thread.interrupt();
    }

    private void run() {
        try {
            for (QueuedSend next = queue.take(); next != null; next = queue.take()) {
                carry(next);
            }
        } catch (JMSException | RuntimeException e) {
            onFailure.accept(e);
        } catch (Error e) {
            // It has failed. The connection is renewed, and with it this sender.
            onFailure.accept(new IllegalStateException("a defect ended the sender: " + e, e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            queue.end();
        }
    }

    private void carry(QueuedSend queuedSend) throws JMSException {
        BytesMessage wire = queuedSend.encode(session);
        RecipientStart.write(wire, recipient.getAsLong());
        int priority = MessageCodec.priority(queuedSend.precedence());
        if (streaming) {
            producer.send(wire, DeliveryMode.NON_PERSISTENT, priority, FOR_EVER, new Completion(queuedSend));
        } else {
            producer.send(wire, DeliveryMode.PERSISTENT, priority, FOR_EVER);
            queue.release(queuedSend);
        }
    }

    private final class Completion implements CompletionListener {
        private final QueuedSend queuedSend;

        Completion(QueuedSend queuedSend) {
            this.queuedSend = queuedSend;
        }

        @Override
        public void onCompletion(Message message) {
            queue.release(queuedSend);
        }

        @Override
        public void onException(Message message, Exception exception) {
            onFailure.accept(exception);
        }
    }
}
