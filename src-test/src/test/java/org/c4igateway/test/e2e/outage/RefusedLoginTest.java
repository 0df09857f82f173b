package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The database refuses the login of a node that runs, as while its password is changed; the session of the lease lasts
 * longer than the others. The node waits, and goes on when it is let in again.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class RefusedLoginTest {
    private static final int LOAD = 300;
    private static final String PASSWORD_OF_DATABASE = "password: ${C4I_DB_PASSWORD}";
    private static final String RENEWED = "renewed-17";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;
    /** Logins are the same in all databases of a server. */
    private final PostgresServer own = PostgresServer.start();

    RefusedLoginTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stop() {
        logs.closeAll();
        own.close();
    }

    /** As when a password is renewed at the database first, and in the file of the node later. */
    @Test
    void goesOnWithTheRenewedPasswordInItsFile() throws SQLException, IOException {
        TestMesh testMesh = logs.show(TestMesh.pair("renewed-password", Middleware.JMS, own, server))
                .start();
        TestNodeProcess node = testMesh.node("ALPHA");
        TestDatabase database = testMesh.server("ALPHA").database();
        String login = database.bridge().user();
        database.execute("COPY (VALUES ('host all " + login + " all scram-sha-256'), ('host all all all trust')) TO '"
                + database.column("SHOW hba_file").getFirst() + "'");
        database.execute("SELECT pg_reload_conf()");
        database.execute("ALTER ROLE " + login + " PASSWORD '" + RENEWED + "'");
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + login + "'");
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 3), "BRAVO");
        node.awaitWaiting();
        assertThat(testMesh.server("ALPHA").pending())
                .as("nothing is confirmed")
                .isEqualTo(LOAD);

        String text = Files.readString(node.file());
        assertThat(text).containsOnlyOnce(PASSWORD_OF_DATABASE);
        Files.writeString(node.file(), text.replace(PASSWORD_OF_DATABASE, "password: " + RENEWED));

        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        assertThat(node.log())
                .contains("c4i.database.password: *** -> *** (applied)")
                .doesNotContain(RENEWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ALPHA", "BRAVO"})
    void losesAndDoublesNothingWhileALoginIsRefused(String name) throws SQLException, IOException {
        TestMesh testMesh = logs.show(
                        name.equals("ALPHA")
                                ? TestMesh.pair("refused-login-ALPHA", Middleware.JMS, own, server)
                                : TestMesh.pair("refused-login-BRAVO", Middleware.JMS, server, own))
                .start();
        TestNodeProcess node = testMesh.node(name);
        TestDatabase database = testMesh.server(name).database();
        String login = database.bridge().user();
        database.execute("ALTER ROLE " + login + " NOLOGIN");
        database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '" + login
                + "' AND application_name <> 'c4i-lease'");
        testMesh.server("ALPHA").submitAll(Samples.load(LOAD, 1), "BRAVO");
        testMesh.server("BRAVO").submitAll(Samples.load(LOAD, 2), "ALPHA");

        node.awaitWaiting();
        assertThat(testMesh.server(name).pending()).as("nothing is confirmed").isEqualTo(LOAD);
        database.execute("ALTER ROLE " + login + " LOGIN");

        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
    }
}
