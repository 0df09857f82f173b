package org.c4igateway.core.flow.send.group;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;

/** How far a group has read at each precedence, and from where a rewind starts. Used by one thread. */
public final class ReadCursors {
    private final Map<Precedence, Cursor> cursors = new EnumMap<>(Precedence.class);

    public ReadCursors(Map<Precedence, ReadPosition> positions) {
        for (Precedence precedence : Precedence.values()) {
            cursors.put(precedence, new Cursor(positions.getOrDefault(precedence, ReadPosition.START)));
        }
    }

    /** Rows of one read that are not all final yet; reading can start again before them. */
    public static final class Batch {
        private final ReadPosition before;
        private int open;

        Batch(ReadPosition before) {
            this.before = before;
        }

        void opened() {
            open++;
        }

        void closed() {
            open--;
        }
    }

    private static final class Cursor {
        private final Deque<Batch> batches = new ArrayDeque<>();
        private ReadPosition position;
        private boolean exhausted;

        Cursor(ReadPosition position) {
            this.position = position;
        }

        /** @return the position before the oldest row that is not final */
        private ReadPosition safePosition() {
            while (!batches.isEmpty() && batches.getFirst().open == 0) {
                batches.removeFirst();
            }
            Batch oldest = batches.peekFirst();
            return oldest == null ? position : oldest.before;
        }
    }

    private Cursor of(Precedence precedence) {
        return Objects.requireNonNull(cursors.get(precedence));
    }

    public ReadPosition position(Precedence precedence) {
        return of(precedence).position;
    }

    /** Goes on behind the answer to a request; {@code batch} holds its rows. */
    public void advance(FetchRequest request, Fetched fetched, Batch batch) {
        Cursor cursor = of(request.precedence());
        if (batch.open > 0) {
            cursor.batches.addLast(batch);
        }
        cursor.position = fetched.next();
        cursor.exhausted = fetched.exhausted();
    }

    /** @return how far reading has come */
    public Map<Precedence, ReadPosition> positions() {
        return each(cursor -> cursor.position);
    }

    /** @return where reading can start again without missing what is in memory */
    public Map<Precedence, ReadPosition> safePositions() {
        return each(Cursor::safePosition);
    }

    private Map<Precedence, ReadPosition> each(Function<Cursor, ReadPosition> position) {
        Map<Precedence, ReadPosition> positions = new EnumMap<>(Precedence.class);
        cursors.forEach((precedence, cursor) -> positions.put(precedence, position.apply(cursor)));
        return positions;
    }

    /** @return whether both have read everything there was, in the same snapshot */
    public boolean haveReadSameAs(ReadCursors other) {
        return areExhausted() && other.areExhausted() && positions().equals(other.positions());
    }

    /** @return whether everything there was at that precedence has been read */
    public boolean isExhausted(Precedence precedence) {
        return of(precedence).exhausted;
    }

    /** @return of how many precedences rows are known to be there that have not been read */
    int reading() {
        return (int)
                cursors.values().stream().filter(cursor -> !cursor.exhausted).count();
    }

    public boolean areExhausted() {
        return reading() == 0;
    }
}
