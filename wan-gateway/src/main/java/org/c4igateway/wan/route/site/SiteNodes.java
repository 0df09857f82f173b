package org.c4igateway.wan.route.site;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.presence.ExpectedReaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes in the site's domain, and systems that another gateway announces there. Messages written
 * for a node arrive when it is ready: as many readers as are expected of its topics have matched, see
 * {@link ExpectedReaders}.
 */
public final class SiteNodes {
    private static final Logger LOG = LoggerFactory.getLogger(SiteNodes.class);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_NODES = 4_096;

    private final AnnouncedTopics topics;
    private final ToIntFunction<String> readersOf;
    private final Map<String, Present> present = new TreeMap<>();
    private final ExpectedReaders expected;

    private long ignored;

    /** A node or far system as announced by a process other than this gateway. */
    private static final class Present {
        private final KmtfNode node;
        private final Set<String> topics;
        private final long sinceNanos;
        private boolean ready;

        Present(KmtfNode node, Set<String> topics, long sinceNanos) {
            this.node = node;
            this.topics = topics;
            this.sinceNanos = sinceNanos;
        }

        boolean isHere() {
            return node.via().isEmpty();
        }

        /** Who reads for it in this domain. */
        String reader() {
            return ExpectedReaders.reader(node.system(), node.via());
        }
    }

    /** @param readersOf how many readers others have of a topic of the catalogue now */
    public SiteNodes(Set<String> catalogue, ToIntFunction<String> readersOf) {
        this.topics = new AnnouncedTopics(catalogue);
        this.readersOf = readersOf;
        this.expected = new ExpectedReaders(readersOf);
    }

    /**
     * Keeps what {@link AnnouncedTopics} says of an announcement.
     *
     * @return whether anything is new; a name that none can have and nodes beyond the bound are ignored
     */
    public boolean announced(KmtfNode whole, long nowNanos) {
        if (!SystemName.isAddress(whole.system())) {
            return ignore("a name that none can have");
        }
        KmtfNode node = topics.within(whole);
        Present before = present.get(node.system());
        if (before != null && before.node.equals(node)) {
            return false;
        }
        if (before == null && present.size() >= MAX_NODES) {
            return ignore("more than " + MAX_NODES + " nodes");
        }
        if (before != null) {
            expected.remove(before.reader(), before.topics);
        }
        Present now = new Present(node, topics.ids(node), nowNanos);
        expected.add(now.reader(), now.topics);
        now.ready = before != null && before.ready && before.node.incarnation() == node.incarnation() && now.isHere();
        present.put(node.system(), now);
        review(nowNanos);
        return true;
    }

    /** Only some of many are logged: invented nodes must not fill the log. */
    private boolean ignore(String why) {
        ignored++;
        if (Long.bitCount(ignored) == 1) {
            LOG.warn("{} announcements of nodes were ignored; the last for {}", ignored, why);
        }
        return false;
    }

    /** @return announcements that were ignored: of names that none can have, and of nodes beyond the bound */
    public long ignored() {
        return ignored;
    }

    /** @return whether it was here */
    public boolean gone(String system) {
        Present was = present.remove(system);
        if (was != null) {
            expected.remove(was.reader(), was.topics);
        }
        return was != null;
    }

    /**
     * Looks again which nodes are ready.
     *
     * @return whether one has become ready
     */
    public boolean review(long nowNanos) {
        boolean changed = false;
        for (Present each : present.values()) {
            if (each.isHere() && !each.ready) {
                boolean late = nowNanos - each.sinceNanos >= PATIENCE_NANOS;
                if (late || expected.haveMatched(each.topics)) {
                    if (late) {
                        LOG.warn(
                                "{} has not matched all topics in time. The gateway sends to it anyway",
                                each.node.system());
                    }
                    each.ready = true;
                    changed = true;
                }
            }
        }
        return changed;
    }

    /** @return the nodes in the domain that can be written to, by name */
    public List<KmtfNode> ready() {
        return present.values().stream()
                .filter(each -> each.isHere() && each.ready)
                .map(each -> each.node)
                .toList();
    }

    /** @return whether the system's node is in this domain */
    public boolean isHere(String system) {
        Present node = present.get(system);
        return node != null && node.isHere();
    }

    /** @return incarnation that the system's node has announced in this domain, if it is here */
    public OptionalLong incarnation(String system) {
        Present node = present.get(system);
        return node == null || !node.isHere() ? OptionalLong.empty() : OptionalLong.of(node.node.incarnation());
    }

    /** @return whether the system's node is in this domain and what is written for it may not arrive yet */
    public boolean isNotReady(String system) {
        Present node = present.get(system);
        return node != null && node.isHere() && !node.ready;
    }

    /** @return the database behind each node of this domain that has told of one */
    Map<String, String> databases() {
        Map<String, String> databases = new TreeMap<>();
        present.forEach((system, each) -> {
            if (each.isHere() && !each.node.database().identity().isEmpty()) {
                databases.put(system, each.node.database().identity());
            }
        });
        return databases;
    }

    /** @return the other gateway that stands for the system in this domain, if one does */
    public Optional<String> gatewayOf(String system) {
        Present node = present.get(system);
        return node == null || node.isHere() ? Optional.empty() : Optional.of(ExpectedReaders.gateway(node.node.via()));
    }

    /** @return whether the catalogue has the topic; messages of others are not carried */
    boolean knows(String topic) {
        return topics.catalogue().contains(topic);
    }

    /** @return ids of the topics that have a reader in the domain other than gateways */
    public Set<String> interest() {
        long gateways = present.values().stream()
                .filter(each -> !each.isHere())
                .map(Present::reader)
                .distinct()
                .count();
        Set<String> wanted = new TreeSet<>();
        for (String topic : topics.catalogue()) {
            if (readersOf.applyAsInt(topic) > gateways) {
                wanted.add(topic);
            }
        }
        return wanted;
    }
}
