package org.c4igateway.dbbridge.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.store.Inbox.Written;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** A C4I server that listens on {@code c4i_received}, with the rights of one, hears of new rows of the inbox. */
@ExtendWith(PostgresExtension.class)
class ReceivedSignalTest {
    private static final int HANG_MILLIS = 60_000;
    private static final String TOO_MANY_NOTIFICATIONS = "54000";

    @Test
    void tellsWhoListensOncePerTransaction(TestDatabase database) throws SQLException {
        try (Connection app = listening(database)) {
            write(database, 1, 2, 3);
            write(database, 4);
            mark(database);

            assertThat(heardUntilMark(app)).containsExactly("c4i_received ''", "c4i_received ''", "mark ''");
        }
    }

    @Test
    void isSilentForTheNodeThatSaysSo(TestDatabase database) throws SQLException {
        database.execute("ALTER ROLE test_bridge IN DATABASE " + database.name() + " SET c4i.notify = 'off'");
        try (Connection app = listening(database)) {
            write(database, 1);
            mark(database);

            assertThat(heardUntilMark(app)).containsExactly("mark ''");
        }
        assertThat(database.number("SELECT count(*) FROM c4i.received")).isOne();
    }

    @Test
    void isSilentWhenStrayRowsMoveToTheirDay(TestDatabase database) throws SQLException {
        database.execute(
                "INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now() + interval '40 days', 'A', 1,"
                        + " 'S201', 3, '{B}', now(), NULL, '', '', 'x'");
        try (Connection app = listening(database)) {
            assertThat(database.column("SELECT c4i.create_partition('inbox', (now() AT TIME ZONE 'UTC')::date + 40)"))
                    .containsExactly("created");
            mark(database);

            assertThat(heardUntilMark(app)).containsExactly("mark ''");
        }
    }

    /** A listener that never ends its transaction lets the queue of notifications fill up. */
    @Test
    void receivesAndSubmitsWhileTheQueueOfNotificationsIsFull() throws SQLException, IOException {
        try (PostgresServer server = PostgresServer.start();
                TestDatabase database = server.database()) {
            assumeThat(database.number("SELECT count(*) FROM pg_settings WHERE name = 'max_notify_queue_pages'"))
                    .as("the server's queue of notifications can be made small")
                    .isOne();
            database.execute("ALTER SYSTEM SET max_notify_queue_pages = 64");
            server.kill();
            server.startAgain();
            try (Connection stuck = listening(database);
                    Statement statement = stuck.createStatement()) {
                stuck.setAutoCommit(false);
                statement.execute("SELECT 1");
                assertThatThrownBy(() -> {
                            for (int i = 0; i < 1_000; i++) {
                                database.execute("SELECT pg_notify('filler', repeat('x', 7000))");
                            }
                        })
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo(TOO_MANY_NOTIFICATIONS));

                assertThat(write(database, 1).duplicates()).isZero();
                assertThat(database.submit(3, "x", "B")).isPositive();
                database.execute("SELECT c4i.publish('S201', 3, 'x')");
            }
            assertThat(database.number("SELECT count(*) FROM c4i.received")).isOne();
        }
    }

    private static Written write(TestDatabase database, long... sequences) {
        return new JdbcInbox(database.bridgePool(), () -> 0, EdgeText.UTF_8)
                .write(
                        Arrays.stream(sequences)
                                .mapToObj(sequence -> Arrivals.labelled(sequence, ""))
                                .toList(),
                        List.of(),
                        Map.of());
    }

    private static Connection listening(TestDatabase database) throws SQLException {
        Connection app = database.app();
        try (Statement statement = app.createStatement()) {
            statement.execute("LISTEN c4i_received");
            statement.execute("LISTEN mark");
        }
        return app;
    }

    /** Notifications come in the order of commits, so that nothing is outstanding when this one has come. */
    private static void mark(TestDatabase database) throws SQLException {
        database.execute("NOTIFY mark");
    }

    private static List<String> heardUntilMark(Connection app) throws SQLException {
        List<String> heard = new ArrayList<>();
        while (!heard.contains("mark ''")) {
            PGNotification[] some = app.unwrap(PGConnection.class).getNotifications(HANG_MILLIS);
            assertThat(some).as("heard so far: " + heard).isNotEmpty();
            Arrays.stream(some)
                    .map(one -> one.getName() + " '" + one.getParameter() + "'")
                    .forEach(heard::add);
        }
        return heard;
    }
}
