package org.c4igateway.wan.lan;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.presence.NameConflicts;

/**
 * Which node of the domain has a name. While a node is there, another one that announces its name with another
 * database, or from an earlier start of its database, is refused: far systems would mistake its sequence numbers for
 * those of the first. When the first is gone, the other one replaces it. Nodes use the same rule for each other.
 * Safe for any thread.
 */
final class LanNames {
    /** As many nodes as a gateway knows; whatever is announced beyond is passed on, and ignored there. */
    private static final int MAX_NAMES = 4_096;

    private final LanListener listener;
    private final LongPredicate hasAnnouncer;
    private final LongConsumer dismiss;
    private final Map<String, Announced> holders = new HashMap<>();
    private final NameConflicts<Announced> conflicts;
    /** Names whose instance another writer has disposed. DDS may not report the end of their holders. */
    private final Set<String> unwatched = new HashSet<>();

    /** A node of the domain and the handle of the writer that announced it. */
    private record Announced(KmtfNode node, long writer) implements NameConflicts.Announcement {
        /** Whether both tell of a database, and this is another one or an earlier start of it. */
        boolean isRefusedBy(Announced holder) {
            KmtfNode.Database own = node.database();
            KmtfNode.Database held = holder.node.database();
            boolean known = !own.identity().isEmpty() && !held.identity().isEmpty();
            return known && (!own.identity().equals(held.identity()) || own.start() < held.start());
        }

        /** Whether a node in the domain itself has begun anew on its database, so that the holder is dead or fenced. */
        boolean succeeds(Announced holder) {
            KmtfNode.Database own = node.database();
            return writer != holder.writer
                    && node.via().isEmpty()
                    && holder.node.via().isEmpty()
                    && !own.identity().isEmpty()
                    && own.identity().equals(holder.node.database().identity());
        }

        @Override
        public String name() {
            return node.system();
        }

        @Override
        public String database() {
            return node.database().identity();
        }
    }

    /**
     * @param listener gets the announcements that count, under the lock of this
     * @param hasAnnouncer whether the writer of an announcement is there
     * @param dismiss takes the participant of such a writer for gone, for it is known to be dead
     * @param patience how long a killed node may still seem to be there; only longer conflicts raise an alarm
     * @param ticks a clock that never goes back, nanoseconds
     */
    LanNames(
            LanListener listener,
            LongPredicate hasAnnouncer,
            LongConsumer dismiss,
            Duration patience,
            LongSupplier ticks) {
        this.listener = listener;
        this.dismiss = dismiss;
        this.hasAnnouncer = hasAnnouncer;
        this.conflicts = new NameConflicts<>(hasAnnouncer, patience, ticks);
    }

    /** A writer announces a node. */
    synchronized void announced(KmtfNode node, long writer) {
        Announced now = new Announced(node, writer);
        Announced holder = holders.get(node.system());
        if (holder != null && isThere(holder) && holder.writer() != writer && now.isRefusedBy(holder)) {
            conflicts.claimed(now, holder.database());
            return;
        }
        conflicts.withdrawn(node.system(), writer);
        if (holder != null && now.succeeds(holder) && isThere(holder)) {
            dismiss.accept(holder.writer());
        }
        take(now);
    }

    private boolean isThere(Announced announced) {
        return hasAnnouncer.test(announced.writer());
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
            conflicts.withdrawn(system, writer);
            unwatched.add(system);
        } else {
            remove(system);
        }
    }

    private void remove(String system) {
        holders.remove(system);
        unwatched.remove(system);
        listener.onNodeGone(system);
        conflicts.successor(system).ifPresent(this::take);
    }

    /** Looks for holders whose end DDS may not report, and logs lasting conflicts. Call it a few times a second. */
    synchronized void review() {
        Set<String> doubtful = new HashSet<>(unwatched);
        doubtful.addAll(conflicts.names());
        for (String system : doubtful) {
            Announced holder = holders.get(system);
            if (holder == null || !isThere(holder)) {
                remove(system);
            }
        }
        conflicts.tell();
    }

    /** @return a text for people for each name that two nodes have had for longer than the patience */
    List<String> alarms() {
        return conflicts.alarms();
    }
}
