package org.c4igateway.dds.transport.presence;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.transport.NodeAnnouncement;

/**
 * A node as the domain shows it.
 *
 * @param node what it says of itself
 * @param via empty when the node is in the domain itself; else the WAN gateway that stands for it, a blank, and a word
 *     that differs for each time when messages on the way to it may have been lost
 */
public record PeerAnnouncement(NodeAnnouncement node, String via) {
    public PeerAnnouncement {
        Objects.requireNonNull(node);
        Objects.requireNonNull(via);
    }

    /** @return whether nothing that was written for that node before can have been lost on the way since */
    boolean isSamePathTo(PeerAnnouncement later) {
        return node.incarnation() == later.node.incarnation() && via.equals(later.via);
    }

    /**
     * @return the same with those of its topics only that are in {@code topics}, so that it takes a bounded amount of
     *     memory
     */
    PeerAnnouncement within(Set<String> topics) {
        Map<String, Integer> common = new HashMap<>();
        node.topicDigests().forEach((topic, digest) -> {
            if (topics.contains(topic)) {
                common.put(topic, digest);
            }
        });
        return new PeerAnnouncement(
                new NodeAnnouncement(
                        node.system(), node.incarnation(), node.catalogueHash(), common, node.introduction()),
                via);
    }

    /** @return who reads the topics in the domain: the node, or the gateway that stands for it; never equal for two */
    String reader() {
        return ExpectedReaders.reader(node.system().value(), via);
    }
}
