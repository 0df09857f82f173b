package org.c4igateway.core.transport;

import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.message.SystemName;

/**
 * Announcement of a node to its peers.
 *
 * @param system the node's system
 * @param incarnation differs for each start of the node
 * @param catalogueHash content hash of its topic catalogue
 * @param topicDigests 32-bit digest of each topic of its catalogue by id, so that a mismatch can be reported per topic
 * @param introduction its start and its database
 */
public record NodeAnnouncement(
        SystemName system,
        long incarnation,
        String catalogueHash,
        Map<String, Integer> topicDigests,
        Introduction introduction) {
    public NodeAnnouncement {
        Objects.requireNonNull(system);
        Objects.requireNonNull(catalogueHash);
        topicDigests = Map.copyOf(topicDigests);
        Objects.requireNonNull(introduction);
    }
}
