package org.c4igateway.core.flow.send.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.Outbox.Fetched;
import org.c4igateway.core.store.ReadPosition;
import org.junit.jupiter.api.Test;

class ReadingRoomTest {
    private static final int ROWS = 400;
    private static final long BYTES = 40_000;
    private static final int FETCH = 100;
    /** What a precedence has for itself: a twentieth. */
    private static final int RESERVED = ROWS / 20;
    /** Half of that is worth a read. */
    private static final int FEWEST = RESERVED / 2;
    /** What all precedences share. */
    private static final int SHARED = ROWS - 4 * RESERVED;

    private static final Set<SystemName> DESTINATIONS = Set.of(new SystemName("BRAVO"));

    private final InFlightBudget budget = new InFlightBudget(ROWS, BYTES, new InFlightTotal(1 << 30));
    private final ReadCursors cursors = new ReadCursors(Map.of());
    private final ReadingRoom room = new ReadingRoom(
            budget,
            cursors,
            new FlowSettings(
                    ROWS,
                    BYTES,
                    FETCH,
                    Duration.ofMillis(50),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(2),
                    Duration.ofMillis(2),
                    Duration.ofMillis(100),
                    1,
                    1,
                    1,
                    Duration.ofMillis(5),
                    Duration.ofMillis(50)));

    private void exhaust(Precedence... precedences) {
        for (Precedence precedence : precedences) {
            cursors.advance(
                    new FetchRequest(DESTINATIONS, precedence, ReadPosition.START, 1, 1),
                    new Fetched(List.of(), ReadPosition.START, true),
                    new ReadCursors.Batch(ReadPosition.START));
        }
    }

    private void take(Precedence precedence, int rows) {
        for (int i = 0; i < rows; i++) {
            budget.take(precedence, 1);
        }
    }

    private void giveBack(Precedence precedence, int rows) {
        for (int i = 0; i < rows; i++) {
            budget.giveBack(precedence, 1);
        }
    }

    /** @return 0 when it may not be read */
    private int rows(Precedence precedence) {
        return room.requests(DESTINATIONS).stream()
                .filter(request -> request.precedence() == precedence)
                .mapToInt(FetchRequest::maxRows)
                .sum();
    }

    @Test
    void readsEachPrecedenceNoMoreThanARound() {
        List<FetchRequest> requests = room.requests(DESTINATIONS);

        assertThat(requests).extracting(FetchRequest::precedence).containsExactly(Precedence.values());
        assertThat(requests).extracting(FetchRequest::maxRows).containsOnly(FETCH);
        assertThat(requests).extracting(FetchRequest::maxBytes).containsOnly(budget.roomBytes(Precedence.FLASH, 4));
        assertThat(requests).extracting(FetchRequest::destinations).containsOnly(DESTINATIONS);
        assertThat(requests).extracting(FetchRequest::after).containsOnly(ReadPosition.START);
        assertThat(room.isFull()).isFalse();
        assertThat(room.isThereForMore()).isTrue();
    }

    @Test
    void givesTheRoomOfThoseThatHaveNoRowsToTheOthers() {
        exhaust(Precedence.FLASH, Precedence.IMMEDIATE, Precedence.PRIORITY);
        take(Precedence.ROUTINE, ROWS - RESERVED * 4);

        assertThat(rows(Precedence.FLASH)).as("only what it has for itself").isEqualTo(RESERVED);
        assertThat(rows(Precedence.ROUTINE)).as("all that is left").isEqualTo(RESERVED);
    }

    @Test
    void knowsOfNoMoreRowsWhenAllAreExhausted() {
        exhaust(Precedence.FLASH, Precedence.IMMEDIATE, Precedence.PRIORITY);
        assertThat(room.isThereForMore()).isTrue();

        exhaust(Precedence.ROUTINE);
        assertThat(room.isThereForMore()).isFalse();
        assertThat(rows(Precedence.ROUTINE)).as("new ones may have come").isEqualTo(FETCH);
    }

    @Test
    void readsAFilledPrecedenceAgainWhenThereIsRoomForABatch() {
        int fewestLeft = RESERVED + SHARED - 4 * FEWEST;
        take(Precedence.ROUTINE, fewestLeft);
        assertThat(rows(Precedence.ROUTINE)).isEqualTo(FEWEST);
        assertThat(room.isFull()).isFalse();

        take(Precedence.ROUTINE, 1);
        assertThat(rows(Precedence.ROUTINE)).isZero();
        assertThat(room.isFull()).isTrue();

        int batchLeft = RESERVED + SHARED - 4 * FETCH / 2;
        giveBack(Precedence.ROUTINE, fewestLeft - batchLeft);
        assertThat(rows(Precedence.ROUTINE)).as("one row less than a batch").isZero();
        assertThat(room.isFull()).isFalse();

        giveBack(Precedence.ROUTINE, 1);
        assertThat(rows(Precedence.ROUTINE)).isEqualTo(FETCH / 2);
    }

    @Test
    void readsAFilledPrecedenceAgainWhenHardlyAnyOfItsRowsAreInMemory() {
        take(Precedence.ROUTINE, RESERVED + SHARED);
        take(Precedence.FLASH, FEWEST + 1);
        assertThat(rows(Precedence.FLASH)).isZero();

        giveBack(Precedence.FLASH, 1);
        assertThat(rows(Precedence.FLASH)).isEqualTo(FEWEST);
    }

    @Test
    void readsNothingForWhichThereAreNoBytes() {
        budget.take(Precedence.ROUTINE, (int) BYTES);

        assertThat(rows(Precedence.ROUTINE)).isZero();
        assertThat(rows(Precedence.FLASH)).isEqualTo(FETCH);
        assertThat(room.isFull()).isTrue();
    }
}
