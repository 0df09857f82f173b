package org.c4igateway.dbbridge.outbox;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** A signal whose turns a test counts: each beats, at the time that the test has set. */
@ExtendWith(PostgresExtension.class)
abstract class SignalFixture {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String LOCK_HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            + " AND classid = 6501481 AND objid = 2"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    final AtomicInteger wakes = new AtomicInteger();
    final AtomicLong nanos = new AtomicLong();
    final Loops loops =
            new Loops(new SimpleMeterRegistry(), () -> Instant.ofEpochSecond(0, nanos.get()), nanos::get, fault -> {});
    TestDatabase database;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
    }

    NotifySignal signal() {
        return new NotifySignal(database.bridgeConnections(), SignalChannel.OUTBOX, loops);
    }

    /** The thread as health shows it; none once it is closed. */
    List<LoopState> loopStates() {
        return loops.states();
    }

    /** Waits until so many turns have begun from now on. */
    void awaitTurns(int turns, Runnable meanwhile) {
        for (int i = 0; i < turns; i++) {
            Instant now = Instant.ofEpochSecond(0, nanos.addAndGet(1));
            await().atMost(PATIENCE).pollInterval(5, TimeUnit.MILLISECONDS).until(() -> {
                meanwhile.run();
                return !loopStates().getFirst().lastBeat().isBefore(now);
            });
        }
    }

    static void seeRowsUntil(NotifySignal polling, Callable<Boolean> condition) {
        await().atMost(PATIENCE).pollInterval(5, TimeUnit.MILLISECONDS).until(() -> {
            polling.rowsSeen();
            return condition.call();
        });
    }
}
