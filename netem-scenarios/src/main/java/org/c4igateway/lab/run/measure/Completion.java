package org.c4igateway.lab.run.measure;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.lab.run.RunNodes;
import org.c4igateway.lab.scenario.Flow;

/**
 * Whether a run has delivered what it will deliver. Reliable: each message has its final state for each destination.
 * With messages of best effort: each was sent, and all have arrived or nothing more arrives for three seconds. Belongs
 * to one thread.
 */
public final class Completion {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LATER_PAUSE = Duration.ofMillis(500);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final long FIRST_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long LATER_NANOS = Duration.ofSeconds(20).toNanos();

    private final RunNodes runNodes;
    private final Submissions submissions;
    private final Map<String, Long> before;
    private final boolean reliable;
    private final long startNanos = System.nanoTime();
    private long received = -1;
    private long changedNanos = System.nanoTime();

    /** @param before newest sequence number of each system before the run */
    public Completion(RunNodes runNodes, Submissions submissions, Map<String, Long> before) {
        this.runNodes = runNodes;
        this.submissions = submissions;
        this.before = before;
        this.reliable = submissions.areReliable();
    }

    /** Asks the databases. */
    public boolean isReached() throws SQLException {
        if (!submissions.areDone()) {
            return false;
        }
        long expected = 0;
        long finished = 0;
        for (Flow flow : submissions.flows()) {
            expected += (long) flow.messages() * flow.to().size();
            finished += CommitLog.finalStates(runNodes.database(flow.from()), before(flow));
        }
        if (finished < expected) {
            return false;
        }
        return reliable || isArrived(expected);
    }

    private boolean isArrived(long expected) throws SQLException {
        long now = 0;
        for (Flow flow : submissions.flows()) {
            for (String destination : flow.to()) {
                now += CommitLog.received(runNodes.database(destination), flow.from(), before(flow));
            }
        }
        if (now != received) {
            received = now;
            changedNanos = System.nanoTime();
        }
        return now >= expected || System.nanoTime() - changedNanos > QUIET.toNanos();
    }

    /** How long to wait before asking again: briefly at first, when short runs end. */
    public Duration pause() {
        long elapsed = System.nanoTime() - startNanos;
        return elapsed < FIRST_NANOS ? FIRST_PAUSE : elapsed < LATER_NANOS ? PAUSE : LATER_PAUSE;
    }

    private long before(Flow flow) {
        return before.getOrDefault(flow.from(), 0L);
    }
}
