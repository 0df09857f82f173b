package org.c4igateway.wan.lan;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.presence.NameConflicts;
import org.c4igateway.dds.transport.presence.NameHolders;

/**
 * Passes on announcements of those nodes of the domain that have their names, see {@link NameHolders}. Far systems
 * would mistake the sequence numbers of another node for those of the first. Safe for any thread.
 */
final class LanNames {
    /** As many nodes as a gateway knows; whatever is announced beyond is passed on, and ignored there. */
    private static final int MAX_NAMES = 4_096;

    private final LanListener listener;
    private final NameHolders<Announced> holders;
    private final NameConflicts<Announced> conflicts;
    /** Names of holders whose last announcement the listener had no room for. */
    private final Set<String> untold = new LinkedHashSet<>();

    /** A node of the domain and the handle of the writer that announced it. */
    private record Announced(KmtfNode node, long writer) implements NameHolders.Announcement {
        @Override
        public String name() {
            return node.system();
        }

        @Override
        public String database() {
            return node.database().identity();
        }

        @Override
        public long start() {
            return node.database().start();
        }

        @Override
        public String via() {
            return node.via();
        }
    }

    /**
     * @param listener gets the announcements that count, under the lock of this; what it does not take it gets again
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
        this.conflicts = new NameConflicts<>(hasAnnouncer, patience, ticks);
        this.holders = new NameHolders<>(hasAnnouncer, dismiss, conflicts);
    }

    /** A writer announces a node. */
    synchronized void announced(KmtfNode node, long writer) {
        Announced now = new Announced(node, writer);
        if (!holders.refuses(now)) {
            take(now);
        }
    }

    private void take(Announced now) {
        boolean known = holders.holder(now.name()).isPresent() || holders.all().size() < MAX_NAMES;
        if (known) {
            holders.take(now);
        }
        if (listener.onNode(now.node())) {
            untold.remove(now.name());
        } else if (known) {
            untold.add(now.name());
        }
    }

    /** An announcement was withdrawn, or its writer is gone. */
    synchronized void gone(String system, long writer) {
        if (holders.isLeftBy(system, writer)) {
            remove(system);
        }
    }

    private void remove(String system) {
        Optional<Announced> successor = holders.remove(system);
        untold.remove(system);
        listener.onNodeGone(system);
        successor.ifPresent(this::take);
    }

    /**
     * Looks for holders whose end DDS may not report, tells again what the listener had no room for, and logs lasting
     * conflicts. Call it a few times a second.
     */
    synchronized void review() {
        holders.left().forEach(this::remove);
        tellAgain();
        conflicts.tell();
    }

    /** A node announces itself once as a rule, so nobody else would repeat it. */
    private void tellAgain() {
        Iterator<String> names = untold.iterator();
        while (names.hasNext()
                && holders.holder(names.next())
                        .map(holder -> listener.onNode(holder.node()))
                        .orElse(true)) {
            names.remove();
        }
    }

    /** @return a text for people for each name that two nodes have had for longer than the patience */
    List<String> alarms() {
        return conflicts.alarms();
    }
}
