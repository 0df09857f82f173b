package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
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
        try (NodeSignals signals = NodeSignals.of(database.bridgeConnections(), loops)) {
            signals.start();
            await().atMost(Duration.ofMinutes(1)).until(() -> listening(database) == 2);
            assertThat(signals.divided()).isFalse();
            signals.divide(true);
            assertThat(signals.divided()).isTrue();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> listening(database) == 0);
    }

    private static long listening(TestDatabase database) throws Exception {
        return database.number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND application_name IN ('c4i-signal', 'c4i-router-signal')");
    }
}
