package org.c4igateway.dbbridge.trail;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.trail.OperatorActions.Signature;
import org.c4igateway.dbbridge.trail.ReplayChoice.Source;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A database with operators, and rows that have ended. */
@ExtendWith(PostgresExtension.class)
@SuppressWarnings("NullAway.Init") // set before each test
abstract class ReplayFixture {
    static final Signature CHIEF = new Signature("chief", "asked for");

    TestDatabase database;
    HikariDataSource pool;
    OperatorActions actions;

    @BeforeEach
    void open(TestDatabase given) throws SQLException {
        database = given;
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        pool = new Connections(given.console()).questions("test", Duration.ofSeconds(30));
        actions = new OperatorActions(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    List<ReplayLine> plan(ReplayChoice choice) {
        return actions.planReplay(List.of(choice));
    }

    List<ReplayLine> replay(ReplayChoice choice) {
        return actions.replay(List.of(choice), CHIEF);
    }

    void end(long sequence, String destination, String state, @Nullable String code) throws SQLException {
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code) SELECT sequence,"
                + " created_at, '" + destination + "', '" + state + "', " + (code == null ? "NULL" : "'" + code + "'")
                + " FROM c4i.outbox WHERE sequence = " + sequence);
        database.execute("INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('" + destination + "', '" + state
                + "', 1)");
    }

    static ReplayChoice rows(Long... sequences) {
        return ReplayChoice.of(Source.ROWS, List.of(sequences), false, false);
    }

    static ReplayChoice again(long sequence) {
        return ReplayChoice.of(Source.ROWS, List.of(sequence), true, false);
    }

    static ReplayChoice to(String destination, boolean again, int atMost) {
        return new ReplayChoice(
                Source.ROWS,
                List.of(),
                Optional.empty(),
                Optional.of(destination),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                again,
                false,
                atMost);
    }

    static List<String> words(List<ReplayLine> lines) {
        return lines.stream()
                .map(line ->
                        line.destination().orElse("-") + " " + line.verdict().word())
                .toList();
    }
}
