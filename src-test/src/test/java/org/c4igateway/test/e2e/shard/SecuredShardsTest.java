package org.c4igateway.test.e2e.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two nodes on one divided database in a domain with DDS Security: the participants of all shards of a system have its
 * one identity. Needs what {@link DomainCredentials#require} names; skipped with the reason where it is missing.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class SecuredShardsTest {
    private static final int SHARDS = 3;
    private static final int LOAD = 300;

    @TempDir
    private Path directory;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final int domain = TestNetwork.domain();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void shardsOfASystemShareItsIdentity(PostgresServer server) throws SQLException, SecuritySetupException {
        DomainCredentials.require();
        DomainCredentials.make(directory, domain, Grant.parse("ALPHA"), Grant.parse("BRAVO"));
        TestMesh mesh = logs.show(TestMesh.pair("secured-shards", Middleware.DDS, server));
        try (Connection owner = mesh.server("ALPHA").openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("SELECT c4i.set_shards(" + SHARDS + ")");
        }
        TestNodeProcess first = mesh.node("ALPHA").start(identity("ALPHA"));
        mesh.node("BRAVO").start(identity("BRAVO"));
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 51), "BRAVO");
        mesh.awaitSettled("ALPHA");

        TestNodeProcess second = mesh.secondNode("ALPHA").start(identity("ALPHA"));
        await("the second node serves a shard")
                .atMost(Duration.ofMinutes(2))
                .until(() -> second.health().contains(":\"serves,epoch"));
        mesh.server("ALPHA").submitAll(Samples.load(LOAD, 52), "BRAVO");
        mesh.server("BRAVO").submitAll(Samples.load(LOAD, 53), "ALPHA");

        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
        assertThat(second.metric("c4i_sent_total"))
                .as("rows that the second node has sent")
                .isPositive();
        for (TestNodeProcess node : List.of(first, second, mesh.node("BRAVO"))) {
            assertThat(node.log()).doesNotContain("ERROR");
        }
    }

    private String[] identity(String system) {
        return new String[] {
            "--c4i.transports.dds.domain-id=" + domain,
            "--c4i.transports.dds.security.directory=" + directory.resolve(system)
        };
    }
}
