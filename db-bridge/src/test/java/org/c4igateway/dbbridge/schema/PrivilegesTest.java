package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.jdbc.SqlFaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PrivilegesTest {
    private static final Path REFERENCE = Path.of("../docs/reference/interface-database.md");
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final Set<String> APP_VIEWS = Set.of(
            "received",
            "delivery_status",
            "findings",
            "ledger",
            "ledger_recount",
            "inbox_ledger",
            "backlog",
            "ledger_summary",
            "publication_backlog",
            "publication_status",
            "subscriber");
    private static final Set<String> APP_FUNCTIONS =
            Set.of("submit", "submit_text", "submit_batch", "publish", "publish_text", "publish_batch", "backlog_now");

    @Test
    void theReferenceNamesWhatAnApplicationMayDo() throws IOException {
        String row = Files.readAllLines(REFERENCE).stream()
                .filter(line -> line.startsWith("| `c4i_app` |"))
                .findFirst()
                .orElseThrow();
        List<String> named = Pattern.compile("`(\\w+)`")
                .matcher(row)
                .results()
                .map(match -> match.group(1))
                .filter(name -> !name.equals("c4i_app"))
                .toList();

        assertThat(named)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(APP_VIEWS, APP_FUNCTIONS).flatMap(Set::stream).toList());
    }

    /** The server reports it with the same code as a file that it may not write, and a start must not wait for it. */
    @Test
    void refusesALoginThatMayNotConnectForGood(TestDatabase database) throws SQLException {
        DatabaseSettings login = database.bridge();
        database.execute("REVOKE CONNECT ON DATABASE " + database.name() + " FROM PUBLIC");

        SQLException refused = catchThrowableOfType(
                SQLException.class,
                () -> DriverManager.getConnection(login.url(), login.user(), login.password())
                        .close());

        assertThat(refused.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE);
        assertThat(SqlFaults.translate(refused, "connecting")).isInstanceOf(GatewayException.Fatal.class);
    }

    @Test
    void letsAnApplicationSubmitAndRead(TestDatabase database) throws SQLException {
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            statement.execute("SELECT c4i.submit('T', 3, '{B}', 'x')");
            statement.execute("SELECT c4i.submit_text('T', 3, '{B}', 'x')");
            statement.execute("SELECT c4i.submit_batch('{T}', '{3}', '{B}', '{x}')");
            statement.execute("SELECT c4i.publish('T', 3, 'x')");
            statement.execute("SELECT c4i.publish_text('T', 3, 'x')");
            for (String view : APP_VIEWS) {
                assertThatCode(() -> statement.execute("SELECT * FROM c4i." + view))
                        .as(view)
                        .doesNotThrowAnyException();
            }
        }
        assertThat(database.number("SELECT accepted FROM c4i.ledger")).isEqualTo(3);
    }

    @Test
    void letsAnApplicationDoNothingElse(TestDatabase database) throws SQLException {
        List<String> relations = database.column("SELECT relname FROM pg_class WHERE relnamespace = 'c4i'::regnamespace"
                + " AND relkind IN ('r', 'p', 'v') ORDER BY 1");
        try (Connection app = database.app();
                Statement statement = app.createStatement()) {
            for (String relation : relations) {
                List<String> attempts = new ArrayList<>(List.of(
                        "DELETE FROM c4i." + relation,
                        "TRUNCATE c4i." + relation,
                        "INSERT INTO c4i." + relation + " SELECT FROM generate_series(1, 0)",
                        "DROP TABLE c4i." + relation));
                if (!APP_VIEWS.contains(relation)) {
                    attempts.add("SELECT * FROM c4i." + relation);
                }
                for (String attempt : attempts) {
                    assertThatThrownBy(() -> statement.execute(attempt))
                            .as(attempt)
                            .isInstanceOfSatisfying(
                                    SQLException.class,
                                    // 42809, 55000: the statement does not apply to a view at all.
                                    refusal -> assertThat(refusal.getSQLState())
                                            .isIn(INSUFFICIENT_PRIVILEGE, "42809", "55000"));
                }
            }
            for (String attempt : List.of(
                    "CREATE TABLE c4i.mine (i int)",
                    "SELECT nextval('c4i.outbox_sequence')",
                    "SET ROLE c4i_owner",
                    "SET ROLE c4i_bridge",
                    "UPDATE c4i.received SET label = ''")) {
                assertThatThrownBy(() -> statement.execute(attempt))
                        .as(attempt)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refusal -> assertThat(refusal.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
            }
        }
    }

    @Test
    void letsApplicationsCallOnlyWhatIsMeantForThem(TestDatabase database) throws SQLException {
        assertThat(database.column("SELECT proname FROM pg_proc WHERE pronamespace = 'c4i'::regnamespace"
                        + " AND has_function_privilege('test_app', oid, 'EXECUTE')"))
                .containsExactlyInAnyOrderElementsOf(APP_FUNCTIONS);
    }

    @Test
    void letsTheBridgeChangeNoMessageAndDeleteNothing(TestDatabase database) throws SQLException {
        try (Connection bridge = DriverManager.getConnection(
                        database.bridge().url(),
                        database.bridge().user(),
                        database.bridge().password());
                Statement statement = bridge.createStatement()) {
            for (String attempt : List.of(
                    "INSERT INTO c4i.outbox SELECT * FROM c4i.outbox",
                    "UPDATE c4i.outbox SET label = ''",
                    "DELETE FROM c4i.outbox",
                    "UPDATE c4i.delivery SET state = 'sent'",
                    "DELETE FROM c4i.delivery",
                    "DELETE FROM c4i.inbox",
                    "DELETE FROM c4i.inbox_key",
                    "DELETE FROM c4i.dead_letter",
                    "UPDATE c4i.lease SET epoch = 9",
                    "UPDATE c4i.retention_floor SET inbox_days = 1",
                    "CREATE OR REPLACE FUNCTION c4i.today() RETURNS date LANGUAGE sql AS 'SELECT current_date + 99'",
                    "DROP TABLE c4i.outbox",
                    "SELECT c4i.submit('T', 3, '{B}', 'x')",
                    "SET ROLE c4i_owner")) {
                assertThatThrownBy(() -> statement.execute(attempt))
                        .as(attempt)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refusal -> assertThat(refusal.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
            }
        }
    }

    @Test
    void letsABridgeDeleteNothingThatTheOwnerWantsKept(TestDatabase database) throws SQLException {
        database.submit(3, "m", "B");
        database.execute(
                "INSERT INTO c4i.inbox_key (origin_system, origin_sequence, received_at) VALUES ('B', 1, now())");
        database.execute("INSERT INTO c4i.dead_letter (direction, source, code, reason, payload)"
                + " VALUES ('inbound', 'wire', 'GW-307', 'noise', '')");
        try (Connection bridge = DriverManager.getConnection(
                        database.bridge().url(),
                        database.bridge().user(),
                        database.bridge().password());
                Statement statement = bridge.createStatement()) {
            for (String parent : List.of("outbox", "inbox")) {
                String attempt = "SELECT c4i.drop_day('" + parent + "', current_date)";
                assertThatThrownBy(() -> statement.execute(attempt))
                        .as(attempt)
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                refusal -> assertThat(refusal.getSQLState()).isEqualTo("C4012"));
            }
            for (String days : List.of("-2000000", "0", "NULL")) {
                statement.execute("SELECT c4i.prune_inbox_keys(" + days + ", NULL)");
                statement.execute("SELECT c4i.prune_inbox_keys(" + days + ", 1000)");
                statement.execute("SELECT c4i.prune_dead_letters(" + days + ", 1000)");
            }
            assertThatThrownBy(() -> statement.execute("SELECT c4i.create_partition('outbox', '9999-01-01')"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(refusal.getSQLState()).isEqualTo("C4011"));
        }
        assertThat(database.number("SELECT count(*) FROM c4i.outbox")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM c4i.inbox_key")).isEqualTo(1);
        assertThat(database.number("SELECT count(*) FROM c4i.dead_letter")).isEqualTo(1);
    }
}
