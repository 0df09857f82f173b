package org.c4igateway.dbbridge.inbox;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.database.TestDatabase;

/** Messages of system A as they arrive at B, and what B's database made of them. */
final class Arrivals {
    static final Instant CREATED = Instant.parse("2026-11-21T12:34:56.123456Z");

    private Arrivals() {}

    static Message message(long sequence, String label, String payload) {
        return new Message(
                new MessageId(new SystemName("A"), sequence),
                "S201",
                Precedence.ROUTINE,
                List.of(new SystemName("B")),
                CREATED,
                Instant.MAX,
                label,
                "",
                payload.getBytes(StandardCharsets.UTF_8));
    }

    static Message labelled(long sequence, String label) {
        return message(sequence, label, "payload " + sequence);
    }

    static List<String> received(TestDatabase database) throws SQLException {
        return database.column("SELECT origin_sequence || ' ' || convert_from(payload, 'UTF8') FROM c4i.received"
                + " ORDER BY received_id");
    }

    static List<String> parked(TestDatabase database) throws SQLException {
        return database.column("SELECT concat_ws(' ', origin_sequence, code, convert_from(payload, 'UTF8'))"
                + " FROM c4i.dead_letter WHERE direction = 'inbound' ORDER BY id");
    }
}
