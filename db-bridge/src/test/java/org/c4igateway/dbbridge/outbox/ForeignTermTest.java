package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;

import java.sql.SQLException;
import java.util.List;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A position in memory that was read before a crash of the server may lie ahead of rows that nobody has seen. */
class ForeignTermTest extends OutboxReadingFixture {
    private ReadPosition old;

    @BeforeEach
    void readBeforeTheCrash() throws SQLException {
        database.submit(ROUTINE, "m", "B");
        OutboxProbe probe = probe(100);
        probe.drain();
        TermPosition read = TermPosition.of(probe.position());
        old = new TermPosition(read.position(), "00000000-0000-0000-0000-000000000000").toReadPosition();
    }

    @Test
    void isNotReadFrom() {
        assertFenced(() -> new OutboxProbe(outbox, old, 100, NO_BYTE_LIMIT).read());
    }

    @Test
    void isNotSaved() throws SQLException {
        assertFenced(() -> outbox.record(List.of(), List.of(new SavedPosition(B, Precedence.ROUTINE, old))));

        assertThat(database.column("SELECT token FROM c4i.reader_position")).isEmpty();
    }
}
