package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.testkit.SlowClients;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A node with its usual heap and many clients that send their requests byte by byte. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class SlowHttpClientsTest {
    private static final int CLIENTS = 600;

    @TempDir
    private Path files;

    static List<String> beginnings() {
        String form = "Content-Length: 20000\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nname=";
        return List.of(
                "GET /actuator/health HTTP/1.1\r\nHost: node\r\nUser-Agent: ",
                "POST /actuator/health HTTP/1.1\r\nHost: node\r\n" + form);
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void leaveANodeItsMemoryAndItsHealth(String beginning, PostgresServer server) {
        int port = TestNetwork.port();
        try (TestDatabase database = server.database();
                TestNodeProcess node = new TestNodeProcess(files, "node", file(database, port))) {
            node.start().awaitActive();
            try (SlowClients _ = SlowClients.drip(URI.create("http://127.0.0.1:" + port), CLIENTS, beginning)) {
                assertThat(node.isUp("")).as("health").isTrue();
                assertThat(node.isUp("/liveness")).as("liveness").isTrue();
            }
            assertThat(node.log()).doesNotContain("OutOfMemoryError");
        }
    }

    private static NodeFile file(TestDatabase database, int port) {
        Map<String, Middleware> routes = Map.of("BRAVO", Middleware.JMS);
        Map<String, Integer> peers = Map.of("BRAVO", TestNetwork.port());
        return new NodeFile("ALPHA", database.bridge(), port, TestNetwork.port(), routes, peers, "slow-http");
    }
}
