package org.c4igateway.console.watch;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.node.NodeStatus.PeerStatus;

/**
 * Since when peers are not reachable, as far as this process has seen it. Holds no more than the peers of the node.
 * Thread-safe.
 */
public final class Absences {
    private final Map<SystemName, Instant> away = new ConcurrentHashMap<>();

    /** Nobody is known to be away. */
    public Absences() {}

    /** Takes notice of the peers as they are now. */
    void note(List<PeerStatus> peers, Instant now) {
        Set<SystemName> gone = peers.stream()
                .filter(peer -> !peer.reachable())
                .map(PeerStatus::system)
                .collect(Collectors.toSet());
        away.keySet().retainAll(gone);
        gone.forEach(peer -> away.putIfAbsent(peer, now));
    }

    /** @return since when that peer is away; empty when it is not, or was not looked at yet */
    public Optional<Instant> since(SystemName peer) {
        return Optional.ofNullable(away.get(peer));
    }
}
