package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class NodeSignalsTest {
    @Test
    void listensToItsDatabaseUntilItIsClosed(TestDatabase database) throws Exception {
        Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {
            throw fault;
        });
        try (NodeSignals signals = new NodeSignals(database.bridgeConnections(), loops)) {
            signals.start();
            await().atMost(Duration.ofMinutes(1)).until(() -> listening(database) == 2);
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> listening(database) == 0);
    }

    /** Which nodes read can change at any moment, so it asks each time. */
    @Test
    void tellsOfEachCommitOfTheOutboxOnlyWhileNoOtherNodeReadsIt(TestDatabase database) throws Exception {
        Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {
            throw fault;
        });
        AtomicBoolean elsewhere = new AtomicBoolean(true);
        AtomicInteger asked = new AtomicInteger();
        try (NodeSignals signals = new NodeSignals(database.bridgeConnections(), loops)) {
            signals.share(() -> {
                asked.incrementAndGet();
                return elsewhere.get();
            });
            signals.start();
            await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() > 5);
            assertThat(signals.outbox().tellsEachCommit()).isFalse();

            elsewhere.set(false);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                database.submit(3, "m", "B");
                return signals.outbox().tellsEachCommit();
            });
            elsewhere.set(true);
            await().atMost(Duration.ofMinutes(1)).until(() -> !signals.outbox().tellsEachCommit());
        }
    }

    private static long listening(TestDatabase database) throws Exception {
        return database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND application_name IN ('c4i-signal', 'c4i-router-signal')");
    }
}
