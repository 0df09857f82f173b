package org.c4igateway.core.flow;

import java.util.List;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.DeliveryOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Told how far messages have come, so that the way of one can be looked at, through all nodes. Called on the threads of
 * the data path: calls do not block and do not throw. What is told may be told again, as the row is sent again.
 */
public interface DeliveryTrace {
    /** Follows no message. */
    DeliveryTrace NONE = new DeliveryTrace() {
        @Override
        public boolean covers(Message message) {
            return false;
        }

        @Override
        public void settled(DeliveryOutcome outcome, long sentAgoNanos) {}

        @Override
        public void recorded(List<DeliveryOutcome> outcomes) {}

        @Override
        public void received(Message message, Arrived arrived, @Nullable ReasonCode refused) {}
    };

    /**
     * How a message came.
     *
     * @param transport name of the transport that brought it
     * @param agoNanos how long ago that was
     * @param writtenAgoNanos how long ago the transaction with it was begun
     */
    record Arrived(String transport, long agoNanos, long writtenAgoNanos) {}

    /** @return whether the way of this message is followed; without that no other call about it is needed */
    boolean covers(Message message);

    /**
     * A row has its final state for one destination, which is not in the database yet.
     *
     * @param sentAgoNanos how long ago the transport took it; negative when it never did
     */
    void settled(DeliveryOutcome outcome, long sentAgoNanos);

    /** These final states are in the database; also of messages that are not followed. */
    void recorded(List<DeliveryOutcome> outcomes);

    /**
     * This node has committed a message of another one, or what it found wrong with it.
     *
     * @param refused why it is not in the inbox; null when it is
     */
    void received(Message message, Arrived arrived, @Nullable ReasonCode refused);
}
