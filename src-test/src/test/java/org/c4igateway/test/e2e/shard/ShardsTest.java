package org.c4igateway.test.e2e.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.RandomSeed;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two active nodes on the database of ALPHA, which is divided into four shards. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ShardsTest {
    private static final Logger LOG = LoggerFactory.getLogger(ShardsTest.class);
    private static final int SHARDS = 4;
    private static final int LOAD = 600;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(50);
    private static final Pattern SERVED = Pattern.compile("\"[0-9]+\":\"serves,epoch[0-9]+\"");
    private static final String[] SMALL_ROUNDS = {
        "--c4i.flow.fetch-rows=40", "--c4i.flow.max-in-flight-rows=200", "--c4i.database.pool-size=12"
    };

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private long seed = RandomSeed.draw(ShardsTest.class).nextInt(1_000_000);

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void nodesShareTheTopicsAndTakeThemFromEachOther(Middleware middleware, PostgresServer server) throws SQLException {
        TestMesh mesh = logs.show(TestMesh.pair("shards", middleware, server));
        divide(mesh, SHARDS);
        mesh.start(SMALL_ROUNDS);
        TestNodeProcess first = mesh.node("ALPHA");
        awaitServed(first, SHARDS);
        submit(mesh);
        mesh.awaitSettled("ALPHA");

        TestNodeProcess second = mesh.secondNode("ALPHA").start(SMALL_ROUNDS);
        submit(mesh);
        awaitServed(first, 2);
        awaitServed(second, 2);
        submit(mesh);
        mesh.awaitSettled("ALPHA");
        assertThat(second.metric("c4i_sent_total"))
                .as("rows that the second node has sent")
                .isPositive();

        submit(mesh);
        second.kill();
        awaitTaken(first, middleware);
        mesh.awaitSettled("ALPHA");

        second.start(SMALL_ROUNDS);
        awaitServed(second, 2);
        submit(mesh);
        mesh.server("BRAVO").submitAll(Samples.load(LOAD, ++seed), "ALPHA");
        first.kill();
        awaitTaken(second, middleware);
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
    }

    @ParameterizedTest
    @EnumSource(names = {"JMS", "DDS"})
    void outboxIsDividedOtherwiseWhileRowsFlow(Middleware middleware, PostgresServer server) throws SQLException {
        TestMesh mesh = logs.show(TestMesh.pair("division", middleware, server)).start(SMALL_ROUNDS);
        TestNodeProcess first = mesh.node("ALPHA");
        TestNodeProcess second = mesh.secondNode("ALPHA").start(SMALL_ROUNDS).awaitStandby();
        submit(mesh);
        for (int shards : List.of(3, 2, 1)) {
            divide(mesh, shards);
            submit(mesh);
            await("all shards are served by somebody")
                    .atMost(PATIENCE)
                    .pollInterval(STEP)
                    .until(() -> {
                        supervise(first);
                        supervise(second);
                        return shards == 1
                                ? isActive(first) != isActive(second)
                                : served(first) + served(second) == shards && served(first) > 0 && served(second) > 0;
                    });
        }
        submit(mesh);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** No other node waits for rows, so it neither polls nor wakes anybody: the one notification is that of the row. */
    @Test
    void isToldOfARowWhileItServesAllShards(PostgresServer server) throws SQLException {
        TestMesh mesh = logs.show(TestMesh.pair("alone", Middleware.DDS, server));
        divide(mesh, SHARDS);
        mesh.start(SMALL_ROUNDS);
        awaitServed(mesh.node("ALPHA"), SHARDS);
        try (Connection listener = mesh.server("ALPHA").openOwner();
                Statement statement = listener.createStatement()) {
            statement.execute("LISTEN c4i_outbox");
            PGConnection notified = listener.unwrap(PGConnection.class);

            mesh.server("ALPHA").submitAll(Samples.load(1, ++seed), "BRAVO");
            mesh.awaitSettled("ALPHA");

            AtomicInteger notifications = new AtomicInteger();
            await().atMost(PATIENCE).during(Duration.ofMillis(500)).until(() -> {
                var heard = notified.getNotifications(1);
                notifications.addAndGet(heard == null ? 0 : heard.length);
                return notifications.get() >= 1;
            });
            assertThat(notifications).hasValue(1);
        }
    }

    @Test
    void nodeServesWhatAnotherCannot(PostgresServer server) throws SQLException, IOException {
        TestMesh mesh = logs.show(TestMesh.pair("refused", Middleware.JMS, server));
        divide(mesh, SHARDS);
        mesh.start(SMALL_ROUNDS);
        TestNodeProcess first = mesh.node("ALPHA");
        awaitServed(first, SHARDS);
        int port = TestNetwork.ports(SHARDS);
        TestNodeProcess second = mesh.secondNode("ALPHA");
        try (ServerSocket one = new ServerSocket(port + 1);
                ServerSocket two = new ServerSocket(port + 2);
                ServerSocket three = new ServerSocket(port + 3)) {
            second.start(Stream.concat(Arrays.stream(SMALL_ROUNDS), Stream.of("--c4i.transports.jms.port=" + port))
                    .toArray(String[]::new));
            await("the second node has tried")
                    .atMost(PATIENCE)
                    .pollInterval(STEP)
                    .until(() -> second.log().contains("cannot be served here"));
            submit(mesh);
            awaitServed(first, SHARDS);
            mesh.awaitSettled("ALPHA");
            assertThat(List.of(one.isClosed(), two.isClosed(), three.isClosed()))
                    .as("ports stay taken until then")
                    .containsOnly(false);
        }

        awaitServed(second, 2);
        submit(mesh);
        mesh.awaitSettled("ALPHA");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    private void submit(TestMesh mesh) throws SQLException {
        List<SubmittedRow> load = Samples.load(LOAD, ++seed);
        mesh.server("ALPHA").submitAll(load, "BRAVO");
    }

    private static void divide(TestMesh mesh, int shards) throws SQLException {
        try (Connection owner = mesh.server("ALPHA").openOwner();
                Statement statement = owner.createStatement()) {
            statement.execute("SELECT c4i.set_shards(" + shards + ")");
        }
    }

    /** Says in the log how long that takes after a kill. */
    private static void awaitTaken(TestNodeProcess by, Middleware middleware) {
        long killed = System.nanoTime();
        awaitServed(by, SHARDS);
        LOG.info("{}: all shards served {} ms after the kill", middleware, (System.nanoTime() - killed) / 1_000_000);
    }

    private static void awaitServed(TestNodeProcess node, int shards) {
        await(shards + " shards are served by " + node.file().getFileName())
                .atMost(PATIENCE)
                .pollInterval(STEP)
                .until(() -> served(node) == shards);
    }

    private static long served(TestNodeProcess node) {
        return SERVED.matcher(node.healthNow()).results().count();
    }

    /** On one host the JMS port of shard 0 may still be taken by the node that had it, and the other node ends. */
    private static void supervise(TestNodeProcess node) {
        if (!node.isAlive()) {
            node.start(SMALL_ROUNDS);
        }
    }

    private static boolean isActive(TestNodeProcess node) {
        return node.healthNow().contains("\"role\":\"active\"");
    }
}
