package org.c4igateway.dbbridge.outbox;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.watch.Loop;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes readers by {@code LISTEN} on one {@link SignalChannel}, as long as commits come one by one. When they meet or
 * are many ({@link SignalPace}) it takes the advisory lock of the channel, the functions that write send nothing, and
 * readers that find rows poll; so a busy table has hardly a notification. The other readers, for which none comes
 * then, are woken in short intervals. After the lock is given back readers are woken a few more times, for transactions
 * that looked at the lock before and committed after; later ones are found by the slow poll.
 *
 * <p>When other processes have readers of the same table, for other shards, they get no notifications while this one
 * holds the lock. So it notifies them itself, as often as it wakes its own, and they do the same for it.
 *
 * <p>Has a session and a thread of its own. Whatever goes wrong is only a longer wait.
 */
public final class NotifySignal implements OutboxSignal, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NotifySignal.class);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(5);
    /** Longest turn: each call of the session and each wait for a notification gives up earlier. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /**
     * Whether a transaction that notifies commits now or waits for its turn: the server lets one at a time hold this
     * lock, in all databases together, from before its commit record until the disk, and a standby, have it.
     */
    private static final String COMMITTING = "EXISTS (SELECT FROM pg_locks AS l WHERE l.locktype = 'object'"
            + " AND l.database = 0 AND l.classid = 'pg_database'::regclass AND l.objid = 0)";

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(250);

    private final Connections connections;
    private final SignalChannel channel;
    private final BooleanSupplier hasOthers;
    private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Loop supervised;
    private final Thread thread;
    private volatile long rowsSeenNanos = System.nanoTime() - SignalPace.QUIET_NANOS;
    private final SignalPace pace = new SignalPace(rowsSeenNanos);
    /** A commit has told, and since then no other session is known to have had the lock; never while others poll. */
    private boolean proven;

    private volatile boolean tellsEachCommit;

    /** @param loops where the thread is supervised */
    public NotifySignal(Connections connections, SignalChannel channel, Loops loops) {
        this(connections, channel, loops, () -> false);
    }

    /** @param hasOthers whether other processes may wait for rows of the same table now; any thread, does not block */
    public NotifySignal(Connections connections, SignalChannel channel, Loops loops, BooleanSupplier hasOthers) {
        this.hasOthers = Objects.requireNonNull(hasOthers);
        this.connections = Objects.requireNonNull(connections);
        this.channel = Objects.requireNonNull(channel);
        this.supervised = loops.add(channel.loop(), PATIENCE);
        supervised.rest();
        this.thread = Thread.ofPlatform().daemon().name(channel.session()).unstarted(() -> supervised.live(this::run));
    }

    /** Begins to listen. Call once. */
    public void start() {
        thread.start();
    }

    @Override
    public Registration listen(Runnable wake, IntSupplier readers) {
        Listener listener = new Listener(wake, readers);
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void rowsSeen() {
        rowsSeenNanos = System.nanoTime();
    }

    @Override
    public boolean tellsEachCommit() {
        return tellsEachCommit;
    }

    /** Ends the thread and the session; waits for at most 2 s. */
    @Override
    public void close() {
        closed.countDown();
        supervised.close();
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        try {
            thread.join(Duration.ofSeconds(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            listenUntilClosed();
        } catch (InterruptedException e) {
            LOG.info("The signal of {} was interrupted", channel.notification());
        }
    }

    private void listenUntilClosed() throws InterruptedException {
        boolean complained = false;
        while (closed.getCount() > 0) {
            supervised.beat();
            try (Connection session = connections.session(channel.session(), ANSWER_TIMEOUT)) {
                try (Statement statement = session.createStatement()) {
                    statement.execute("LISTEN " + channel.notification());
                }
                complained = false;
                follow(session);
            } catch (SQLException e) {
                if (!complained) {
                    LOG.warn(
                            "No notifications of {}; the node finds rows by polling: {}",
                            channel.notification(),
                            e.getMessage());
                    complained = true;
                }
                pause(RECONNECT_PAUSE.toNanos());
            } finally {
                tellsEachCommit = false;
            }
        }
    }

    private void follow(Connection session) throws SQLException, InterruptedException {
        boolean locked = false;
        proven = false;
        wakeAll();
        while (closed.getCount() > 0) {
            supervised.beat();
            boolean shared = hasOthers.getAsBoolean();
            proven &= !shared;
            if (pace.isPolling(rowsSeenNanos, readers(), shared, System.nanoTime())) {
                tellsEachCommit = false;
                if (locked) {
                    pause(SignalPace.OTHERS_NANOS);
                }
                locked = locked
                        || ask(
                                session,
                                "pg_try_advisory_lock(" + channel.polling().keys() + ")");
                if (locked) {
                    wakeOthers(session);
                    wakeAll();
                    continue;
                }
                proven = false;
            } else if (locked) {
                locked = !ask(session, "pg_advisory_unlock(" + channel.polling().keys() + ")");
                pace.wentQuiet(System.nanoTime());
            } else {
                tellsEachCommit = proven && pace.isQuiet();
            }
            await(session, shared);
        }
    }

    private void await(Connection session, boolean shared) throws SQLException {
        int notifications = notifications(session, pace.waitMillis(System.nanoTime()));
        boolean isEchoDue = pace.isEchoDue(System.nanoTime());
        if (isEchoDue) {
            wakeOthers(session);
        }
        if (isEchoDue || notifications > 0) {
            wakeAll();
        }
        if (notifications > 0) {
            proven = !shared;
            boolean isNext = !shared && readers() > 0 && ask(session, COMMITTING);
            pace.notified(notifications, isNext, System.nanoTime());
        }
    }

    private static int notifications(Connection session, int waitMillis) throws SQLException {
        PGNotification @Nullable [] notifications =
                session.unwrap(PGConnection.class).getNotifications(waitMillis);
        return notifications == null ? 0 : notifications.length;
    }

    private static boolean ask(Connection session, String expression) throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT " + expression)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    /** Commits nothing, so it waits for no disk. */
    private void wakeOthers(Connection session) throws SQLException {
        if (hasOthers.getAsBoolean()) {
            try (Statement statement = session.createStatement()) {
                statement.execute("NOTIFY " + channel.notification());
            }
            // Its own, which the driver would keep. All readers are woken next anyway.
            var _ = session.unwrap(PGConnection.class).getNotifications();
        }
    }

    private void wakeAll() {
        listeners.forEach(listener -> listener.wake().run());
    }

    private int readers() {
        return listeners.stream()
                .mapToInt(listener -> listener.readers().getAsInt())
                .sum();
    }

    private record Listener(Runnable wake, IntSupplier readers) {}

    private void pause(long nanos) throws InterruptedException {
        boolean _ = closed.await(nanos, TimeUnit.NANOSECONDS);
    }
}
