package org.c4igateway.core.store;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;

/**
 * Steps 1 and 7 of the data path: the outbox and the delivery log of the interface database.
 *
 * <p>Every method blocks on the database and throws {@link org.c4igateway.core.fault.GatewayException.Transient} while
 * it is away, {@link org.c4igateway.core.fault.GatewayException.Fatal} with code FENCED once another node has taken
 * over. Called by several threads, one per group of destinations.
 */
public interface Outbox {
    /** Most rows of a destination that {@link #asked(Set)} returns. */
    int MAX_ASKED = 65_536;

    /**
     * Reads rows that have no final state yet. All requests are answered from one snapshot, so positions of exhausted
     * requests with the same precedence are equal. A row that commits late is never missed.
     *
     * @return one answer per request, in the same order
     */
    List<Fetched> fetch(List<FetchRequest> requests);

    /**
     * Writes final states, the dead letters of those that park, and positions, in one transaction. A state already
     * there stays: repeating is harmless.
     *
     * @param positions where reading of a destination can start again after a restart; may be empty
     */
    void record(List<DeliveryOutcome> outcomes, List<SavedPosition> positions);

    /**
     * @return the highest number given until now, to rows that have not committed as well. Any row that an earlier
     *     process of the node has read has at most this one
     */
    long lastNumber();

    /**
     * The destination first refused these rows and has now accepted them: their final state becomes delivered. Other
     * rows, and rows that are delivered already, stay unchanged.
     */
    void takenAfterAll(SystemName destination, Set<Long> sequences);

    /**
     * Notes that the destination is asked whether these rows, which have expired, are there. They have no final state
     * yet. Repeating is harmless.
     */
    void asked(SystemName destination, Set<Long> sequences);

    /**
     * @return rows without a final state that these destinations were asked about, by destination; at most
     *     {@link #MAX_ASKED} of each, the newest
     */
    Map<SystemName, Set<Long>> asked(Set<SystemName> destinations);

    /** @return saved positions of these destinations; a destination never saved is absent */
    Map<SystemName, Map<Precedence, ReadPosition>> positions(Set<SystemName> destinations);

    /**
     * One read.
     *
     * @param destinations rows addressed to any of these
     * @param precedence rows of this precedence
     * @param after position to go on from
     * @param maxRows most rows to return, at least 1
     * @param maxBytes most payload bytes to return; one row is returned even if it is larger
     */
    record FetchRequest(
            Set<SystemName> destinations, Precedence precedence, ReadPosition after, int maxRows, long maxBytes) {
        public FetchRequest {
            destinations = Set.copyOf(destinations);
            Objects.requireNonNull(precedence);
            Objects.requireNonNull(after);
            if (destinations.isEmpty() || maxRows < 1 || maxBytes < 1) {
                throw new IllegalArgumentException("empty request");
            }
        }
    }

    /**
     * One answer.
     *
     * @param rows rows in order of submission
     * @param next position after them
     * @param exhausted whether the request saw everything there was
     */
    record Fetched(List<PendingRow> rows, ReadPosition next, boolean exhausted) {
        public Fetched {
            rows = List.copyOf(rows);
            Objects.requireNonNull(next);
        }
    }

    /**
     * A row and those of the requested destinations for which it has no final state.
     *
     * @param message the row, with all its destinations
     * @param pending never empty
     */
    record PendingRow(Message message, List<SystemName> pending) {
        public PendingRow {
            Objects.requireNonNull(message);
            pending = List.copyOf(pending);
            if (pending.isEmpty()) {
                throw new IllegalArgumentException("nothing pending: " + message);
            }
        }
    }

    /** Where reading of {@code destination} at {@code precedence} can start again. */
    record SavedPosition(SystemName destination, Precedence precedence, ReadPosition position) {
        public SavedPosition {
            Objects.requireNonNull(destination);
            Objects.requireNonNull(precedence);
            Objects.requireNonNull(position);
        }
    }
}
