package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.DomainCredentials;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node that serves several shards renews the data paths of all or of none. Over JMS the engine of each has a port.
 * The test with DDS Security needs what {@link DomainCredentials#require} names; skipped with the reason where it is
 * missing.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ShardRenewalTest {
    private static final int SHARDS = 3;
    private static final int LOAD = 300;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String RELOADS = "c4i_configuration_reloads_total";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    private Path directory;

    private long seed = 70;

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    /** The new port of each shard but the last is the present one of the next shard. */
    @Test
    void movesToPortsThatItsOwnShardsHave(PostgresServer server) throws SQLException {
        TestMesh mesh = divided(Middleware.JMS, server);
        ChangedFile alpha = file(mesh, "ALPHA");
        ChangedFile bravo = file(mesh, "BRAVO");
        int first = TestNetwork.ports(SHARDS + 1);
        alpha.rename(onPort(mesh, alpha, first));
        bravo.rename(towards(mesh, bravo, first));
        start(mesh);

        bravo.rename(towards(mesh, bravo, first + 1));
        awaitReloads(mesh, "BRAVO", "applied");
        alpha.rename(onPort(mesh, alpha, first + 1));
        awaitReloads(mesh, "ALPHA", "applied");
        submit(mesh);

        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
        assertThat(mesh.node("ALPHA").log()).doesNotContain("GW-411");
    }

    @Test
    void staysWithAllShardsWhereItIsWhenOneCannotMove(PostgresServer server) throws SQLException, IOException {
        TestMesh mesh = divided(Middleware.JMS, server);
        ChangedFile alpha = file(mesh, "ALPHA");
        start(mesh);
        int first = TestNetwork.ports(SHARDS);
        try (ServerSocket other = new ServerSocket(first + 2, 1, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
            alpha.rename(onPort(mesh, alpha, first));
            awaitReloads(mesh, "ALPHA", "went_back");
        }
        submit(mesh);

        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
        assertThat(mesh.node("ALPHA").health()).contains("\"alarms\":[\"GW-411", "\"role\":\"active\"");
    }

    /** Participants with one identity share sockets and settings of the library. */
    @Test
    void changesSettingsThatAllParticipantsOfAnIdentityShare(PostgresServer server)
            throws SQLException, SecuritySetupException {
        DomainCredentials.require();
        int domain = TestNetwork.domain();
        DomainCredentials.make(directory, domain, Grant.parse("ALPHA"), Grant.parse("BRAVO"));
        TestMesh mesh = divided(Middleware.DDS, server);
        ChangedFile alpha = file(mesh, "ALPHA");
        for (String system : List.of("ALPHA", "BRAVO")) {
            file(mesh, system).rename(secured(file(mesh, system), domain, directory.resolve(system)));
        }
        start(mesh);
        assertThat(mesh.node("ALPHA").metric("c4i_credential_end_seconds")).isPositive();

        String lease = "lease: 3s";
        String text = secured(alpha, domain, directory.resolve("ALPHA"));
        assertThat(text).contains(lease);
        alpha.rename(text.replace(lease, "lease: 7s"));
        awaitReloads(mesh, "ALPHA", "applied");
        submit(mesh);

        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
        assertThat(mesh.node("ALPHA").log()).doesNotContain("GW-411");
    }

    private static String secured(ChangedFile file, int domain, Path credentials) {
        return file.text().replaceFirst("domain-id: [0-9]+", "domain-id: " + domain)
                + "c4i.transports.dds.security.directory: " + credentials + "\n";
    }

    private TestMesh divided(Middleware middleware, PostgresServer server) throws SQLException {
        TestMesh mesh = logs.show(TestMesh.pair("renewed-shards", middleware, server));
        try (Connection owner = mesh.server("ALPHA").openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("SELECT c4i.set_shards(" + SHARDS + ")");
        }
        return mesh;
    }

    private static ChangedFile file(TestMesh mesh, String system) {
        return new ChangedFile(mesh.node(system).file());
    }

    private void start(TestMesh mesh, String... options) throws SQLException {
        mesh.start(options);
        await("all shards are served")
                .atMost(PATIENCE)
                .until(() -> mesh.node("ALPHA").health().matches("(?s).*\"2\":\"serves,epoch[0-9]+\".*"));
        submit(mesh);
        mesh.awaitSettled("ALPHA");
    }

    private void submit(TestMesh mesh) throws SQLException {
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, seed++), "BRAVO");
    }

    private static void awaitReloads(TestMesh mesh, String system, String result) {
        await(system + " " + result)
                .atMost(PATIENCE)
                .until(() -> mesh.node(system).metric(RELOADS, result) == 1);
    }

    private static String onPort(TestMesh mesh, ChangedFile alpha, int port) {
        String before = "port: " + mesh.jmsPort("ALPHA") + "\n";
        assertThat(alpha.text()).contains(before);
        return alpha.text().replace(before, "port: " + port + "\n");
    }

    private static String towards(TestMesh mesh, ChangedFile bravo, int port) {
        String before = "127.0.0.1:" + mesh.jmsPort("ALPHA");
        assertThat(bravo.text()).contains(before);
        return bravo.text().replace(before, "127.0.0.1:" + port);
    }
}
