package org.c4igateway.core.flow.send.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.ReadPosition;

/**
 * The groups of one sender. All destinations of a multicast transport share one group, so that a message to several
 * goes out once. A destination that was lost, restarted or whose receipts are overdue moves to its own group and reads
 * again from its oldest unconfirmed row. A slow destination is separated, with its unconfirmed rows, when these fill
 * the group. Both rejoin the others when all have read everything. So a slow peer does not delay the others, and
 * repeated rows are sent in order, before newer ones.
 *
 * <p>A group that joined another one drains: it keeps its rows in flight and reads no more rows. At most one group
 * drains per destination, so there are at most twice as many groups as destinations. Used by one thread.
 */
public final class SendGroups {
    private final List<SendGroup> groups = new ArrayList<>();
    private final FlowSettings settings;
    private final InFlightTotal total;
    private final ObjLongConsumer<SystemName> forgotten;
    private long rewinds;

    /**
     * @param saved where reading of a destination starts
     * @param total what all groups of the process hold
     * @param forgotten called with the sequence of each row that was sent to a destination and is dropped from memory
     *     without a receipt
     */
    public SendGroups(
            Set<SystemName> destinations,
            Map<SystemName, Map<Precedence, ReadPosition>> saved,
            FlowSettings settings,
            InFlightTotal total,
            ObjLongConsumer<SystemName> forgotten) {
        this.settings = settings;
        this.total = total;
        this.forgotten = forgotten;
        Map<Map<Precedence, ReadPosition>, List<SystemName>> byPosition = new LinkedHashMap<>();
        for (SystemName destination : destinations) {
            byPosition
                    .computeIfAbsent(saved.getOrDefault(destination, Map.of()), key -> new ArrayList<>())
                    .add(destination);
        }
        byPosition.forEach((positions, members) -> groups.add(group(members, positions)));
    }

    private SendGroup group(Collection<SystemName> members, Map<Precedence, ReadPosition> positions) {
        return new SendGroup(members, positions, settings, total);
    }

    /** @return all groups, draining ones included; a live view */
    public List<SendGroup> all() {
        return groups;
    }

    /** Reads for one more destination, in a group of its own until it has caught up. */
    public void add(SystemName destination, Map<SystemName, Map<Precedence, ReadPosition>> saved) {
        groups.add(group(List.of(destination), saved.getOrDefault(destination, Map.of())));
    }

    /** Drops what is in memory for {@code destination} and reads it again from its oldest unconfirmed row. */
    public void rewind(SystemName destination) {
        SendGroup home = homeOf(destination);
        Map<Precedence, ReadPosition> positions = safePositions(destination);
        for (SendGroup sendGroup : groups) {
            sendGroup.release(destination, sequence -> forgotten.accept(destination, sequence));
        }
        if (home.destinations().isEmpty()) {
            home.close();
            groups.remove(home);
        }
        groups.add(group(List.of(destination), positions));
        rewinds++;
    }

    /** @return how often reading has gone back */
    public long rewinds() {
        return rewinds;
    }

    /** @return where reading of {@code destination} can start again */
    public Map<Precedence, ReadPosition> safePositions(SystemName destination) {
        for (SendGroup sendGroup : groups) {
            if (sendGroup.isDraining() && sendGroup.isWaitedForBy(destination)) {
                return sendGroup.cursors().safePositions();
            }
        }
        return homeOf(destination).cursors().safePositions();
    }

    /** Moves destinations that must be separate to their own groups. */
    public void separate(Predicate<SystemName> apart) {
        for (SendGroup sendGroup : List.copyOf(groups)) {
            if (sendGroup.destinations().size() > 1) {
                List.copyOf(sendGroup.destinations()).stream()
                        .filter(apart)
                        .limit(sendGroup.destinations().size() - 1L)
                        .forEach(this::rewind);
            }
        }
    }

    /**
     * If a group is full of rows that some destinations have not confirmed, the other destinations continue in a
     * separate group.
     */
    public void leaveSlowBehind() {
        for (SendGroup sendGroup : List.copyOf(groups)) {
            if (sendGroup.isDraining()
                    || sendGroup.destinations().size() < 2
                    || sendGroup.hasReady()
                    || !sendGroup.isFull()) {
                continue;
            }
            List<SystemName> quick = sendGroup.destinations().stream()
                    .filter(destination -> !sendGroup.isWaitedForBy(destination))
                    .toList();
            if (!quick.isEmpty() && quick.size() < sendGroup.destinations().size()) {
                quick.forEach(sendGroup.destinations()::remove);
                groups.add(group(quick, sendGroup.cursors().positions()));
            }
        }
    }

    /** Joins groups that have caught up and have room to the largest one, and removes groups that are finished. */
    public void join(Predicate<SystemName> mayJoin) {
        List<SendGroup> finished = groups.stream()
                .filter(sendGroup -> sendGroup.isDraining() && sendGroup.isEmpty())
                .toList();
        finished.forEach(SendGroup::close);
        groups.removeAll(finished);
        List<SendGroup> able = groups.stream()
                .filter(sendGroup -> !sendGroup.isDraining()
                        && !sendGroup.isFull()
                        && sendGroup.destinations().stream().allMatch(mayJoin))
                .toList();
        if (able.size() < 2) {
            return;
        }
        SendGroup largest = Collections.max(
                able,
                Comparator.comparingInt(sendGroup -> sendGroup.destinations().size()));
        for (SendGroup sendGroup : able) {
            boolean joins = sendGroup != largest
                    && !sendGroup.hasReady()
                    && sendGroup.cursors().haveReadSameAs(largest.cursors())
                    && sendGroup.destinations().stream().noneMatch(this::isDrainedFor);
            if (joins) {
                largest.destinations().addAll(sendGroup.destinations());
                sendGroup.drain();
            }
        }
    }

    private boolean isDrainedFor(SystemName destination) {
        return groups.stream().anyMatch(sendGroup -> sendGroup.isDraining() && sendGroup.isWaitedForBy(destination));
    }

    /** @return the group that reads for {@code destination} */
    public SendGroup homeOf(SystemName destination) {
        for (SendGroup sendGroup : groups) {
            if (!sendGroup.isDraining() && sendGroup.destinations().contains(destination)) {
                return sendGroup;
            }
        }
        throw new IllegalStateException("no group reads for " + destination);
    }
}
