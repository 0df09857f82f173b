package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** What the log of a node says of the lease that another one has. */
@ExtendWith(PostgresExtension.class)
class LeaseLogTest {
    private static final Duration BEAT = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Loops loops =
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {});
    private final Logger logger = (Logger) LoggerFactory.getLogger(OutboxLease.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
    }

    @Test
    void saysOnceThatTheNodeStandsByAndForWhom(TestDatabase database) throws SQLException {
        try (OutboxLease second = lease("second", database)) {
            try (OutboxLease first = lease("first", database)) {
                first.start();
                awaitActive(first);
                second.start();
                await().atMost(PATIENCE).until(() -> !standingBy().isEmpty());
                awaitAnotherBeat(database);
            }
            awaitActive(second);
            assertThat(standingBy())
                    .as("many beats, one line")
                    .singleElement()
                    .asString()
                    .matches("This node stands by\\. 'first' serves the database from [0-9a-f.:]+ with epoch 1");

            try (OutboxLease third = lease("third", database)) {
                third.start();
                await().atMost(PATIENCE).until(() -> standingBy().size() == 2);
            }
            assertThat(standingBy().getLast()).contains("'second' serves").endsWith("with epoch 2");
        }
    }

    @Test
    void saysOnceThatTheDatabaseCannotBeReached() throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                OutboxLease lease = lease("only", new Connections(at(refusing)))) {
            Thread.ofVirtual().start(() -> {
                while (!refusing.isClosed()) {
                    try (Socket _ = refusing.accept()) {
                        attempts.incrementAndGet();
                    } catch (IOException e) {
                        return;
                    }
                }
            });

            lease.start();

            await().atMost(PATIENCE).until(() -> attempts.get() >= 10);
            assertThat(log.list.stream()
                            .filter(event -> event.getLevel() == Level.WARN)
                            .map(ILoggingEvent::getFormattedMessage))
                    .singleElement()
                    .asString()
                    .startsWith("The session of the lease failed; trying again every 50 ms: ");
        }
    }

    private static DatabaseSettings at(ServerSocket socket) {
        return new DatabaseSettings("jdbc:postgresql://127.0.0.1:" + socket.getLocalPort() + "/c4i", "bridge", "", 2);
    }

    private static void awaitActive(OutboxLease lease) {
        await().atMost(PATIENCE).until(() -> lease.epoch() > 0);
    }

    /** Waits until a node that stands by has asked again. */
    private static void awaitAnotherBeat(TestDatabase database) throws SQLException {
        String now = database.column("SELECT clock_timestamp()::text").getFirst();
        await().atMost(PATIENCE)
                .until(() -> database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                                + " AND application_name = 'c4i-lease' AND query LIKE '%holder, epoch FROM c4i.lease%'"
                                + " AND query_start > '" + now + "'")
                        > 0);
    }

    private List<String> standingBy() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.INFO)
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains("stands by"))
                .toList();
    }

    private OutboxLease lease(String name, TestDatabase database) {
        return lease(name, database.bridgeConnections());
    }

    private OutboxLease lease(String name, Connections connections) {
        LeaseListener deaf = new LeaseListener() {
            @Override
            public void activated(long epoch) {}

            @Override
            public void stoodDown(String reason) {}
        };
        return new OutboxLease(connections, name, BEAT, deaf, loops);
    }
}
