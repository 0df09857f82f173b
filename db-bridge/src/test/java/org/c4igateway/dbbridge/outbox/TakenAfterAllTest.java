package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.junit.jupiter.api.Test;

/** A destination has refused rows, and an operator there lets them in later. */
class TakenAfterAllTest extends OutboxReadingFixture {
    @Test
    void countsAsDeliveredWithTheReasonOfItsRefusal() throws SQLException {
        database.submit(ROUTINE, "let in", "B");
        database.submit(ROUTINE, "left out", "B");
        database.submit(ROUTINE, "not asked for", "B");
        OutboxProbe probe = probe(100);
        probe.drain();
        List<Message> rows = probe.seen();
        outbox.record(List.of(refused(rows.get(0)), refused(rows.get(1))), List.of());

        outbox.takenAfterAll(
                B, Set.of(rows.get(0).id().sequence(), rows.get(2).id().sequence()));

        assertThat(database.column(
                        "SELECT concat_ws('|', state, code, detail) FROM c4i.delivery_status" + " ORDER BY sequence"))
                .containsExactly(
                        "delivered|GW-318|refused first: GW-301 no such topic",
                        "rejected|GW-301|no such topic",
                        "pending|");
        assertThat(database.ledger()).containsExactly(new LedgerLine(B, 3, 1, 0, 1, 0, 0, 1));
    }

    private static DeliveryOutcome refused(Message message) {
        return new DeliveryOutcome(message, B, DeliveryState.REJECTED, ErrorCode.UNKNOWN_TOPIC, "no such topic", null);
    }
}
