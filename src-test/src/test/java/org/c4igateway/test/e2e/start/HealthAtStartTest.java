package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Who waits for a node's health before it submits finds the schema, and a node that serves it or stands by. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class HealthAtStartTest {
    /** Guards against a hang only. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    private Path files;

    @Test
    void isNotUpBeforeTheDatabaseIsMigrated(PostgresServer server) throws SQLException {
        try (TestDatabase database = server.emptyDatabase();
                Connection other = database.owner();
                Statement statement = other.createStatement();
                TestNodeProcess node = node(database.superuser())) {
            other.setAutoCommit(false);
            statement.execute("CREATE SCHEMA c4i"); // the migration waits for the end of this transaction
            node.start("--c4i.database.migrate=true");
            await("the migration waits").atMost(PATIENCE).until(() -> waits(database, "create schema%"));
            await("the node answers")
                    .atMost(PATIENCE)
                    .until(() -> !node.healthNow().isEmpty());

            assertNotUp(node);

            other.rollback();
            node.awaitActive();
            assertUp(node);
        }
    }

    @Test
    void isNotUpWhileItsDatabaseIsAway() {
        try (TestNodeProcess node = node(new DatabaseSettings("jdbc:postgresql://localhost:1/x", "x", "x", 2))) {
            node.start();
            await("the node answers").atMost(PATIENCE).until(() -> node.log().contains("Waiting for the interface"));
            await("the start ends").atMost(PATIENCE).until(() -> node.isUp("/liveness"));

            assertNotUp(node);
        }
    }

    @Test
    void isNotUpBeforeItIsKnownWhoServesTheDatabase(PostgresServer server) throws SQLException {
        try (TestDatabase database = server.database();
                Connection other = database.owner();
                Statement statement = other.createStatement();
                TestNodeProcess node = node(database.bridge())) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE c4i.lease"); // nobody becomes active before the end of this transaction
            node.start();
            await("the node asks for the lease").atMost(PATIENCE).until(() -> waits(database, "%take_lease%"));
            await("the start ends").atMost(PATIENCE).until(() -> node.isUp("/liveness"));

            assertNotUp(node);

            other.rollback();
            node.awaitActive();
            assertUp(node);
        }
    }

    private static void assertNotUp(TestNodeProcess node) {
        assertThat(node.health()).contains("\"role\":\"waiting\"");
        assertThat(node.isUp("")).as("health").isFalse();
        assertThat(node.isUp("/readiness")).as("readiness").isFalse();
    }

    private static void assertUp(TestNodeProcess node) {
        assertThat(node.isUp("")).as("health").isTrue();
        assertThat(node.isUp("/readiness")).as("readiness").isTrue();
    }

    private static boolean waits(TestDatabase database, String statement) throws SQLException {
        return database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                        + " AND wait_event_type = 'Lock' AND lower(query) LIKE '" + statement + "'")
                > 0;
    }

    private TestNodeProcess node(DatabaseSettings database) {
        Map<String, Middleware> routes = Map.of("BRAVO", Middleware.JMS);
        Map<String, Integer> peers = Map.of("BRAVO", TestNetwork.port());
        return new TestNodeProcess(
                files,
                "node",
                new NodeFile("ALPHA", database, TestNetwork.port(), TestNetwork.port(), routes, peers, "health"));
    }
}
