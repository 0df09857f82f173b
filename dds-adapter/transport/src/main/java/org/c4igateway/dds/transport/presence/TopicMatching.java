package org.c4igateway.dds.transport.presence;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.NodeAnnouncement;

/**
 * Peers whose readers have not all been found yet. A sample does not reach a reader that is not matched, so a peer is
 * sent nothing before every topic that both sides know has at least as many matched readers as there are such peers and
 * gateways. One thread at a time.
 */
final class TopicMatching {
    private final ToIntFunction<String> readersOfTopic;
    private final Set<SystemName> waiting = new HashSet<>();
    /** Nodes whose topics did not all match in time. Their readers are not waited for. */
    private final Set<SystemName> givenUp = new HashSet<>();

    /** @param readersOfTopic how many readers are matched to this node's writer of a topic id now */
    TopicMatching(ToIntFunction<String> readersOfTopic) {
        this.readersOfTopic = readersOfTopic;
    }

    /** Waits for the readers of a peer, again if they were given up. */
    void begin(SystemName peer) {
        waiting.add(peer);
        givenUp.remove(peer);
    }

    boolean isWaitingFor(SystemName peer) {
        return waiting.contains(peer);
    }

    /** Waits for this peer no longer. */
    void end(SystemName peer) {
        waiting.remove(peer);
    }

    /** Matching takes too long. */
    void giveUp(SystemName peer) {
        waiting.remove(peer);
        givenUp.add(peer);
    }

    void forget(SystemName peer) {
        waiting.remove(peer);
        givenUp.remove(peer);
    }

    /** @return those that are waited for and have matched, of all that are present */
    List<WrittenAnnouncement> matched(Collection<WrittenAnnouncement> present) {
        if (waiting.isEmpty()) {
            return List.of();
        }
        Map<String, Set<String>> readers = expectedReaders(present);
        return present.stream()
                .filter(held -> waiting.contains(held.system()))
                .filter(held -> hasMatched(held.presented().node(), readers))
                .toList();
    }

    private boolean hasMatched(NodeAnnouncement announcement, Map<String, Set<String>> readers) {
        return announcement.topicDigests().keySet().stream()
                .allMatch(topic -> readersOfTopic.applyAsInt(topic)
                        >= readers.getOrDefault(topic, Set.of()).size());
    }

    /** By topic. A WAN gateway reads once for all the systems that it stands for. */
    private Map<String, Set<String>> expectedReaders(Collection<WrittenAnnouncement> present) {
        Map<String, Set<String>> readers = new HashMap<>();
        for (WrittenAnnouncement held : present) {
            if (!givenUp.contains(held.system())) {
                String reader = held.presented().reader();
                held.presented()
                        .node()
                        .topicDigests()
                        .keySet()
                        .forEach(topic -> readers.computeIfAbsent(topic, key -> new HashSet<>())
                                .add(reader));
            }
        }
        return readers;
    }
}
