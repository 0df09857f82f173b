package org.c4igateway.dbbridge.inbox;

import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;

/**
 * A message with its key, which costs a digest of the payload and is made once.
 *
 * @param message as it arrived
 * @param key of that
 * @param row the same with the payload in the encoding of the C4I server, as the inbox stores it
 */
record KeyedMessage(Message message, MessageKey key, Message row) {
    static KeyedMessage of(Message message) {
        return new KeyedMessage(message, MessageKey.of(message), message);
    }

    MessageId id() {
        return key.id();
    }
}
