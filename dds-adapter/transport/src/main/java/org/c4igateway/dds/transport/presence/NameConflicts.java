package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes that announce a name that another present node has, with another database or from an earlier start. They are
 * ignored: with another database, their sequence numbers would be mistaken for those of the first node. When the first
 * node is gone, the other one replaces it, so that a new database needs no configuration change at peers. At most one
 * is kept per name. Safe for any thread.
 *
 * @param <A> an announcement of a node
 */
public final class NameConflicts<A extends NameConflicts.Announcement> {
    private static final Logger LOG = LoggerFactory.getLogger(NameConflicts.class);
    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongPredicate hasAnnouncer;
    private final long patienceNanos;
    private final LongSupplier ticks;
    private final Map<String, Claim<A>> claims = new HashMap<>();

    /** A node tells its name. */
    public interface Announcement {
        /** @return the name of its system */
        String name();

        /** @return handle of the writer that announced it */
        long writer();

        /** @return identity of its database; empty if it tells none */
        String database();
    }

    /** An announcement that is ignored. */
    private static final class Claim<A extends Announcement> {
        private A announced;
        private final String first;
        private final long sinceTick;
        private long toldTick;
        private boolean told;

        Claim(A announced, String first, long sinceTick) {
            this.announced = announced;
            this.first = first;
            this.sinceTick = sinceTick;
        }

        String text(String name) {
            return "two nodes are called %s, on database %s and on database %s; messages of the second are refused"
                    .formatted(name, shown(first), shown(announced.database()));
        }

        private static String shown(String database) {
            return database.isEmpty() ? "unknown" : database;
        }
    }

    /**
     * @param hasAnnouncer whether the writer of an announcement is there
     * @param patience how long a killed node may still seem to be present; only longer conflicts raise an alarm
     * @param ticks a clock that never goes back, nanoseconds
     */
    public NameConflicts(LongPredicate hasAnnouncer, Duration patience, LongSupplier ticks) {
        this.hasAnnouncer = hasAnnouncer;
        this.patienceNanos = patience.toNanos();
        this.ticks = ticks;
    }

    /**
     * A node announces itself under a name that is taken.
     *
     * @param first database of the node that has the name; empty if it tells none
     */
    public synchronized void claimed(A announced, String first) {
        Claim<A> before = claims.get(announced.name());
        if (before != null && before.announced.database().equals(announced.database())) {
            before.announced = announced;
        } else {
            claims.put(announced.name(), new Claim<>(announced, first, ticks.getAsLong()));
        }
    }

    /** That writer announces the name no more, or has it now. */
    public synchronized void withdrawn(String name, long writer) {
        Claim<A> claim = claims.get(name);
        if (claim != null && claim.announced.writer() == writer) {
            claims.remove(name);
        }
    }

    /** The node that has the name is gone. @return who takes its place, once */
    public synchronized Optional<A> successor(String name) {
        return Optional.ofNullable(claims.remove(name))
                .map(claim -> claim.announced)
                .filter(announced -> hasAnnouncer.test(announced.writer()));
    }

    /** @return names that are claimed at present */
    public synchronized List<String> names() {
        claims.values().removeIf(claim -> !hasAnnouncer.test(claim.announced.writer()));
        return List.copyOf(claims.keySet());
    }

    /** @return a text for people when two nodes have that name now, however shortly */
    public synchronized Optional<String> text(String name) {
        return Optional.ofNullable(claims.get(name))
                .filter(claim -> hasAnnouncer.test(claim.announced.writer()))
                .map(claim -> claim.text(name));
    }

    /** Logs lasting conflicts, once a minute. Call it a few times a second. */
    public synchronized void tell() {
        long now = ticks.getAsLong();
        claims.forEach((name, claim) -> {
            boolean due = !claim.told || now - claim.toldTick >= WARNING_NANOS;
            if (due && now - claim.sinceTick >= patienceNanos) {
                claim.told = true;
                claim.toldTick = now;
                LOG.error("{} {}", ErrorCode.NAME_CONFLICT.code(), claim.text(name));
            }
        });
    }

    /** @return a text for people for each name that two nodes have had for longer than the patience */
    public synchronized List<String> alarms() {
        long now = ticks.getAsLong();
        List<String> alarms = new ArrayList<>();
        claims.forEach((name, claim) -> {
            if (now - claim.sinceTick >= patienceNanos && hasAnnouncer.test(claim.announced.writer())) {
                alarms.add(claim.text(name));
            }
        });
        return alarms;
    }
}
