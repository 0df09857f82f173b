package org.c4igateway.core.flow.send;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.ReadPosition;

/** How far a group has read, for each precedence. Used by one thread. */
final class ReadCursors {
    private final Map<Precedence, ReadCursor> cursors = new EnumMap<>(Precedence.class);

    ReadCursors(Map<Precedence, ReadPosition> positions) {
        for (Precedence precedence : Precedence.values()) {
            cursors.put(precedence, new ReadCursor(positions.getOrDefault(precedence, ReadPosition.START)));
        }
    }

    ReadCursor of(Precedence precedence) {
        ReadCursor readCursor = cursors.get(precedence);
        if (readCursor == null) {
            throw new IllegalStateException("no cursor for " + precedence);
        }
        return readCursor;
    }

    /** @return how far reading has come */
    Map<Precedence, ReadPosition> positions() {
        return each(ReadCursor::position);
    }

    /** @return where reading can start again without missing what is in memory */
    Map<Precedence, ReadPosition> safePositions() {
        return each(ReadCursor::safePosition);
    }

    private Map<Precedence, ReadPosition> each(Function<ReadCursor, ReadPosition> position) {
        Map<Precedence, ReadPosition> positions = new EnumMap<>(Precedence.class);
        cursors.forEach((precedence, readCursor) -> positions.put(precedence, position.apply(readCursor)));
        return positions;
    }

    /** @return whether both have read everything there was, in the same snapshot */
    boolean haveReadSameAs(ReadCursors other) {
        return areExhausted() && other.areExhausted() && positions().equals(other.positions());
    }

    boolean areExhausted() {
        return cursors.values().stream().allMatch(ReadCursor::isExhausted);
    }
}
