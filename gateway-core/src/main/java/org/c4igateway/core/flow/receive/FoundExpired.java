package org.c4igateway.core.flow.receive;

import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.store.Inbox;

/**
 * Messages that this node has refused as expired, or of which it has answered that they had not arrived in time. Their
 * origins write that down. When the clock is set back, a later copy would be valid again, get into the inbox, and be
 * expired for its origin. Remembers the newest, up to a bound; a process that starts reads them from the inbox. Used by
 * one thread.
 */
final class FoundExpired {
    private final Set<MessageKey> keys = new LinkedHashSet<>();

    void add(MessageKey key) {
        if (keys.add(key) && keys.size() > Inbox.MAX_FOUND_EXPIRED) {
            Iterator<MessageKey> oldest = keys.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    boolean contains(Message message) {
        return !keys.isEmpty() && message.expiresAt().isBefore(Instant.MAX) && keys.contains(MessageKey.of(message));
    }
}
