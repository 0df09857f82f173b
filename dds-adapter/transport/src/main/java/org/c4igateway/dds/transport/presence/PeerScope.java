package org.c4igateway.dds.transport.presence;

import java.util.Set;
import org.c4igateway.core.message.SystemName;

/**
 * Which other nodes this node follows.
 *
 * @param peers systems that it sends to; they are always followed, and may become more
 * @param topics ids of its own catalogue
 */
record PeerScope(Set<SystemName> peers, Set<String> topics) {
    /** Maximum number of followed nodes besides those that this node sends to; further ones are only counted. */
    static final int MAX_STRANGERS = 1_024;

    /** A node of a shard is followed as its system is: receipts go to it. */
    boolean isPeer(SystemName address) {
        return peers.contains(address.system());
    }

    /** @return whether a system may be followed when that many are followed already */
    boolean hasRoomFor(SystemName address, int followed) {
        return isPeer(address) || followed < peers.size() + MAX_STRANGERS;
    }
}
