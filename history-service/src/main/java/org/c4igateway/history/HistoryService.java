package org.c4igateway.history;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.InstantSource;
import org.c4igateway.app.start.ApplicationExit;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Life of a history service: checks the schema when the database answers, and runs the loop until it is stopped. */
final class HistoryService implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryService.class);
    /** A batch may wait for the database for as long as a statement may take. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Connections connections;
    private final Loops loops;
    private final HistoryLoop history;
    private @Nullable Thread thread;

    HistoryService(HistoryPlan plan, HistoryMeters meters, InstantSource time, Loops loops, ApplicationExit exit) {
        this.connections = new Connections(plan.database());
        this.loops = loops;
        this.history =
                new HistoryLoop(plan, new HistoryStore(connections, plan.partition()), meters, time, exit::because);
    }

    /** @throws GatewayException.Fatal when the schema is of another release; a database that is away is waited for */
    @Override
    public synchronized void start() {
        try (HikariDataSource sessions = connections.pool()) {
            new SchemaMigrator(sessions).verify();
        } catch (GatewayException.Transient e) {
            LOG.warn("The schema is not checked: {}", e.getMessage());
        } catch (GatewayException.Fatal e) {
            throw e.about("c4i.database");
        }
        Loop loop = loops.add("history", PATIENCE);
        thread = Thread.ofPlatform().name("c4i-history").start(() -> loop.live(() -> history.run(loop)));
    }

    HistoryLoop history() {
        return history;
    }

    @Override
    public void stop() {
        history.end();
        Thread running;
        synchronized (this) {
            running = thread;
            thread = null;
        }
        try {
            if (running != null) {
                running.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
