package org.c4igateway.jms.client;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.c4igateway.core.fault.BackOff;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.jms.client.BrokerAddress.OpenConnection;
import org.c4igateway.jms.presence.OwnQueues;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what arrives in one queue, one after another, on a connection and a thread of its own, and acknowledges it in
 * batches after it was delivered. While delivery blocks, at most the consumer window is read, the queue fills, and
 * senders get no more credits. Connects again when the connection breaks.
 */
public final class InboundConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(InboundConsumer.class);
    /** Wait for one more message before a batch is acknowledged. */
    private static final long BATCH_WAIT_MILLIS = 2;
    /** Wait for a message while nothing is to be acknowledged. */
    private static final long IDLE_WAIT_MILLIS = 1_000;

    private final BrokerAddress address;
    private final ClientThreads threads;
    private final String queueName;
    private final OwnQueues queues;
    private final Delivery delivery;
    private final Consumer<String> onUnreadable;
    private final BackOff backOff;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private String lastProblem = "";
    /** Messages that were in the queue before this consumer, and have yet to come. */
    private long waiting;

    /** Takes what arrives. */
    public interface Delivery {
        /**
         * Takes a message; may block. On the thread of the consumer.
         *
         * @param waited whether it was in the queue of an external broker before this consumer was: whoever sent it may
         *     be gone
         */
        void take(Message message, boolean waited);
    }

    /**
     * @param queues says whether this node may consume the queue
     * @param onUnreadable called when a message of an unknown JMS type arrived
     */
    public InboundConsumer(
            BrokerAddress address,
            ClientThreads threads,
            String queueName,
            OwnQueues queues,
            Delivery delivery,
            Consumer<String> onUnreadable) {
        this.address = address;
        this.threads = threads;
        this.queueName = queueName;
        this.queues = queues;
        this.delivery = delivery;
        this.onUnreadable = onUnreadable;
        this.backOff =
                new BackOff(address.tuning().firstPause(), address.tuning().maxPause());
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("c4i-jms-receive-" + queueName)
                .unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Ends delivery and waits for the delivery that is going on, unless it is the caller's own. */
    public void close(Duration patience) {
        closing.countDown();
        thread.interrupt();
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            if (!thread.join(patience)) {
                LOG.warn("Delivery from {} did not end in time", queueName);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (closing.getCount() > 0) {
                try (OpenConnection connection = address.connect(threads, Precedence.FLASH)) {
                    consume(connection);
                } catch (JMSException | RuntimeException | Error e) {
                    log(e);
                } finally {
                    queues.leave(queueName);
                }
                if (closing.await(backOff.nextMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("Delivery from {} ends", queueName);
        }
    }

    /** Logs the same problem only once. */
    private void log(Throwable problem) {
        String text = problem instanceof Error ? problem.toString() : String.valueOf(problem.getMessage());
        if (closing.getCount() > 0 && !text.equals(lastProblem)) {
            lastProblem = text;
            if (problem instanceof Error) {
                LOG.error("Delivery from {} failed by a defect. It connects again", queueName, problem);
            }
            LOG.warn("Cannot receive from {} at {}: {}", queueName, address.name(), text);
        }
    }

    private void consume(OpenConnection open) throws JMSException {
        AtomicReference<JMSException> failure = new AtomicReference<>();
        open.connection().setExceptionListener(failure::set);
        Session session = open.connection().createSession(false, Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queueName));
        if (!queues.take(session, queueName)) {
            return;
        }
        waiting = queues.depth(session, queueName);
        open.connection().start();
        lastProblem = "";
        AcknowledgedBatch batch = new AcknowledgedBatch(address.tuning().acknowledgeMessages());
        while (closing.getCount() > 0 && failure.get() == null && queues.isHeld()) {
            Message message = receive(consumer, batch.isEmpty() ? IDLE_WAIT_MILLIS : BATCH_WAIT_MILLIS);
            if (message == null) {
                lookForWaiting(session, batch.isEmpty());
                batch.acknowledge();
            } else {
                delivery.take(message, hasWaited());
                batch.add(message);
                backOff.reset();
            }
        }
    }

    private boolean hasWaited() {
        if (waiting == 0) {
            return false;
        }
        waiting--;
        return true;
    }

    /** Some may have expired or been removed by an operator; what comes instead of them is new. */
    private void lookForWaiting(Session session, boolean idle) throws JMSException {
        if (waiting > 0 && idle) {
            waiting = Math.min(waiting, queues.depth(session, queueName));
        }
    }

    private @Nullable Message receive(MessageConsumer consumer, long waitMillis) throws JMSException {
        try {
            return consumer.receive(waitMillis);
        } catch (JMSRuntimeException e) {
            // The library reports an unknown message type in this way. The next acknowledgement covers the message.
            var _ = hasWaited();
            onUnreadable.accept(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Messages that were delivered and are acknowledged together. Used by one thread. */
    private static final class AcknowledgedBatch {
        private final int maxMessages;
        private int messages;
        private @Nullable Message last;

        AcknowledgedBatch(int maxMessages) {
            this.maxMessages = maxMessages;
        }

        boolean isEmpty() {
            return last == null;
        }

        /** Adds one, and acknowledges all when the batch is full. */
        void add(Message message) throws JMSException {
            last = message;
            if (++messages >= maxMessages) {
                acknowledge();
            }
        }

        /** Acknowledges all, which the JMS does up to the last one. */
        void acknowledge() throws JMSException {
            Message upTo = last;
            if (upTo != null) {
                upTo.acknowledge();
            }
            last = null;
            messages = 0;
        }
    }
}
