package org.c4igateway.dbbridge.outbox;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.PendingRow;
import org.jspecify.annotations.Nullable;

/** Turns result rows into messages. Thread-safe; remembers the destination lists it has met, since they repeat. */
final class RowDecoder {
    private static final int MAX_REMEMBERED = 1_000;

    private final SystemName origin;
    private final ConcurrentHashMap<String, List<SystemName>> lists = new ConcurrentHashMap<>();

    RowDecoder(SystemName origin) {
        this.origin = origin;
    }

    FetchStatement.Row decode(ResultSet row, Precedence precedence) throws SQLException {
        long xid = Long.parseLong(row.getString(2));
        long sequence = row.getLong(3);
        byte[] payload = row.getBytes(11);
        boolean bound = row.getBoolean(13);
        if (payload == null) {
            boolean none = row.getString(8).isEmpty();
            return new FetchStatement.Row(xid, sequence, null, bound && none);
        }
        Message message = new Message(
                new MessageId(origin, sequence),
                row.getString(6),
                precedence,
                names(row.getString(7)),
                instant(row.getObject(4, OffsetDateTime.class)),
                instant(row.getObject(5, OffsetDateTime.class)),
                row.getString(9),
                row.getString(10),
                payload,
                row.getLong(12));
        return new FetchStatement.Row(xid, sequence, new PendingRow(message, names(row.getString(8))), bound);
    }

    private static Instant instant(@Nullable OffsetDateTime time) {
        if (time == null || time.equals(OffsetDateTime.MAX)) {
            return Instant.MAX;
        }
        return time.equals(OffsetDateTime.MIN) ? Instant.MIN : time.toInstant();
    }

    private List<SystemName> names(String joined) {
        List<SystemName> known = lists.get(joined);
        if (known != null) {
            return known;
        }
        List<SystemName> names = new ArrayList<>();
        for (String name : joined.split(",", -1)) {
            // Only the owner of the database can write an invalid name without c4i.submit; no system has it.
            if (SystemName.isValid(name)) {
                names.add(new SystemName(name));
            }
        }
        List<SystemName> decoded = List.copyOf(names);
        if (lists.size() < MAX_REMEMBERED) {
            lists.put(joined, decoded);
        }
        return decoded;
    }
}
