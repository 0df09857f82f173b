package org.c4igateway.jms.presence;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.jms.client.ActiveMQSession;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.jms.Queues;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node may consume its own two queues. With an engine of its own it always may. An external broker would
 * share what comes between two nodes of one name; there the one that comes second waits until it is the only
 * consumer, sends nothing before that, and says so. The control queue decides: who has it may take the other one. That
 * is held back, too, and said, while somebody else consumes it. Claims of the two do not end each other.
 * Safe for any thread.
 */
public final class OwnQueues {
    private final TransportContext context;
    private final @Nullable RepeatedNameClaims claims;
    private final CountDownLatch everHeld;
    private final AtomicBoolean held;

    private OwnQueues(TransportContext context, @Nullable RepeatedNameClaims claims) {
        this.context = context;
        this.claims = claims;
        this.everHeld = new CountDownLatch(claims == null ? 0 : 1);
        this.held = new AtomicBoolean(claims == null);
    }

    /** @return names of the queues of a node: it has none for messages when it only sends */
    public static List<String> names(TransportContext context) {
        String control = Queues.control(context.self());
        return context.receives() ? List.of(Queues.messages(context.self()), control) : List.of(control);
    }

    public static OwnQueues ofEngine(TransportContext context) {
        return new OwnQueues(context, null);
    }

    /** @param claims told when another node has the queues */
    public static OwnQueues atBroker(TransportContext context, RepeatedNameClaims claims) {
        return new OwnQueues(context, claims);
    }

    /** Blocks until this node had its queues for the first time. */
    public void awaitFirst() throws InterruptedException {
        everHeld.await();
    }

    /**
     * Asks for a queue, of which {@code session} has a consumer that nothing is delivered to yet.
     *
     * @return whether delivery may begin
     */
    public boolean take(Session session, String queue) throws JMSException {
        if (claims == null) {
            return true;
        }
        boolean control = queue.equals(Queues.control(context.self()));
        if (!control && !held.get()) {
            return false;
        }
        if (query(session, queue).getConsumerCount() > 1) {
            claims.claimed(queue, control ? namesake(queue) : foreignConsumer(queue));
            return false;
        }
        claims.settled(queue);
        if (control) {
            held.set(true);
            everHeld.countDown();
        }
        return true;
    }

    /** @return whether delivery from the queue that was taken may go on */
    public boolean isHeld() {
        return held.get();
    }

    /** The consumer of a queue has ended. */
    public void leave(String queue) {
        if (claims != null && queue.equals(Queues.control(context.self()))) {
            held.set(false);
        }
    }

    public List<TransportAlarm> alarms() {
        return claims == null ? List.of() : claims.alarms();
    }

    /** @return messages in the queue that are not acknowledged; 0 with an engine of its own: its queues end with it */
    public long depth(Session session, String queue) throws JMSException {
        return claims == null ? 0 : query(session, queue).getMessageCount();
    }

    private String foreignConsumer(String queue) {
        return "another process consumes %s at the broker and takes messages for %s; this node, on database %s, waits"
                .formatted(queue, context.self(), context.introduction().databaseShown());
    }

    private String namesake(String queue) {
        return "another process consumes %s at the broker: two nodes are called %s; this one, on database %s, waits"
                .formatted(queue, context.self(), context.introduction().databaseShown());
    }

    private static ClientSession.QueueQuery query(Session session, String queue) throws JMSException {
        if (!(session instanceof ActiveMQSession artemis)) {
            throw new IllegalStateException("a session of another library: " + session.getClass());
        }
        try {
            return artemis.getCoreSession().queueQuery(SimpleString.of(queue));
        } catch (ActiveMQException e) {
            JMSException failure = new JMSException("the broker does not report on " + queue);
            failure.initCause(e);
            throw failure;
        }
    }
}
