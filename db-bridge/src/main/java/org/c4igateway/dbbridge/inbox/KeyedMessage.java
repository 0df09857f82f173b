package org.c4igateway.dbbridge.inbox;

import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.dbbridge.jdbc.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * A message with its key, which costs a digest of the payload and is made once.
 *
 * @param message as it arrived
 * @param key of that
 * @param row the same with the payload in the encoding of the C4I server, as the inbox stores it
 * @param finding the worst that was found in its payload, or null
 */
record KeyedMessage(
        Message message,
        MessageKey key,
        Message row,
        @Nullable String finding) {
    static KeyedMessage of(Message message, @Nullable String finding) {
        return new KeyedMessage(message, MessageKey.of(message), message, finding);
    }

    KeyedMessage withRow(Message converted) {
        return new KeyedMessage(message, key, converted, finding);
    }

    /** @return the findings of these messages as a column; people read them, so what cannot be stored is mended */
    static @Nullable String[] findings(List<KeyedMessage> messages) {
        @Nullable String[] findings = new @Nullable String[messages.size()];
        for (int i = 0; i < findings.length; i++) {
            String finding = messages.get(i).finding();
            findings[i] = finding == null ? null : StorableText.mended(finding);
        }
        return findings;
    }

    MessageId id() {
        return key.id();
    }
}
