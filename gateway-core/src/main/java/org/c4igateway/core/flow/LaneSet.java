package org.c4igateway.core.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.ReadPosition;

/**
 * The lanes of one group. All destinations of a multicast transport share one lane, so that a message to several goes out
 * once. A destination that was lost, restarted or is overdue leaves for a lane of its own, reads again from the oldest row
 * that it has not confirmed, and rejoins the others when both have read everything. So one slow peer holds up nobody, and
 * what is sent again is sent in order, before anything newer. Used by one thread.
 */
final class LaneSet {
    private final List<Lane> lanes = new ArrayList<>();
    private final FlowSettings settings;

    LaneSet(Set<SystemName> destinations, Map<SystemName, Map<Precedence, ReadPosition>> saved, FlowSettings settings) {
        this.settings = settings;
        Map<Map<Precedence, ReadPosition>, List<SystemName>> byPosition = new HashMap<>();
        for (SystemName destination : destinations) {
            byPosition
                    .computeIfAbsent(saved.getOrDefault(destination, Map.of()), key -> new ArrayList<>())
                    .add(destination);
        }
        byPosition.forEach((positions, members) -> lanes.add(new Lane(members, positions, settings)));
    }

    /** @return all lanes, draining ones included; a live view */
    List<Lane> lanes() {
        return lanes;
    }

    /** Drops what is in memory for {@code destination} and reads it again from its oldest unconfirmed row. */
    void rewind(SystemName destination) {
        Lane home = homeOf(destination);
        Map<Precedence, ReadPosition> positions = safePositions(destination);
        for (Lane lane : lanes) {
            lane.release(destination);
        }
        if (home.destinations().isEmpty()) {
            lanes.remove(home);
        }
        lanes.add(new Lane(List.of(destination), positions, settings));
    }

    /** @return where reading of {@code destination} can start again */
    Map<Precedence, ReadPosition> safePositions(SystemName destination) {
        for (Lane lane : lanes) {
            if (lane.isDraining() && lane.isWaitedForBy(destination)) {
                return lane.safePositions();
            }
        }
        return homeOf(destination).safePositions();
    }

    /** Gives destinations that have to be apart lanes of their own. */
    void separate(Predicate<SystemName> apart) {
        for (Lane lane : List.copyOf(lanes)) {
            if (lane.destinations().size() > 1) {
                List.copyOf(lane.destinations()).stream()
                        .filter(apart)
                        .limit(lane.destinations().size() - 1L)
                        .forEach(this::rewind);
            }
        }
    }

    /** Lets lanes that have caught up join the largest one, and removes those that have nothing left to do. */
    void join(Predicate<SystemName> mayJoin) {
        lanes.removeIf(lane -> lane.isDraining() && lane.isEmpty());
        Lane largest = lanes.stream()
                .filter(lane -> !lane.isDraining())
                .max(Comparator.comparingInt(lane -> lane.destinations().size()))
                .orElseThrow();
        if (!largest.destinations().stream().allMatch(mayJoin)) {
            return;
        }
        for (Lane lane : lanes) {
            boolean joins = lane != largest
                    && !lane.isDraining()
                    && !lane.hasReady()
                    && lane.hasReadSameAs(largest)
                    && lane.destinations().stream().allMatch(mayJoin);
            if (joins) {
                largest.destinations().addAll(lane.destinations());
                lane.drain();
            }
        }
    }

    /** @return the lane that reads for {@code destination} */
    Lane homeOf(SystemName destination) {
        for (Lane lane : lanes) {
            if (!lane.isDraining() && lane.destinations().contains(destination)) {
                return lane;
            }
        }
        throw new IllegalStateException("no lane reads for " + destination);
    }
}
