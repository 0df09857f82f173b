package org.c4igateway.dbbridge.lease;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.AdvisoryLock;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.shard.Shard;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to serve an interface database, or a shard of it, held by one node at a time: a session advisory lock, and
 * an epoch that grows with each new holder. The others stand by and try to get the lock at each beat.
 *
 * <p>The holder's session ends with its process or its host, and also when the process stops beating (a stopped or
 * thrashing JVM): the server closes a session idle for {@link #IDLE_LIMIT}, in a transaction or outside. A node that
 * wakes up late finds a newer epoch at the fence. If no other node takes over, the epoch stays. Has its own threads;
 * thread-safe.
 */
public final class OutboxLease implements AutoCloseable {
    /** A holder silent for this long loses its session. */
    public static final Duration IDLE_LIMIT = Duration.ofSeconds(5);

    /**
     * A longer transaction of the previous holder fails this attempt. The server must give up first: if the client did,
     * the server would keep waiting for the lock.
     */
    private static final Duration LOCK_LIMIT = Duration.ofSeconds(1);

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(3);
    /** Pause in which another node may try; it also limits the log lines. */
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /** Longest beat: the session is opened again, and each of its calls gives up earlier. */
    private static final Duration BEAT_LIMIT = Duration.ofSeconds(30);
    /** Longest time in which a node becomes active or stands down. */
    private static final Duration NOTICE_LIMIT = Duration.ofMinutes(2);
    /** What it does first when its database was restored; no statement takes longer. */
    private static final Duration PREPARATION_LIMIT = Duration.ofHours(1);

    /** The database is divided into another number of shards. */
    private static final String DIVIDED_OTHERWISE = "C4051";

    private static final int CLOSE_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(OutboxLease.class);

    private final Connections connections;
    private final String holder;
    private final Shard shard;
    private final LeaseNames names;
    private final ServingNode serving;
    private final Duration beat;
    private final LeaseNotices notices;
    private final Loop supervised;
    private final ScheduledExecutorService thread;
    private @Nullable Connection session;
    private boolean complained;
    private boolean failed;
    private long failedNanos;
    private volatile boolean active;
    private volatile boolean heldByAnother;
    private volatile long epoch;
    private volatile boolean mayTake = true;
    private volatile boolean closing;

    /** The lease of a database that is not divided. */
    public OutboxLease(Connections connections, String holder, Duration beat, LeaseListener listener, Loops loops) {
        this(connections, holder, Shard.WHOLE, beat, listener, loops);
    }

    /**
     * @param holder name of this node's run, never used by another one, for example node name and a random UUID
     * @param shard what the lease is for; a database that is divided otherwise refuses it
     * @param beat how often the session is checked, or the lock asked for: 250 ms is usual, at most 2 s
     * @param loops where the lease's threads are supervised
     */
    public OutboxLease(
            Connections connections, String holder, Shard shard, Duration beat, LeaseListener listener, Loops loops) {
        this.connections = Objects.requireNonNull(connections);
        this.holder = Objects.requireNonNull(holder);
        this.shard = Objects.requireNonNull(shard);
        this.names = new LeaseNames(shard);
        this.serving = new ServingNode(holder, shard);
        this.beat = Objects.requireNonNull(beat);
        if (beat.compareTo(Duration.ofSeconds(2)) > 0 || beat.isNegative() || beat.isZero()) {
            throw new IllegalArgumentException("beat must be within 2 s: " + beat);
        }
        this.thread = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name(names.thread()).daemon().factory());
        this.supervised = loops.add(names.loop("lease"), BEAT_LIMIT);
        supervised.rest();
        this.notices = new LeaseNotices(
                Objects.requireNonNull(listener),
                () -> giveBack("becoming active failed"),
                loops.add(names.loop("lease listener"), NOTICE_LIMIT),
                loops.add(names.loop("lease preparation"), PREPARATION_LIMIT),
                names.thread() + "-listener");
    }

    /** Starts to ask for the lease. Call once. */
    public void start() {
        var _ = thread.scheduleWithFixedDelay(
                () -> supervised.turn(this::beatOnce), 0, beat.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Whether this node asks for the lease; it does until this says otherwise. It keeps a lease that it has. Any
     * thread, does not block.
     */
    public void permit(boolean asks) {
        mayTake = asks;
    }

    /** @return whether this node has the lease, also while its listener does not know yet */
    public boolean isHeld() {
        return active;
    }

    /** @return whether another node had the lease when this one asked last; false while it cannot or may not ask */
    public boolean isHeldByAnother() {
        return heldByAnother;
    }

    /** @return epoch under which this node last became active, 0 before it ever did */
    public long epoch() {
        return epoch;
    }

    /**
     * Runs a task on the listener's thread while no notice is under way, and keeps the lease. If it fails, the lease is
     * given back. Waits until the task has ended; does nothing when it cannot begin within the patience.
     */
    public void between(Duration patience, Runnable task) {
        notices.between(patience, task);
    }

    /** Gives the lease back, so that a standby takes over at its next beat. Waits for the listener. */
    @Override
    public void close() {
        if (thread.isShutdown()) {
            return;
        }
        closing = true;
        // The listener ends first, while no other node can be active yet.
        notices.close("the lease was closed");
        thread.execute(() -> leave("the lease was closed"));
        LeaseNotices.finish(thread, CLOSE_SECONDS);
        supervised.close();
    }

    private void beatOnce() {
        try {
            if (active) {
                checkSession();
            } else if (closing || !mayTake) {
                // The server would close a session that is idle.
                leave("it may not be taken");
                return;
            } else if (failed && System.nanoTime() - failedNanos <= AFTER_FAILURE.toNanos()) {
                return;
            } else {
                failed = false;
                tryToTake();
            }
            complained = false;
        } catch (SQLException e) {
            if (!complained) {
                LOG.warn(
                        "The session of the lease failed; trying again every {} ms: {}",
                        beat.toMillis(),
                        e.getMessage() + names.inLog());
                complained = true;
            }
            if (DIVIDED_OTHERWISE.equals(e.getSQLState())) {
                pauseAfterFailure();
            }
            leave("the session with the database was lost: " + e.getMessage());
        }
    }

    /**
     * Gives the lease back because this node cannot use it now. The node stands down and asks again after a second. Any
     * thread, does not block.
     */
    public void giveBack(String reason) {
        if (!thread.isShutdown()) {
            thread.execute(() -> {
                pauseAfterFailure();
                leave(reason);
            });
        }
    }

    private void pauseAfterFailure() {
        failed = true;
        failedNanos = System.nanoTime();
    }

    private void checkSession() throws SQLException {
        try (Statement statement = open().createStatement()) {
            statement.execute("SELECT");
        }
    }

    private void tryToTake() throws SQLException {
        Connection connection = open();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT pg_try_advisory_lock(" + AdvisoryLock.activeOf(shard.number()) + ")")) {
            row.next();
            heldByAnother = !row.getBoolean(1);
        }
        if (heldByAnother) {
            serving.tell(connection);
            return;
        }
        serving.forget();
        try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.take_lease(?, ?, ?)")) {
            statement.setString(1, holder);
            statement.setInt(2, shard.number());
            statement.setInt(3, shard.count());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                epoch = row.getLong(1);
            }
        }
        active = true;
        LOG.info("This node is active{} with epoch {}", names.inLog(), epoch);
        notices.activated(epoch);
    }

    private Connection open() throws SQLException {
        Connection open = session;
        if (open == null) {
            open = connections.session(names.thread(), ANSWER_TIMEOUT);
            session = open;
            try (Statement statement = open.createStatement()) {
                statement.execute("SELECT set_config('idle_session_timeout', '" + IDLE_LIMIT.toMillis()
                        + "', false), set_config('lock_timeout', '" + LOCK_LIMIT.toMillis() + "', false)");
            }
        }
        return open;
    }

    private void leave(String reason) {
        boolean wasActive = active;
        active = false;
        heldByAnother = false;
        Connection open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.debug("Closing the lease's session: {}", e.getMessage());
            }
        }
        if (wasActive) {
            LOG.info("This node stands down{}: {}", names.inLog(), reason);
            notices.stoodDown(reason);
        }
    }
}
