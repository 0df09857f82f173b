package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.dbbridge.database.FenceAssertions.assertFenced;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A crash of the server that loses the numbers of transactions, and gives them again. The process that writes the log
 * behind the transactions is stopped first, so that what did not commit is not in it.
 */
@Tag("slow")
class LostTransactionsTest {
    private static final int LOST = 50;

    private PostgresServer server;
    private TestDatabase database;
    private JdbcOutbox outbox;
    private OutboxProbe probe;
    private long logWriter;

    @BeforeEach
    void startServer() throws SQLException {
        server = PostgresServer.startDurable();
        assumeTrue(server.isEmbedded(), "the named server cannot be killed");
        database = server.database();
        outbox = new JdbcOutbox(database.bridgePool(), () -> 0, new SystemName("A"));
        database.submit(3, "before", "B");
        probe = new OutboxProbe(outbox, saved(), 100, 1_000_000);
    }

    @AfterEach
    void stopServer() throws Exception {
        if (logWriter != 0) {
            signal("-CONT");
        }
        if (database != null) {
            database.close();
        }
        server.close();
    }

    @Test
    void refusesAPositionFromBeforeTheCrashAndSeesWhatCommitsBehindIt() throws Exception {
        loseNumbersBehindAPosition();

        SavedPosition old = new SavedPosition(OutboxProbe.B, Precedence.ROUTINE, probe.position());
        assertFenced(probe::read);
        assertFenced(() -> outbox.record(List.of(), List.of(old)));
        assertThat(new OutboxProbe(outbox, saved(), 100, 1_000_000).drain()).containsExactly("before", "after");
    }

    @Test
    void goesOnFromASavedPositionAfterTheCrash() throws Exception {
        probe.drain();
        outbox.record(List.of(), List.of(new SavedPosition(OutboxProbe.B, Precedence.ROUTINE, probe.position())));
        database.execute("INSERT INTO c4i.table_source (source) VALUES ('there.tx')");
        database.execute("CHECKPOINT");

        loseNumbersBehindAPosition();

        assertThat(new OutboxProbe(outbox, saved(), 100, 1_000_000).drain()).containsExactly("after");
        assertThat(database.column("SELECT held_since FROM c4i.table_source"))
                .as("a crash loses nothing that was taken from a table elsewhere")
                .containsExactly("null");
    }

    /** Reads everything, loses the numbers up to there, and submits a row under one of them. */
    private void loseNumbersBehindAPosition() throws Exception {
        probe.drain();
        stopLogWriter();
        try (Connection connection = database.app();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < LOST; i++) {
                statement.execute("SELECT pg_current_xact_id()");
                connection.rollback();
            }
        }
        probe.drain();
        long read = TermPosition.of(probe.position()).position().xid();

        crash();

        database.submit(3, "after", "B");
        assertThat(database.number("SELECT xid::text::bigint FROM c4i.outbox ORDER BY sequence DESC LIMIT 1"))
                .as("a number that was given before the crash as well")
                .isLessThan(read);
        for (int i = 0; i < LOST; i++) {
            database.number("SELECT pg_current_xact_id()::text::bigint");
        }
    }

    private void stopLogWriter() throws Exception {
        logWriter = database.number("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'");
        signal("-STOP");
    }

    private void signal(String name) throws Exception {
        assertThat(new ProcessBuilder("kill", name, Long.toString(logWriter))
                        .start()
                        .waitFor())
                .isZero();
    }

    private void crash() throws IOException {
        server.kill();
        logWriter = 0;
        // The connections of the pool end with the server, as in operation.
        assertThatThrownBy(probe::read).isInstanceOf(GatewayException.Transient.class);
        server.startAgain();
    }

    private ReadPosition saved() {
        return outbox.positions(Set.of(OutboxProbe.B))
                .getOrDefault(OutboxProbe.B, Map.of())
                .getOrDefault(Precedence.ROUTINE, ReadPosition.START);
    }
}
