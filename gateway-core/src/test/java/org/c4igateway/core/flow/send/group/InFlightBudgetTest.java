package org.c4igateway.core.flow.send.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.ReadPosition;
import org.junit.jupiter.api.Test;

class InFlightBudgetTest {
    private static final int ROWS = 100;
    private static final long BYTES = 100_000;

    private final InFlightBudget budget = new InFlightBudget(ROWS, BYTES, new InFlightTotal(1 << 30));

    @Test
    void keepsRoomForFlashWhenRoutineTakesAllItCan() {
        while (budget.roomRows(Precedence.ROUTINE, 4) > 0) {
            budget.take(Precedence.ROUTINE, 10);
        }

        assertThat(budget.rows()).isLessThan(ROWS);
        assertThat(budget.roomRows(Precedence.FLASH, 4)).isEqualTo(ROWS / 20);
    }

    @Test
    void keepsRoomForRoutineUnderAFloodOfFlash() {
        while (budget.roomBytes(Precedence.FLASH, 4) > 0) {
            budget.take(Precedence.FLASH, 1_000);
        }

        assertThat(budget.roomBytes(Precedence.ROUTINE, 4)).isEqualTo(BYTES / 20);
    }

    @Test
    void keepsAByteForEachPrecedenceFromTwentyOn() {
        InFlightBudget least = new InFlightBudget(ROWS, 20, new InFlightTotal(1 << 30));
        least.take(Precedence.ROUTINE, 20);
        InFlightBudget less = new InFlightBudget(ROWS, 19, new InFlightTotal(1 << 30));
        less.take(Precedence.ROUTINE, 19);

        assertThat(least.roomBytes(Precedence.FLASH, 4)).isOne();
        assertThat(less.roomBytes(Precedence.FLASH, 4)).isZero();
        assertThat(new InFlightBudget(ROWS, 3, new InFlightTotal(1 << 30)).roomBytes(Precedence.FLASH, 4))
                .isZero();
    }

    @Test
    void neverExceedsTheBoundsWhenAllPrecedencesTakeTheirRoomAtOnce() {
        Random random = new Random(1);
        long[] held = new long[Precedence.values().length];
        for (int round = 0; round < 1_000; round++) {
            long[] rooms = new long[held.length];
            for (Precedence precedence : Precedence.values()) {
                rooms[precedence.code()] = budget.roomRows(precedence, 4);
            }
            for (Precedence precedence : Precedence.values()) {
                change(held, precedence, rooms[precedence.code()]);
            }
            assertThat(budget.rows()).isLessThanOrEqualTo(ROWS);
            for (Precedence precedence : Precedence.values()) {
                change(held, precedence, -random.nextLong(held[precedence.code()] + 1));
            }
        }
    }

    private void change(long[] held, Precedence precedence, long rows) {
        for (long i = 0; i < Math.abs(rows); i++) {
            if (rows > 0) {
                budget.take(precedence, 1);
            } else {
                budget.giveBack(precedence, 1);
            }
        }
        held[precedence.code()] += rows;
    }

    @Test
    void hasAllItsRoomAgainWhenEverythingIsGivenBack() {
        long before = budget.roomRows(Precedence.PRIORITY, 4);
        for (int i = 0; i < 50; i++) {
            budget.take(Precedence.PRIORITY, 17);
        }
        for (int i = 0; i < 50; i++) {
            budget.giveBack(Precedence.PRIORITY, 17);
        }

        assertThat(budget.roomRows(Precedence.PRIORITY, 4)).isEqualTo(before);
        assertThat(budget.rows()).isZero();
        assertThat(budget.bytes()).isZero();
    }

    @Test
    void readsNoMoreThanThereIsMemoryForInAllGroups() {
        InFlightTotal total = new InFlightTotal(BYTES);
        InFlightBudget one = new InFlightBudget(ROWS, BYTES, total);
        InFlightBudget other = new InFlightBudget(ROWS, BYTES, total);
        long before = other.roomBytes(Precedence.ROUTINE, 1);

        FetchRequest reserved = Objects.requireNonNull(one.reserve(
                new FetchRequest(Set.of(new SystemName("BRAVO")), Precedence.ROUTINE, ReadPosition.START, ROWS, BYTES),
                false));

        assertThat(reserved.maxRows()).isBetween(1, ROWS - 1);
        assertThat(2 * reserved.maxBytes()).as("twice while it is read").isBetween(BYTES / 8, BYTES / 2);
        assertThat(other.roomBytes(Precedence.ROUTINE, 1)).isBetween(BYTES / 16, before - 1);
        one.release(reserved);
        assertThat(other.roomBytes(Precedence.ROUTINE, 1)).isEqualTo(before);
    }
}
