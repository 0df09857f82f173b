package org.c4igateway.core.flow.send.group;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;

/**
 * What a group may read, by the room in its budget. A read has a cost of its own, so a precedence that has filled its
 * room waits until there is room for a batch, unless it has hardly any rows in memory. Used by one thread.
 */
final class ReadingRoom {
    private static final int PRECEDENCES = Precedence.values().length;

    private final InFlightBudget budget;
    private final ReadCursors cursors;
    private final int fetchRows;
    private final long fewestRows;
    private final long batchRows;
    /** Had no room for the fewest rows. */
    private final Set<Precedence> filled = EnumSet.noneOf(Precedence.class);

    ReadingRoom(InFlightBudget budget, ReadCursors cursors, FlowSettings settings) {
        this.budget = budget;
        this.cursors = cursors;
        this.fetchRows = settings.fetchRows();
        this.fewestRows = Math.max(1, Math.min(fetchRows, settings.maxInFlightRows() / 20) / 2);
        this.batchRows = Math.max(fewestRows, Math.min(fetchRows, budget.largestRoomRows()) / 2);
    }

    /** @return whether some precedence has no room for the fewest rows worth a read */
    boolean isFull() {
        return Stream.of(Precedence.values()).anyMatch(p -> !isFor(fewestRows, p, PRECEDENCES));
    }

    /** @return whether there is room for rows that are known to be there */
    boolean isThereForMore() {
        return Stream.of(Precedence.values()).anyMatch(p -> !cursors.isExhausted(p) && mayRead(p));
    }

    /** @return what may be read now; empty when there is no room for a batch worth reading */
    List<FetchRequest> requests(Set<SystemName> destinations) {
        List<FetchRequest> requests = new ArrayList<>();
        for (Precedence precedence : Precedence.values()) {
            if (mayRead(precedence)) {
                int readers = readers(precedence);
                long rows = Math.min(fetchRows, budget.roomRows(precedence, readers));
                // Another group may have taken what there was a moment ago.
                long bytes = budget.roomBytes(precedence, readers);
                if (bytes > 0) {
                    requests.add(new FetchRequest(
                            destinations, precedence, cursors.position(precedence), Math.toIntExact(rows), bytes));
                }
            }
        }
        return requests;
    }

    private boolean mayRead(Precedence precedence) {
        int readers = readers(precedence);
        if (!isFor(fewestRows, precedence, readers)) {
            filled.add(precedence);
        } else if (isFor(batchRows, precedence, readers) || budget.reservedRoomRows(precedence) >= fewestRows) {
            filled.remove(precedence);
        }
        return !filled.contains(precedence);
    }

    private boolean isFor(long rows, Precedence precedence, int readers) {
        return budget.roomRows(precedence, readers) >= rows && budget.roomBytes(precedence, readers) > 0;
    }

    /** Room that is not reserved goes to those that have rows to read; to all while none is known to have any. */
    private int readers(Precedence precedence) {
        int reading = cursors.reading();
        if (reading == 0) {
            return PRECEDENCES;
        }
        return cursors.isExhausted(precedence) ? 0 : reading;
    }
}
