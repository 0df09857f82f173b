package org.c4igateway.jms.engine;

import java.util.Set;
import org.apache.activemq.artemis.api.core.ActiveMQAddressFullException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.server.ActiveMQServer;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.jms.Queues;

/**
 * Bound of the engine's queues against clients that send without credits. Clients that wait for credits stay far below
 * it. A refused send ends the connection of a node, and it sends its rows again.
 */
public final class QueueBound implements ActiveMQServerMessagePlugin {
    /** Room for the credits that many peers hold while the queue fills. */
    public static final long MIN_BYTES = 64L << 20;

    private static final int FACTOR = 4;

    private final ActiveMQServer server;
    private final Set<SimpleString> queues;
    private final long maxBytes;

    /** @param queueBytes bytes above which senders get no more credits */
    QueueBound(ActiveMQServer server, SystemName self, long queueBytes) {
        this.server = server;
        this.queues = Set.of(SimpleString.of(Queues.messages(self)), SimpleString.of(Queues.control(self)));
        this.maxBytes = bytes(queueBytes);
    }

    /** @return the bound where senders get no more credits above so many bytes */
    static long bytes(long queueBytes) {
        return Math.max(MIN_BYTES, FACTOR * queueBytes);
    }

    @Override
    public void beforeSend(
            ServerSession session, Transaction transaction, Message message, boolean direct, boolean noAutoCreateQueue)
            throws ActiveMQException {
        SimpleString queue = message.getAddressSimpleString();
        if (queues.contains(queue) && bytesIn(queue) > maxBytes) {
            throw new ActiveMQAddressFullException(queue + " holds more than " + maxBytes + " bytes");
        }
    }

    private long bytesIn(SimpleString queue) throws ActiveMQException {
        try {
            return server.getPagingManager().getPageStore(queue).getAddressSize();
        } catch (ActiveMQException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("the engine does not know the size of " + queue, e);
        }
    }
}
