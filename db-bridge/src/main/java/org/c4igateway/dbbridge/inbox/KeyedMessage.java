package org.c4igateway.dbbridge.inbox;

import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;

/** A message with its key, which costs a digest of the payload and is made once. */
record KeyedMessage(Message message, MessageKey key) {
    static KeyedMessage of(Message message) {
        return new KeyedMessage(message, MessageKey.of(message));
    }

    MessageId id() {
        return key.id();
    }
}
