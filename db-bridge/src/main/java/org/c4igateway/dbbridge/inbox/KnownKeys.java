package org.c4igateway.dbbridge.inbox;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.jspecify.annotations.Nullable;

/**
 * Identities that the inbox has, with their digests; null where an older release wrote none, and then any content is
 * the same.
 */
final class KnownKeys {
    private final Map<MessageId, @Nullable Long> digests = new HashMap<>();

    void add(MessageId id, @Nullable Long digest) {
        digests.put(id, digest);
    }

    /** @return whether a message of this identity is in the inbox, whatever its content */
    boolean has(MessageId id) {
        return digests.containsKey(id);
    }

    /** @return whether this very message is in the inbox */
    boolean has(MessageKey key) {
        if (!digests.containsKey(key.id())) {
            return false;
        }
        Long digest = digests.get(key.id());
        return digest == null || digest == key.digest();
    }
}
