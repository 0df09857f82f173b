package org.c4igateway.cli.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.c4igateway.cli.CommandRun;
import org.c4igateway.cli.DatabaseCommandFixture;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code subscribers} on a real interface database without a node. */
class SubscribersCommandTest extends DatabaseCommandFixture {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The server would do it all the same after a command that has given up. */
    @Test
    void waitsForALockForLongerThanOthersWaitForAnAnswer() throws SQLException {
        InterfaceDatabase database = newDatabase();
        String url = database.url() + (database.url().contains("?") ? "&" : "?") + "socketTimeout=1";
        try (Connection owner = database.openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("SELECT c4i.add_subscriber('CHARLIE', '*')");
            statement.execute("SELECT pg_advisory_lock(6501481, 6)");

            CompletableFuture<CommandRun> retirement = CompletableFuture.supplyAsync(() -> CommandRun.of(
                    "subscribers", "retire", "CHARLIE", "--url", url, "--user", "postgres", "--reason", "test"));
            await("it has waited for longer than a second").atMost(PATIENCE).until(() -> hasWaited(statement));
            assertThat(retirement).isNotDone();
            statement.execute("SELECT pg_advisory_unlock(6501481, 6)");

            assertThat(retirement).succeedsWithin(PATIENCE).satisfies(run -> {
                assertThat(run.status()).as(run.err()).isZero();
                assertThat(run.out()).contains("CHARLIE is retired");
            });
        }
    }

    private static boolean hasWaited(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND query LIKE '%retire_subscriber%' AND clock_timestamp() - query_start > interval '2 s'")) {
            row.next();
            return row.getInt(1) == 1;
        }
    }

    @Test
    void saysThatTheOutcomeIsNotKnownWhenTheConnectionEnds() {
        DatabaseAddress address = new DatabaseAddress("jdbc:postgresql://host/c4i", "operator", "");

        CommandException cut = DatabaseSession.problemOfChange(
                address, new SQLException("connection reset", "08006"), "'c4i subscribers list'");
        CommandException refused = DatabaseSession.problemOfChange(
                address, new SQLException("permission denied", "42501"), "'c4i subscribers list'");

        assertThat(cut)
                .hasMessageContaining("not known whether this was done")
                .hasMessageContaining("look with 'c4i subscribers list'");
        assertThat(refused).hasMessageContaining("lacks a privilege");
    }
}
