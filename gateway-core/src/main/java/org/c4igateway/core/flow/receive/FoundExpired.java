package org.c4igateway.core.flow.receive;

import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageKey;

/**
 * Messages that this node has refused as expired, or has said of that they were not here in time: their origins write
 * that down. When the clock is set back, a copy of one that comes later would be valid again, be in the inbox, and be
 * expired for its origin. Remembers the newest, up to a bound; a process that starts reads them from the inbox. Used by
 * one thread.
 */
final class FoundExpired {
    /** Most that are remembered. */
    static final int MAX_KEYS = 65_536;

    private final Set<MessageKey> keys = new LinkedHashSet<>();

    void add(MessageKey key) {
        if (keys.add(key) && keys.size() > MAX_KEYS) {
            Iterator<MessageKey> oldest = keys.iterator();
            oldest.next();
            oldest.remove();
        }
    }

    boolean contains(Message message) {
        return !keys.isEmpty() && message.expiresAt().isBefore(Instant.MAX) && keys.contains(MessageKey.of(message));
    }
}
