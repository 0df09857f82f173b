package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a lease leaves behind, and the beats with which none begins. */
@ExtendWith(PostgresExtension.class)
class OutboxLeaseEndTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong nanos = new AtomicLong(System.nanoTime());
    private final Loops loops = new Loops(new SimpleMeterRegistry(), InstantSource.system(), nanos::get, fault -> {});
    private final List<String> events = new CopyOnWriteArrayList<>();

    private OutboxLease lease(TestDatabase database, Duration beat) {
        return new OutboxLease(
                database.bridgeConnections(),
                "only",
                beat,
                new LeaseListener() {
                    @Override
                    public void activated(long epoch) {
                        events.add("active");
                    }

                    @Override
                    public void stoodDown(String reason) {
                        events.add("down: " + reason);
                    }
                },
                loops);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-0.001S", "PT0S", "PT2.001S"})
    void refusesABeatThatAHolderWouldNotSurvive(Duration beat, TestDatabase database) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lease(database, beat))
                .withMessageContaining("within 2 s");
    }

    @Test
    void endsItsLoopsAndItsSessionWhenItIsClosed(TestDatabase database) throws SQLException {
        OutboxLease lease = lease(database, Duration.ofSeconds(2));
        lease.start();
        await().atMost(PATIENCE).until(() -> events.contains("active"));
        assertThat(loops.states()).hasSize(3).allMatch(LoopState::alive);

        lease.close();

        assertThat(events).containsExactly("active", "down: the lease was closed");
        assertThat(loops.states()).isEmpty();
        await().atMost(PATIENCE)
                .until(() -> database.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
                                + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
                        == 0);
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("c4i-lease");
        lease.close();
    }

    /** Its beats begin when it is started, which may be long after. */
    @Test
    void isNotSilentBeforeItIsStarted(TestDatabase database) {
        try (OutboxLease lease = lease(database, Duration.ofSeconds(2))) {
            nanos.addAndGet(Duration.ofHours(1).toNanos());

            assertThat(loops.states()).hasSize(3).allMatch(LoopState::alive);
            assertThat(lease.epoch()).isZero();
        }
    }
}
