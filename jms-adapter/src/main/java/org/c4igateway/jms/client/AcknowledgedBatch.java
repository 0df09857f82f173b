package org.c4igateway.jms.client;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/** Messages that were delivered and are acknowledged together. Used by one thread. */
final class AcknowledgedBatch {
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
