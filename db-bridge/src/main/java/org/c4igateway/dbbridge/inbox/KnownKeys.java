package org.c4igateway.dbbridge.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.jspecify.annotations.Nullable;

/**
 * Identities that the inbox has, with their digests; null where an older release wrote none, and then any content is
 * the same.
 */
final class KnownKeys {
    private static final String KEYS = """
            SELECT k.origin_system, k.origin_sequence, k.digest
            FROM c4i.inbox_key AS k JOIN unnest(?, ?) AS l (origin, sequence)
                ON k.origin_system = l.origin AND k.origin_sequence = l.sequence
            """;

    private final Map<MessageId, @Nullable Long> digests = new HashMap<>();

    /** @return those of these identities that the inbox has */
    static KnownKeys of(Connection connection, List<MessageId> ids) throws SQLException {
        KnownKeys keys = new KnownKeys();
        try (PreparedStatement statement = connection.prepareStatement(KEYS)) {
            InboxParameters.identities(statement, ids);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    keys.add(
                            new MessageId(new SystemName(row.getString(1)), row.getLong(2)),
                            row.getObject(3, Long.class));
                }
            }
        }
        return keys;
    }

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
