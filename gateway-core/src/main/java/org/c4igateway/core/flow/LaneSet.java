package org.c4igateway.core.flow;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.ReadPosition;

/**
 * The lanes of one group. All destinations of a multicast transport share one lane, so that a message to several goes
 * out once. A destination that was lost, restarted or whose receipts are overdue moves to its own lane and reads again
 * from its oldest unconfirmed row. A slow destination is separated, with its unconfirmed rows, when these fill the
 * lane. Both rejoin the others when all have read everything. So a slow peer does not delay the others, and repeated
 * rows are sent in order, before newer ones.
 *
 * <p>A lane that joined another one drains: it keeps its rows in flight and reads no more rows. At most one lane drains
 * per destination, so there are at most twice as many lanes as destinations. Used by one thread.
 */
final class LaneSet {
    private final List<Lane> lanes = new ArrayList<>();
    private final FlowSettings settings;
    private final ObjLongConsumer<SystemName> forgotten;

    /**
     * @param saved where reading of a destination starts
     * @param forgotten called with the sequence of each row that was sent to a destination and is dropped from memory
     *     without a receipt
     */
    LaneSet(
            Set<SystemName> destinations,
            Map<SystemName, Map<Precedence, ReadPosition>> saved,
            FlowSettings settings,
            ObjLongConsumer<SystemName> forgotten) {
        this.settings = settings;
        this.forgotten = forgotten;
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
            lane.release(destination, sequence -> forgotten.accept(destination, sequence));
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

    /** Moves destinations that must be separate to their own lanes. */
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

    /**
     * If a lane is full of rows that some destinations have not confirmed, the other destinations continue in a
     * separate lane.
     */
    void leaveSlowBehind() {
        for (Lane lane : List.copyOf(lanes)) {
            if (lane.isDraining() || lane.destinations().size() < 2 || lane.hasReady() || !lane.isFull()) {
                continue;
            }
            List<SystemName> quick = lane.destinations().stream()
                    .filter(destination -> !lane.isWaitedForBy(destination))
                    .toList();
            if (!quick.isEmpty() && quick.size() < lane.destinations().size()) {
                quick.forEach(lane.destinations()::remove);
                lanes.add(new Lane(quick, lane.positions(), settings));
            }
        }
    }

    /** Joins lanes that have caught up and have room to the largest one, and removes lanes that are finished. */
    void join(Predicate<SystemName> mayJoin) {
        lanes.removeIf(lane -> lane.isDraining() && lane.isEmpty());
        List<Lane> able = lanes.stream()
                .filter(lane -> !lane.isDraining()
                        && !lane.isFull()
                        && lane.destinations().stream().allMatch(mayJoin))
                .toList();
        if (able.size() < 2) {
            return;
        }
        Lane largest = Collections.max(
                able, Comparator.comparingInt(lane -> lane.destinations().size()));
        for (Lane lane : able) {
            boolean joins = lane != largest
                    && !lane.hasReady()
                    && lane.hasReadSameAs(largest)
                    && lane.destinations().stream().noneMatch(this::isDrainedFor);
            if (joins) {
                largest.destinations().addAll(lane.destinations());
                lane.drain();
            }
        }
    }

    private boolean isDrainedFor(SystemName destination) {
        return lanes.stream().anyMatch(lane -> lane.isDraining() && lane.isWaitedForBy(destination));
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
