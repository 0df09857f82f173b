package org.c4igateway.wan.lan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dds.api.type.KmtfNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which node of the domain has a name. While a node is there, another one that announces its name with another
 * database, or from an earlier start of its database, is refused: far systems would mistake its sequence numbers for
 * those of the first. When the first is gone, the other one replaces it. Nodes use the same rule for each other. At
 * most one that is refused is remembered for each name. Safe for any thread.
 */
final class LanNames {
    private static final Logger LOG = LoggerFactory.getLogger(LanNames.class);
    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();
    /** As many nodes as a gateway knows; whatever is announced beyond is passed on, and ignored there. */
    private static final int MAX_NAMES = 4_096;

    private final LanListener listener;
    private final LongPredicate hasAnnouncer;
    private final long patienceNanos;
    private final LongSupplier ticks;
    private final Map<String, Announced> holders = new HashMap<>();
    private final Map<String, Claim> claims = new HashMap<>();
    /** Names whose instance another writer has disposed. DDS may not report the end of their holders. */
    private final Set<String> unwatched = new HashSet<>();

    /** @param writer handle of the writer that announced it */
    private record Announced(KmtfNode node, long writer) {
        /** Whether both tell of a database, and this is another one or an earlier start of it. */
        boolean isRefusedBy(Announced holder) {
            KmtfNode.Database own = node.database();
            KmtfNode.Database held = holder.node.database();
            boolean known = !own.identity().isEmpty() && !held.identity().isEmpty();
            return known && (!own.identity().equals(held.identity()) || own.start() < held.start());
        }

        String database() {
            return node.database().identity();
        }
    }

    /** An announcement that is refused. */
    private static final class Claim {
        private final Announced announced;
        private final long sinceTick;
        private long toldTick;
        private boolean told;

        Claim(Announced announced, long sinceTick) {
            this.announced = announced;
            this.sinceTick = sinceTick;
        }

        String text(Announced holder) {
            return "two nodes in one domain are called %s, on database %s and on database %s; the second is not heard"
                    .formatted(holder.node().system(), holder.database(), announced.database());
        }
    }

    /**
     * @param listener gets the announcements that count, under the lock of this
     * @param hasAnnouncer whether the writer of an announcement is there
     * @param patience how long a killed node may still seem to be there; only longer conflicts raise an alarm
     * @param ticks a clock that never goes back, nanoseconds
     */
    LanNames(LanListener listener, LongPredicate hasAnnouncer, Duration patience, LongSupplier ticks) {
        this.listener = listener;
        this.hasAnnouncer = hasAnnouncer;
        this.patienceNanos = patience.toNanos();
        this.ticks = ticks;
    }

    /** A writer announces a node. */
    synchronized void announced(KmtfNode node, long writer) {
        Announced now = new Announced(node, writer);
        Announced holder = holders.get(node.system());
        if (holder != null && isThere(holder) && holder.writer() != writer && now.isRefusedBy(holder)) {
            claim(now);
            return;
        }
        withdraw(node.system(), writer);
        take(now);
    }

    private boolean isThere(Announced announced) {
        return hasAnnouncer.test(announced.writer());
    }

    private void claim(Announced now) {
        Claim before = claims.get(now.node().system());
        if (before == null || !before.announced.database().equals(now.database())) {
            claims.put(now.node().system(), new Claim(now, ticks.getAsLong()));
        } else if (!before.announced.equals(now)) {
            Claim again = new Claim(now, before.sinceTick);
            again.told = before.told;
            again.toldTick = before.toldTick;
            claims.put(now.node().system(), again);
        }
    }

    private void withdraw(String system, long writer) {
        Claim claim = claims.get(system);
        if (claim != null && claim.announced.writer() == writer) {
            claims.remove(system);
        }
    }

    private void take(Announced now) {
        String system = now.node().system();
        if (holders.containsKey(system) || holders.size() < MAX_NAMES) {
            holders.put(system, now);
        }
        listener.onNode(now.node());
    }

    /** An announcement was withdrawn, or its writer is gone. */
    synchronized void gone(String system, long writer) {
        Announced holder = holders.get(system);
        if (holder != null && holder.writer() != writer && isThere(holder)) {
            withdraw(system, writer);
            unwatched.add(system);
        } else {
            remove(system);
        }
    }

    private void remove(String system) {
        holders.remove(system);
        unwatched.remove(system);
        listener.onNodeGone(system);
        Claim claim = claims.remove(system);
        if (claim != null && isThere(claim.announced)) {
            take(claim.announced);
        }
    }

    /** Looks for holders whose end DDS may not report, and logs lasting conflicts. Call it a few times a second. */
    synchronized void review() {
        claims.values().removeIf(claim -> !isThere(claim.announced));
        Set<String> doubtful = new HashSet<>(unwatched);
        doubtful.addAll(claims.keySet());
        for (String system : doubtful) {
            Announced holder = holders.get(system);
            if (holder == null || !isThere(holder)) {
                remove(system);
            }
        }
        long now = ticks.getAsLong();
        claims.forEach((system, claim) -> {
            boolean due = !claim.told || now - claim.toldTick >= WARNING_NANOS;
            if (due && now - claim.sinceTick >= patienceNanos) {
                claim.told = true;
                claim.toldTick = now;
                LOG.error("{} {}", ErrorCode.NAME_CONFLICT.code(), text(system, claim));
            }
        });
    }

    private String text(String system, Claim claim) {
        Announced holder = holders.get(system);
        return claim.text(holder == null ? claim.announced : holder);
    }

    /** @return a text for people for each name that two nodes have had for longer than the patience */
    synchronized List<String> alarms() {
        long now = ticks.getAsLong();
        List<String> alarms = new ArrayList<>();
        claims.forEach((system, claim) -> {
            if (now - claim.sinceTick >= patienceNanos) {
                alarms.add(text(system, claim));
            }
        });
        return alarms;
    }
}
