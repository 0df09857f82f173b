package org.c4igateway.dds.transport.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which node of a domain has a name. Of two nodes with one name the first stays while it is there; of two starts on one
 * database the later one has the name, and the participant of the earlier one counts as gone. When the first is gone,
 * the other one replaces it. Nodes apply this rule to each other, and WAN gateways apply it to the nodes of their
 * domain. One thread at a time.
 *
 * @param <A> an announcement of a node
 */
public final class NameHolders<A extends NameHolders.Announcement> {
    private static final Logger LOG = LoggerFactory.getLogger(NameHolders.class);
    /** A killed node may seem to be there for the lease, and so much longer on a busy machine. */
    private static final Duration BUSY = Duration.ofSeconds(5);

    private final LongPredicate hasAnnouncer;
    private final LongConsumer dismiss;
    private final NameConflicts<A> conflicts;
    private final Map<String, A> holders = new HashMap<>();
    /** Names whose instance another writer has disposed. DDS may not report the end of their holders. */
    private final Set<String> unwatched = new HashSet<>();

    /** A node tells its name and its database. */
    public interface Announcement extends NameConflicts.Announcement {
        /** @return number of its start, which grows from start to start of one database */
        long start();

        /** @return empty when the node is in the domain itself; else who announces it there */
        String via();
    }

    /**
     * @param hasAnnouncer whether the writer of an announcement is there
     * @param dismiss takes the participant of such a writer for gone, for it is known to be dead. Does not block
     * @param conflicts takes nodes that announce the name of another one that is there
     */
    public NameHolders(LongPredicate hasAnnouncer, LongConsumer dismiss, NameConflicts<A> conflicts) {
        this.hasAnnouncer = hasAnnouncer;
        this.dismiss = dismiss;
        this.conflicts = conflicts;
    }

    /** @return how long a killed node may still seem to be there; only longer conflicts raise an alarm */
    public static Duration patience(Duration lease) {
        return lease.plus(BUSY);
    }

    /** @return who has the name, as it was announced last */
    public Optional<A> holder(String name) {
        return Optional.ofNullable(holders.get(name));
    }

    /** @return all that have a name */
    public Collection<A> all() {
        return Collections.unmodifiableCollection(holders.values());
    }

    /** @return whether another node that is there has the name; this one waits for it then */
    public boolean refuses(A announced) {
        A holder = holders.get(announced.name());
        if (holder == null
                || holder.writer() == announced.writer()
                || !isThere(holder)
                || !isRefusedBy(announced, holder)) {
            return false;
        }
        conflicts.claimed(announced, holder.database());
        return true;
    }

    /** Gives the name to a node that is not refused. */
    public void take(A announced) {
        conflicts.withdrawn(announced.name(), announced.writer());
        A before = holders.put(announced.name(), announced);
        if (before != null && succeeds(announced, before) && isThere(before)) {
            LOG.info("{} has restarted; its earlier participant counts as gone", announced.name());
            dismiss.accept(before.writer());
        }
    }

    /**
     * An announcement was withdrawn, or its writer is gone.
     *
     * @return whether the holder of the name is gone by that; then it is to be removed
     */
    public boolean isLeftBy(String name, long writer) {
        A holder = holders.get(name);
        if (holder != null && holder.writer() != writer && isThere(holder)) {
            conflicts.withdrawn(name, writer);
            unwatched.add(name);
            return false;
        }
        return true;
    }

    /** The holder of the name is gone. @return the node that replaces it, if one waits */
    public Optional<A> remove(String name) {
        holders.remove(name);
        unwatched.remove(name);
        return conflicts.successor(name);
    }

    /** @return names whose holders are gone without a report of DDS; they are to be removed */
    public List<String> left() {
        Set<String> doubtful = new HashSet<>(unwatched);
        doubtful.addAll(conflicts.names());
        List<String> left = new ArrayList<>();
        for (String name : doubtful) {
            A holder = holders.get(name);
            if (holder != null && !isThere(holder)) {
                left.add(name);
            }
        }
        return left;
    }

    /** Whether both tell of a database, and this is another one or an earlier start of it. */
    private static boolean isRefusedBy(Announcement now, Announcement holder) {
        boolean known = !now.database().isEmpty() && !holder.database().isEmpty();
        return known && (!now.database().equals(holder.database()) || now.start() < holder.start());
    }

    /**
     * Whether this node serves the database of the other one, which is dead then or has been fenced. Until its lease
     * ended, what that does not acknowledge would hold up writers from which this one reads.
     */
    private static boolean succeeds(Announcement now, Announcement holder) {
        return now.writer() != holder.writer()
                && now.via().isEmpty()
                && holder.via().isEmpty()
                && !now.database().isEmpty()
                && now.database().equals(holder.database());
    }

    private boolean isThere(A announced) {
        return hasAnnouncer.test(announced.writer());
    }
}
