package org.c4igateway.core.simulation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.MessageKey;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.simulation.ModelDatabase.InboxRow;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the history checker ({@code org.c4igateway.lab.history}) for the model databases of one life: each row
 * once per destination with equal bytes, order, states that are true, and a reader that sees each row once.
 */
final class HistoryRules {
    private final World world;
    private final List<SimSystem> systems;
    private final List<String> found = new ArrayList<>();

    HistoryRules(World world, List<SimSystem> systems) {
        this.world = world;
        this.systems = systems;
    }

    boolean isSettled() {
        return systems.stream()
                .allMatch(system -> system.database().tables().outbox.pending() == 0);
    }

    List<String> violations() {
        for (SimSystem system : systems) {
            found.addAll(system.database().violations());
            reading(system);
            for (SystemName other : system.others()) {
                systems.stream().filter(to -> to.name().equals(other)).forEach(to -> pair(system, to));
            }
        }
        return found;
    }

    private void add(String kind, Object what) {
        found.add(kind + ": " + what);
    }

    private void reading(SimSystem system) {
        system.database().readOn();
        long before = 0;
        for (InboxRow row : system.database().tables().inbox) {
            if (row.receivedId() <= before) {
                add("REUSED_ID", row + " after " + before);
            }
            before = row.receivedId();
            if (!system.database().hasSeen(row)) {
                add("SKIPPED", row + " at " + system.name());
            }
        }
    }

    private void pair(SimSystem origin, SimSystem to) {
        Map<MessageId, List<Message>> arrived = new HashMap<>();
        List<Message> order = new ArrayList<>();
        for (InboxRow row : to.database().tables().inbox) {
            if (row.message().id().origin().equals(origin.name())) {
                arrived.computeIfAbsent(row.message().id(), id -> new ArrayList<>())
                        .add(row.message());
                order.add(row.message());
            }
        }
        Set<MessageKey> submitted = new HashSet<>();
        origin.database().everCommitted().forEach(row -> {
            if (row.destinations().contains(to.name())) {
                submitted.add(MessageKey.of(row));
            }
        });
        arrived.forEach((id, copies) -> {
            if (copies.stream().map(MessageKey::of).distinct().count() < copies.size()) {
                add("DOUBLED", copies + " at " + to.name());
            }
            copies.stream()
                    .filter(copy -> !submitted.contains(MessageKey.of(copy)))
                    .forEach(copy -> add("ALTERED", copy + " at " + to.name()));
        });
        for (Message row : origin.database().tables().outbox.rows()) {
            if (row.destinations().contains(to.name())) {
                judge(origin, to, row, has(arrived, row));
            }
        }
        boolean ordered = !world.weather.losesQuietly
                && origin.database().generation() == 0
                && to.database().generation() == 0;
        if (ordered) {
            order(origin, to, order);
        }
    }

    private static boolean has(Map<MessageId, List<Message>> arrived, Message row) {
        MessageKey key = MessageKey.of(row);
        return arrived.getOrDefault(row.id(), List.of()).stream()
                .anyMatch(copy -> MessageKey.of(copy).equals(key));
    }

    private void judge(SimSystem origin, SimSystem to, Message row, boolean there) {
        DeliveryOutcome outcome =
                origin.database().tables().outbox.state(row.id().sequence(), to.name());
        if (outcome == null) {
            add("UNSETTLED", row);
            return;
        }
        boolean reliable = Drafts.CATALOGUE.find(row.topicId()).orElseThrow().reliable();
        boolean wasThere = there || to.database().everReceived(MessageKey.of(row));
        boolean right = switch (outcome.state()) {
            case DELIVERED -> reliable && wasThere;
            case SENT -> !reliable;
            case SUPERSEDED ->
                !reliable
                        && hasNewer(origin, to, row)
                        && (!wasThere || !outcome.detail().isEmpty());
            case EXPIRED -> expires(row) && (!(reliable && there) || mayRevive(row, to));
            case REJECTED ->
                isRejectable(row, outcome.code()) && (!there || outcome.code() == ErrorCode.BEYOND_HORIZON);
        };
        if (!right) {
            add("WRONG_STATE", outcome + (there ? " there" : " not there") + (wasThere ? "" : " and never was"));
        }
    }

    private static boolean expires(Message row) {
        return row.expiresAt().isBefore(Instant.MAX);
    }

    /** What a receiver has found expired may be among what a failover loses. */
    private boolean mayRevive(Message row, SimSystem to) {
        return world.clocksSet()
                && !row.expiresAt().isAfter(world.latestClock())
                && to.database().generation() > 0;
    }

    /** Only a newer row about the same subject, for the same destination, may take the place of another. */
    private static boolean hasNewer(SimSystem origin, SimSystem to, Message row) {
        return !row.subject().isEmpty()
                && origin.database().everCommitted().stream()
                        .anyMatch(newer -> newer.id().sequence() > row.id().sequence()
                                && newer.subject().equals(row.subject())
                                && newer.topicId().equals(row.topicId())
                                && newer.destinations().contains(to.name()));
    }

    /** Whether the row is beyond the horizon was judged when this was written down, by the clocks of that moment. */
    private boolean isRejectable(Message row, @Nullable Object code) {
        return RowDraws.breaksRules(row)
                || RowDraws.isRefused(row)
                || (code == ErrorCode.TRANSPORT_REFUSED
                        && world.weather.refuses(row.id().sequence()))
                || (code == ErrorCode.IDENTITY_REUSED && world.wiring.reusesNumbers())
                || code == ErrorCode.BEYOND_HORIZON;
    }

    /** Of two rows of one topic and precedence, the one submitted first and visible first arrives first. */
    private void order(SimSystem origin, SimSystem to, List<Message> arrivals) {
        Map<MessageId, Integer> commits = new HashMap<>();
        origin.database().everCommitted().forEach(row -> commits.put(row.id(), commits.size()));
        for (int i = 0; i < arrivals.size(); i++) {
            Message later = arrivals.get(i);
            for (Message earlier : arrivals.subList(0, i)) {
                boolean stream = earlier.topicId().equals(later.topicId())
                        && earlier.precedence() == later.precedence()
                        && !mayRevive(earlier, to)
                        && !mayRevive(later, to)
                        && isDelivered(origin, to, earlier)
                        && isDelivered(origin, to, later);
                if (stream
                        && earlier.id().sequence() > later.id().sequence()
                        && commits.getOrDefault(earlier.id(), 0) > commits.getOrDefault(later.id(), 0)) {
                    add("OUT_OF_ORDER", earlier + " before " + later + " at " + to.name());
                }
            }
        }
    }

    private static boolean isDelivered(SimSystem origin, SimSystem to, Message row) {
        DeliveryOutcome outcome =
                origin.database().tables().outbox.state(row.id().sequence(), to.name());
        return outcome != null && outcome.state() == DeliveryState.DELIVERED;
    }
}
