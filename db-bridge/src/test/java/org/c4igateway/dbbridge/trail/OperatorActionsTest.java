package org.c4igateway.dbbridge.trail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.ledger.LedgerReader;
import org.c4igateway.dbbridge.trail.OperatorActions.EndState;
import org.c4igateway.dbbridge.trail.OperatorActions.Outcome;
import org.c4igateway.dbbridge.trail.OperatorActions.Refusal;
import org.c4igateway.dbbridge.trail.OperatorActions.Signature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@SuppressWarnings("NullAway.Init") // set before each test
class OperatorActionsTest {
    private static final Signature CHIEF = new Signature("chief", "the system is gone");

    private TestDatabase database;
    private HikariDataSource pool;
    private OperatorActions actions;
    private DeadLetterReader letters;

    @BeforeEach
    void open(TestDatabase given) throws SQLException {
        database = given;
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        pool = new Connections(given.console()).questions("test", Duration.ofSeconds(30));
        actions = new OperatorActions(pool);
        letters = new DeadLetterReader(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void endsWhatWaitsAndKeepsTheLedgerBalanced() throws SQLException {
        long sequence = database.submit(1, "payload", "B", "C", "D");

        assertThat(actions.end(sequence, "B", EndState.PARK, CHIEF)).isEqualTo(new Outcome.Done());
        assertThat(actions.end(sequence, "C", EndState.EXPIRE, CHIEF)).isInstanceOf(Outcome.Done.class);

        assertThat(database.column("SELECT destination || ' ' || state || ' ' || coalesce(code, '') || ' ' || detail"
                        + " FROM c4i.delivery_status ORDER BY destination"))
                .containsExactly(
                        "B rejected GW-308 by operator chief: the system is gone",
                        "C expired GW-308 by operator chief: the system is gone",
                        "D pending  ");
        assertThat(new LedgerReader(pool).snapshot().balanced()).isTrue();
        assertThat(letters.page(Long.MAX_VALUE, 10).rows())
                .hasSize(2)
                .allSatisfy(letter -> assertThat(new String(letters.bytes(letter.id(), 100), StandardCharsets.UTF_8))
                        .isEqualTo("payload"));
        assertThat(actions.log(Long.MAX_VALUE, 10).rows())
                .extracting(ActionLine::action, ActionLine::actor, ActionLine::sequence, ActionLine::destination)
                .containsExactly(tuple("expire", "chief", sequence, "C"), tuple("park", "chief", sequence, "B"));
    }

    @Test
    void endsNothingTwice() throws SQLException {
        long sequence = database.submit(1, "payload", "B");
        actions.end(sequence, "B", EndState.PARK, CHIEF);

        assertThat(refusal(actions.end(sequence, "B", EndState.EXPIRE, CHIEF))).isEqualTo(Refusal.TOO_LATE);
        assertThat(refusal(actions.end(sequence, "C", EndState.PARK, CHIEF))).isEqualTo(Refusal.UNKNOWN);
        assertThat(refusal(actions.end(sequence + 1, "B", EndState.PARK, CHIEF)))
                .isEqualTo(Refusal.UNKNOWN);
        assertThat(database.number("SELECT count(*) FROM c4i.operator_action")).isEqualTo(1);
        assertThat(new LedgerReader(pool).snapshot().balanced()).isTrue();
    }

    @Test
    void letsTheConsoleWriteInNoOtherWay() throws SQLException {
        database.submit(1, "payload", "B");
        for (String attempt : new String[] {
            "SELECT payload FROM c4i.outbox",
            "SELECT payload FROM c4i.inbox",
            "SELECT * FROM c4i.received",
            "INSERT INTO c4i.operator_action (actor, action, reason, sequence, destination) VALUES ('x', 'park', 'x', 1, 'B')",
            "UPDATE c4i.operator_action SET actor = 'x'",
            "DELETE FROM c4i.operator_action",
            "INSERT INTO c4i.console_login (actor, address, result) VALUES ('x', 'x', 'accepted')",
            "DELETE FROM c4i.console_login",
            "DELETE FROM c4i.dead_letter",
            "INSERT INTO c4i.delivery SELECT * FROM c4i.delivery",
            "SELECT c4i.submit('T', 3, '{B}', 'x')",
            "SELECT c4i.take_lease('x')",
            "SET ROLE c4i_owner"
        }) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET default_transaction_read_only = off");
                assertThatThrownBy(() -> statement.execute(attempt))
                        .as(attempt)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
    }

    @Test
    void writesNothingWithoutSayingSo() throws SQLException {
        long sequence = database.submit(1, "payload", "B");
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(
                            "SELECT c4i.end_pending(" + sequence + ", 'B', 'park', 'chief', 'reason')"))
                    .hasMessageContaining("read-only transaction");
        }
    }

    private static Refusal refusal(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        return ((Outcome.Refused) outcome).why();
    }
}
