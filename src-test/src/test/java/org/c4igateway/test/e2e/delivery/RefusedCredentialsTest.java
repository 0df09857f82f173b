package org.c4igateway.test.e2e.delivery;

import java.nio.file.Path;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.DomainCredentials;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes of one domain whose credentials come from different authorities. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class RefusedCredentialsTest {
    @TempDir
    private Path directory;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final int domain = TestNetwork.domain();

    @BeforeEach
    void makeCredentials() throws SecuritySetupException {
        DomainCredentials.require();
        DomainCredentials.make(directory.resolve("one"), domain, Grant.parse("ALPHA"));
        DomainCredentials.make(directory.resolve("other"), domain, Grant.parse("BRAVO"));
    }

    @AfterEach
    void stop() {
        logs.closeAll();
    }

    @Test
    void showsAsTheReasonOfAbsenceThatCredentialsAreRefused(PostgresServer server) {
        TestMesh mesh = logs.show(TestMesh.pair("refused-credentials", Middleware.DDS, server));
        start(mesh, "ALPHA", "one");
        start(mesh, "BRAVO", "other");

        mesh.node("ALPHA").awaitAbsence("BRAVO", "DDS Security refuses a participant: ");
        mesh.node("BRAVO").awaitAbsence("ALPHA", "DDS Security refuses a participant: ");
    }

    private void start(TestMesh mesh, String system, String authority) {
        mesh.node(system)
                .start(
                        "--c4i.transports.dds.domain-id=" + domain,
                        "--c4i.transports.dds.security.directory="
                                + directory.resolve(authority).resolve(system));
    }
}
