package org.c4igateway.dds.transport;

import java.util.Set;
import org.c4igateway.core.message.SystemName;

/**
 * What this node needs of others.
 *
 * @param peers systems that it sends to; they are followed whatever else announces itself
 * @param topics ids of its own catalogue
 */
record PeerScope(Set<SystemName> peers, Set<String> topics) {
    /** Most nodes that are followed although this one does not send to them; more are counted and left alone. */
    static final int MAX_STRANGERS = 1_024;

    boolean isPeer(SystemName system) {
        return peers.contains(system);
    }

    /** @return whether a system may be followed when so many are */
    boolean hasRoomFor(SystemName system, int followed) {
        return isPeer(system) || followed < peers.size() + MAX_STRANGERS;
    }
}
