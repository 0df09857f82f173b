package org.c4igateway.core.flow;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.c4igateway.core.message.SystemName;

/** When destinations that are not reachable were reachable last. Thread-safe; holds no more than the destinations. */
final class PeerSightings {
    private final InstantSource clock;
    private final Map<SystemName, Optional<Instant>> lost = new ConcurrentHashMap<>();

    PeerSightings(InstantSource clock) {
        this.clock = clock;
    }

    /** The system is a destination from now on. */
    void follow(SystemName destination) {
        lost.putIfAbsent(destination, Optional.empty());
    }

    /** The system was reachable until now. */
    void lost(SystemName peer) {
        lost.computeIfPresent(peer, (_, _) -> Optional.of(clock.instant()));
    }

    /** @return when that system was lost last; empty when it never was, or is no destination */
    Optional<Instant> lastReachable(SystemName peer) {
        return lost.getOrDefault(peer, Optional.empty());
    }
}
