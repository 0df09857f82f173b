package org.c4igateway.core.simulation;

import java.time.Instant;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;

/**
 * The connections of one process to its database: each call may wait before it takes effect and after that, may find
 * the database away, and may take effect without its answer. A process that no longer holds the lease is fenced.
 */
class Session {
    private final ModelDatabase database;
    private final long start;
    private final World world;
    private final NodeClock clock;

    Session(ModelDatabase database, long start, World world, NodeClock clock) {
        this.database = database;
        this.start = start;
        this.world = world;
        this.clock = clock;
    }

    ModelDatabase database() {
        return database;
    }

    /** @return the epoch of the lease that this process holds or held */
    long start() {
        return start;
    }

    /** @return the clock of the database, which is on the same machine */
    Instant now() {
        return clock.instant();
    }

    /** @return the latest that any clock of the life has shown */
    Instant latestClock() {
        return world.latestClock();
    }

    <T> T call(Supplier<T> transaction) {
        world.interleave();
        world.mayLoseDatabase();
        fence();
        T answer = transaction.get();
        world.interleave();
        world.mayLoseDatabase();
        return answer;
    }

    void fence() {
        if (start != database.epoch()) {
            throw new GatewayException.Fatal(ErrorCode.FENCED, "another start holds the lease", "none", null);
        }
    }
}
