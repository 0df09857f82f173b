package org.c4igateway.dbbridge.node.task;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.dbbridge.ledger.BacklogLine;

/**
 * Ends rows without a route: rows to this system itself at once, rows to other systems after a time in which an
 * operator can add a route. That time begins with the row, and again when this process sees the destination without a
 * route for the first time: who takes a destination away has as long to put it back, however long its rows have waited.
 * They are rejected with GW-203 and parked with their bytes. Otherwise their day could never be dropped. Blocks on the
 * database. One thread at a time.
 */
public final class UnroutedRejection {
    private static final int BATCH_ROWS = 256;
    private static final long BATCH_BYTES = 4L << 20;
    /** Bounds one call; the rest follows with the next. */
    private static final int MAX_BATCHES = 40;

    private final Outbox outbox;
    private final SystemName self;
    private final Set<SystemName> routed;
    private final Duration patience;
    private final LongSupplier nanoTime;
    /** Destinations of waiting rows that have no route, with the time of the first look that found it so. */
    private final Map<SystemName, Long> without = new HashMap<>();

    /**
     * @param self system whose outbox this is
     * @param routed destinations that have a transport; may change
     * @param patience how long a row waits for a route
     * @param nanoTime a clock that is never set
     */
    public UnroutedRejection(
            Outbox outbox, SystemName self, Set<SystemName> routed, Duration patience, LongSupplier nanoTime) {
        this.outbox = outbox;
        this.self = self;
        this.routed = Collections.unmodifiableSet(routed);
        this.patience = patience;
        this.nanoTime = nanoTime;
    }

    /**
     * @param backlog what waits
     * @param now when that was read, by the clock of the database, which also says when a row was submitted
     * @return how many rows it ended
     */
    public int end(List<BacklogLine> backlog, Instant now) {
        int ended = 0;
        Set<SystemName> waiting = waiting(backlog);
        without.keySet().retainAll(waiting);
        for (BacklogLine line : backlog) {
            SystemName destination = line.destination();
            if (waiting.contains(destination)) {
                ended +=
                        end(destination, line.precedence(), mayEnd(destination) ? last(destination, now) : Instant.MIN);
            }
        }
        return ended;
    }

    private Instant last(SystemName destination, Instant now) {
        return destination.equals(self) ? Instant.MAX : now.minus(patience);
    }

    /** Destinations without a route for which rows wait. */
    private Set<SystemName> waiting(List<BacklogLine> backlog) {
        return backlog.stream()
                .filter(line -> line.oldest().isPresent())
                .filter(line -> line.destination().equals(self) || !routed.contains(line.destination()))
                .map(BacklogLine::destination)
                .collect(Collectors.toSet());
    }

    private boolean mayEnd(SystemName destination) {
        if (destination.equals(self)) {
            return true;
        }
        long now = nanoTime.getAsLong();
        return now - without.computeIfAbsent(destination, found -> now) >= patience.toNanos();
    }

    /**
     * Reading goes on behind what has ended; it stays before the first row that still waits. So the next look at what
     * waits for a name for which no sender reads does not begin at the first row of the outbox, at no precedence.
     *
     * @param last rows that were submitted later wait on
     */
    private int end(SystemName destination, Precedence precedence, Instant last) {
        ReadPosition position = outbox.positions(Set.of(destination))
                .getOrDefault(destination, Map.of())
                .getOrDefault(precedence, ReadPosition.START);
        int ended = 0;
        boolean more = true;
        for (int batch = 0; more && batch < MAX_BATCHES; batch++) {
            Fetched fetched = outbox.fetch(List.of(
                            new FetchRequest(Set.of(destination), precedence, position, BATCH_ROWS, BATCH_BYTES)))
                    .getFirst();
            List<DeliveryOutcome> outcomes = fetched.rows().stream()
                    .filter(row -> !row.message().createdAt().isAfter(last))
                    .map(row -> new DeliveryOutcome(
                            row.message(),
                            destination,
                            DeliveryState.REJECTED,
                            ErrorCode.UNKNOWN_DESTINATION,
                            reason(destination),
                            null))
                    .toList();
            boolean all = outcomes.size() == fetched.rows().size();
            outbox.record(
                    outcomes, all ? List.of(new SavedPosition(destination, precedence, fetched.next())) : List.of());
            position = fetched.next();
            ended += outcomes.size();
            more = all && !fetched.exhausted();
        }
        return ended;
    }

    private String reason(SystemName destination) {
        return destination.equals(self)
                ? "addressed to this system itself"
                : "no route to " + destination + " (c4i.destinations." + destination + ") within " + patience;
    }
}
