package org.c4igateway.test.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A node that cannot start ends with a status other than 0, and says what is wrong and what to do. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class StartUpFaultsTest {
    private final PostgresServer server;
    private final TestDatabase database;

    @TempDir
    private Path directory;

    StartUpFaultsTest(PostgresServer server) {
        this.server = server;
        this.database = server.database();
    }

    @AfterEach
    void dropDatabase() {
        database.close();
    }

    @Test
    void missingSystem() throws InterruptedException {
        refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.system=")
                .contains("GW-101", "c4i.system", "Action:", "Set c4i.system to the name of this system");
    }

    @Test
    void wrongUrl() throws InterruptedException {
        refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.database.url=http://db")
                .contains("GW-101", "c4i.database.url", "'http://db'", "jdbc:postgresql://host:5432/db");
    }

    @Test
    void missingDatabase() throws InterruptedException {
        String url = database.bridge().url().replaceFirst("/[^/?]*(\\?|$)", "/no_such_db$1");
        refuses(file(new DatabaseSettings(url, "test_bridge", "test", 4), Middleware.JMS), Map.of())
                .contains("GW-101", "no_such_db", "Correct the database name, the login role or its password");
    }

    @Test
    void wrongPassword() throws InterruptedException, SQLException, IOException {
        Path rules = Path.of(database.column("SHOW hba_file").getFirst());
        String before = Files.readString(rules);
        database.execute(
                "DROP ROLE IF EXISTS test_secret; CREATE ROLE test_secret LOGIN PASSWORD 'right' IN ROLE c4i_bridge");
        try {
            Files.writeString(rules, "host all test_secret all scram-sha-256\n" + before);
            database.execute("SELECT pg_reload_conf()");
            refuses(
                            file(
                                    new DatabaseSettings(database.bridge().url(), "test_secret", "wrong", 4),
                                    Middleware.JMS),
                            Map.of())
                    .contains("GW-101", "password authentication failed", "test_secret", "Correct the database name");
        } finally {
            Files.writeString(rules, before);
            database.execute("SELECT pg_reload_conf()");
        }
    }

    @Test
    void missingSchema() throws InterruptedException {
        try (TestDatabase empty = server.emptyDatabase()) {
            refuses(file(empty.superuser(), Middleware.JMS), Map.of())
                    .contains("GW-104", "schema c4i is missing", "Run the migration");
        }
    }

    @Test
    void newerSchema() throws InterruptedException, SQLException {
        database.execute(
                "INSERT INTO c4i.schema_history (installed_rank, version, description, type, script, installed_by,"
                        + " execution_time, success) VALUES (99, '99', 'later', 'SQL', 'V99', 'x', 0, true)");
        refuses(file(database.bridge(), Middleware.JMS), Map.of())
                .contains("GW-104", "schema c4i has version 99", "or a newer one");
    }

    @Test
    void databaseOfAnotherSystem() throws InterruptedException, SQLException {
        database.execute("SELECT c4i.claim_node('ZULU')");
        refuses(file(database.bridge(), Middleware.JMS), Map.of())
                .contains("GW-101", "belongs to system ZULU, not to ALPHA", "its own database");
    }

    @Test
    void jmsPortInUse() throws InterruptedException, IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.transports.jms.port=" + port)
                    .contains("GW-103", "c4i.transports.jms.port", port, "set c4i.transports.jms.port to a free one");
        }
    }

    @Test
    void httpPortInUse() throws InterruptedException, IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--server.port=" + port)
                    .contains("GW-103", "server.port: " + port + " was already in use (command line)", "Action:");
        }
    }

    @Test
    void unknownTransport() throws InterruptedException {
        refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.destinations.BRAVO=jsm")
                .contains("GW-101", "c4i.destinations.BRAVO", "'jsm' is not enabled", "enabled: jms", "Action:");
    }

    @Test
    void brokenCatalogue() throws InterruptedException, IOException {
        Path catalogue = directory.resolve("catalogue.csv");
        Files.writeString(catalogue, "this,is,no,catalogue\n1,2,3,4\n");
        refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.catalogue=" + catalogue)
                .contains("GW-105", "c4i.catalogue", catalogue.toString(), "topics validate");
    }

    /** Fail points are a thing of tests; no key of the product means one. */
    @Test
    void failPoint() throws InterruptedException {
        Path marker = directory.resolve("marker");
        refuses(file(database.bridge(), Middleware.JMS), Map.of(), "--c4i.failpoint=CLAIMED:1:" + marker)
                .contains("GW-101", "c4i.failpoint");
        assertThat(marker).doesNotExist();
    }

    @Test
    void missingNativeLibrary() throws InterruptedException {
        refuses(file(database.bridge(), Middleware.DDS), Map.of("C4I_CYCLONEDDS_LIBRARY", "/nonexistent"))
                .contains("GW-102", "/nonexistent", "C4I_CYCLONEDDS_LIBRARY");
    }

    private NodeFile file(DatabaseSettings settings, Middleware middleware) {
        return new NodeFile(
                "ALPHA",
                settings,
                TestNetwork.port(),
                TestNetwork.port(),
                Map.of("BRAVO", middleware),
                Map.of("BRAVO", TestNetwork.port()),
                "start-up-" + ProcessHandle.current().pid());
    }

    private AbstractStringAssert<?> refuses(NodeFile file, Map<String, String> environment, String... options)
            throws InterruptedException {
        try (TestNodeProcess node = new TestNodeProcess(directory, "ALPHA", file)) {
            environment.forEach(node::environment);
            node.start(options);
            assertThat(node.awaitExit()).as(node.logTail()).isEqualTo(1);
            return assertThat(node.log());
        }
    }
}
