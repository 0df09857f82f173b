package org.c4igateway.dds.transport.presence;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.c4igateway.core.message.SystemName;

/**
 * Peers whose readers have not all been found yet, see {@link ExpectedReaders}. Such a peer is sent nothing. One thread
 * at a time.
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
        ExpectedReaders expected = new ExpectedReaders(readersOfTopic);
        present.stream()
                .filter(held -> !givenUp.contains(held.system()))
                .forEach(held -> expected.add(held.presented().reader(), topics(held)));
        return present.stream()
                .filter(held -> waiting.contains(held.system()))
                .filter(held -> expected.haveMatched(topics(held)))
                .toList();
    }

    private static Set<String> topics(WrittenAnnouncement held) {
        return held.presented().node().topicDigests().keySet();
    }
}
