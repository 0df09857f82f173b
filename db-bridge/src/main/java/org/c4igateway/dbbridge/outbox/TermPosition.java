package org.c4igateway.dbbridge.outbox;

import java.util.Objects;
import org.c4igateway.core.store.ReadPosition;

/**
 * A reading position and the reading term in which it was read. A crash of the server ends the term: the numbers of
 * transactions that it lost are given again, so a position from before it may lie ahead of rows that nobody has seen
 * ({@code docs/adr/0047-reading-terms.md}). A position that the database still has after a crash is of the new term:
 * the numbers up to that of the transaction that saved it were not lost.
 *
 * <p>Printed as the position, followed by {@code @} and the term when it has one. It is saved without.
 *
 * @param position in the outbox
 * @param term text of a UUID; empty when the position is valid in every term
 */
record TermPosition(SnapshotPosition position, String term) {
    private static final char SEPARATOR = '@';

    TermPosition {
        Objects.requireNonNull(position);
        Objects.requireNonNull(term);
    }

    /** @throws IllegalArgumentException for text that {@link #toReadPosition} did not write */
    static TermPosition of(ReadPosition position) {
        String token = position.token();
        int end = token.indexOf(SEPARATOR);
        return end < 0
                ? new TermPosition(SnapshotPosition.of(position), "")
                : new TermPosition(
                        SnapshotPosition.of(new ReadPosition(token.substring(0, end))), token.substring(end + 1));
    }

    boolean isValidIn(String present) {
        return term.isEmpty() || term.equals(present);
    }

    ReadPosition toReadPosition() {
        ReadPosition saved = position.toReadPosition();
        return term.isEmpty() ? saved : new ReadPosition(saved.token() + SEPARATOR + term);
    }
}
