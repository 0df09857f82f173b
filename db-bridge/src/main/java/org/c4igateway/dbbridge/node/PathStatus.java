package org.c4igateway.dbbridge.node;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dbbridge.node.NodeStatus.PeerStatus;
import org.c4igateway.dbbridge.node.path.ActiveNode;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.topics.Topic;

/** What {@link NodeStatus} tells of the data path. Cheap, any thread. */
record PathStatus(NodePath path) {
    List<PeerStatus> peers() {
        Map<SystemName, PeerState> states = path.peers();
        return path.newcomers().routes().entrySet().stream()
                .map(route -> {
                    SystemName peer = route.getKey();
                    PeerState state = states.getOrDefault(peer, PeerState.UNKNOWN);
                    Optional<ActiveNode> unheard = Optional.ofNullable(state.reachable() ? null : path.active());
                    return new PeerStatus(
                            peer,
                            route.getValue(),
                            state.reachable(),
                            state.epoch(),
                            unheard.flatMap(active -> active.absence(peer)),
                            unheard.flatMap(active -> active.lastReachable(peer)));
                })
                .toList();
    }

    Map<String, List<EndpointMismatch>> mismatches() {
        ActiveNode active = path.active();
        return active == null ? Map.of() : active.mismatches();
    }

    Map<String, List<String>> qualities(Topic topic) {
        Map<String, List<String>> qualities = new TreeMap<>();
        path.plan().parts().factories().forEach(factory -> qualities.put(factory.name(), factory.quality(topic)));
        qualities.values().removeIf(List::isEmpty);
        return qualities;
    }
}
