package org.c4igateway.core.flow.send.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.Outbox.FetchRequest;
import org.c4igateway.core.store.ReadPosition;
import org.junit.jupiter.api.Test;

/**
 * What a group sets aside for a read: 512 bytes a row beside its bytes, and each byte twice, as the driver of the
 * database holds it as well. Of 160,000 bytes one group with much larger bounds has 10,000 for each precedence, and
 * may take 80,000 of the rest.
 */
class ReadReservationTest {
    private static final int ROWS = 100;
    private static final long BYTES = 1_000_000;
    private static final long OWN = 10_000;
    private static final long MOST = 90_000;

    private final InFlightBudget budget = new InFlightBudget(ROWS, BYTES, new InFlightTotal(160_000));

    private static FetchRequest request(int rows, long bytes) {
        return new FetchRequest(
                Set.of(new SystemName("BRAVO")), Precedence.ROUTINE, new ReadPosition("p"), rows, bytes);
    }

    private FetchRequest reserve(FetchRequest request, boolean poll) {
        return Objects.requireNonNull(budget.reserve(request, poll));
    }

    private long room() {
        return budget.roomBytes(Precedence.ROUTINE, 1);
    }

    @Test
    void asksForAllThatFits() {
        FetchRequest request = request(10, 42_440);

        assertThat(reserve(request, false)).as("costs exactly 90,000").isSameAs(request);
        assertThat(room()).isZero();
        budget.release(request);
        assertThat(room()).isEqualTo(MOST);
    }

    @Test
    void asksForLessWhenThereIsNoMemoryForMore() {
        FetchRequest reserved = reserve(request(ROWS, 100_000), false);

        assertThat(reserved.maxRows()).as("half for 1,024 bytes a row").isEqualTo(87);
        assertThat(reserved.maxBytes()).as("half of 90,000 - 87 * 512").isEqualTo(22_728);
        assertThat(reserved.after()).isEqualTo(new ReadPosition("p"));
        assertThat(reserved.precedence()).isEqualTo(Precedence.ROUTINE);
        assertThat(reserved.destinations()).containsExactly(new SystemName("BRAVO"));
        assertThat(budget.reserve(request(1, 1), false)).as("nothing is left").isNull();

        budget.release(reserved);
        assertThat(room()).isEqualTo(MOST);
    }

    @Test
    void asksForLittleWhenNoRowsAreKnownToBeThere() {
        FetchRequest reserved = reserve(request(ROWS, 100_000), true);

        assertThat(reserved.maxRows()).isEqualTo(9);
        assertThat(reserved.maxBytes()).as("half of 10,000 - 9 * 512").isEqualTo(2_696);
        assertThat(room()).isEqualTo(MOST - OWN);
    }

    @Test
    void asksForNoMoreRowsAndBytesThanItWasTo() {
        FetchRequest fewRows = reserve(request(10, 100_000), false);
        assertThat(fewRows.maxRows()).isEqualTo(10);
        assertThat(fewRows.maxBytes()).as("half of 90,000 - 10 * 512").isEqualTo(42_440);
        budget.release(fewRows);

        FetchRequest fewBytes = reserve(request(ROWS, 100), true);
        assertThat(fewBytes.maxRows()).isEqualTo(9);
        assertThat(fewBytes.maxBytes()).isEqualTo(100);
        assertThat(room()).as("what it does not need is free").isEqualTo(MOST - 9 * 512 - 2 * 100);
    }

    @Test
    void asksForOneRowHoweverLittleMemoryThereIs() {
        InFlightBudget little = new InFlightBudget(ROWS, BYTES, new InFlightTotal(160));
        assertThat(little.roomBytes(Precedence.ROUTINE, 1)).isEqualTo(90);

        FetchRequest reserved = Objects.requireNonNull(little.reserve(request(ROWS, BYTES), false));

        assertThat(reserved.maxRows()).isOne();
        assertThat(reserved.maxBytes()).isOne();
        assertThat(little.roomBytes(Precedence.ROUTINE, 1)).isZero();
        little.release(reserved);
        assertThat(little.roomBytes(Precedence.ROUTINE, 1)).isEqualTo(90);
    }

    @Test
    void holdsTheBytesOfARowAndWhatARowTakes() {
        budget.take(Precedence.ROUTINE, 1_000);
        assertThat(room()).isEqualTo(MOST - 1_000 - 512);
        assertThat(budget.roomBytes(Precedence.FLASH, 1)).isEqualTo(MOST);
        assertThat(budget.rows()).isOne();
        assertThat(budget.bytes()).isEqualTo(1_000);

        budget.giveBack(Precedence.ROUTINE, 1_000);
        assertThat(room()).isEqualTo(MOST);
    }

    /** Its bytes, and 512 for each row. */
    @Test
    void isRestrictedFromOneByteLessThanItsBoundOn() {
        InFlightBudget enough = new InFlightBudget(ROWS, 100_000, new InFlightTotal(100_000 + 51_200));
        InFlightBudget tooLittle = new InFlightBudget(ROWS, 100_000, new InFlightTotal(100_000 + 51_199));
        FetchRequest request = request(ROWS, 100_000);

        assertThat(enough.reserve(request, true)).isSameAs(request);
        assertThat(tooLittle.reserve(request, true)).isNotEqualTo(request);
    }

    @Test
    void dividesWhatIsSharedAmongThoseThatRead() {
        InFlightBudget free = new InFlightBudget(ROWS, BYTES, new InFlightTotal(1 << 30));
        assertThat(free.largestRoomRows()).as("a quarter of 80, and 5").isEqualTo(25);
        for (int i = 0; i < 10; i++) {
            free.take(Precedence.ROUTINE, 1);
        }

        assertThat(free.roomRows(Precedence.ROUTINE, 4)).as("a quarter of 75").isEqualTo(18);
        assertThat(free.roomRows(Precedence.FLASH, 4)).isEqualTo(18 + 5);
        assertThat(free.roomRows(Precedence.FLASH, 0)).as("only its own").isEqualTo(5);
        assertThat(free.roomRows(Precedence.ROUTINE, 1)).isEqualTo(75);
    }

    @Test
    void knowsWhatIsLeftOfWhatAPrecedenceHasForItself() {
        assertThat(budget.reservedRoomRows(Precedence.FLASH)).isEqualTo(5);
        for (int i = 0; i < 3; i++) {
            budget.take(Precedence.FLASH, 1);
        }
        assertThat(budget.reservedRoomRows(Precedence.FLASH)).isEqualTo(2);
        for (int i = 0; i < 7; i++) {
            budget.take(Precedence.FLASH, 1);
        }
        assertThat(budget.reservedRoomRows(Precedence.FLASH)).isZero();
    }
}
