package org.c4igateway.jms.engine;

import java.util.HashMap;
import java.util.Map;
import org.apache.activemq.artemis.api.core.ActiveMQIllegalStateException;
import org.apache.activemq.artemis.api.core.Interceptor;
import org.apache.activemq.artemis.core.protocol.core.Packet;
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl;
import org.apache.activemq.artemis.core.protocol.core.impl.wireformat.SessionSendContinuationMessage;
import org.apache.activemq.artemis.spi.core.protocol.RemotingConnection;

/**
 * The bound of messages that come in chunks. The engine gathers them in memory until their last chunk, and its
 * queues do not know of them before. Who sends a longer message, or chunks for which there is no room, loses the
 * connection. Any thread of the engine; at most one entry for each session that has begun a message.
 */
final class ChunkBound implements Interceptor {
    private final long maxMessageBytes;
    private final long maxBytes;
    private final Map<Sender, Long> gathered = new HashMap<>();
    private long total;

    /** A session of a connection. */
    private record Sender(RemotingConnection connection, long channel) {}

    /**
     * @param maxMessageBytes of one message
     * @param maxBytes of all messages together that lack their last chunk
     */
    ChunkBound(long maxMessageBytes, long maxBytes) {
        this.maxMessageBytes = maxMessageBytes;
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean intercept(Packet packet, RemotingConnection connection) {
        Sender sender = new Sender(connection, packet.getChannelID());
        if (packet instanceof SessionSendContinuationMessage chunk) {
            return takes(sender, chunk);
        }
        if (packet.getType() == PacketImpl.SESS_SEND_LARGE || packet.getType() == PacketImpl.SESS_CLOSE) {
            forget(sender);
        }
        return true;
    }

    private boolean takes(Sender sender, SessionSendContinuationMessage chunk) {
        if (add(sender, chunk.getBody().length)) {
            if (!chunk.isContinues()) {
                forget(sender);
            }
            return true;
        }
        sender.connection()
                .fail(new ActiveMQIllegalStateException("chunks of more than " + maxMessageBytes
                        + " bytes for a message, or " + maxBytes + " for all that are not complete"));
        forget(sender);
        return false;
    }

    private synchronized boolean add(Sender sender, int bytes) {
        if (total + bytes > maxBytes) {
            gathered.keySet().removeIf(each -> each.connection().isDestroyed());
            total = gathered.values().stream().mapToLong(Long::longValue).sum();
        }
        long message = gathered.merge(sender, (long) bytes, Long::sum);
        total += bytes;
        return message <= maxMessageBytes && total <= maxBytes;
    }

    private synchronized void forget(Sender sender) {
        Long bytes = gathered.remove(sender);
        total -= bytes == null ? 0 : bytes;
    }
}
