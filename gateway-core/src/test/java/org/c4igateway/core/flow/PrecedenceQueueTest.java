package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.Precedence;
import org.junit.jupiter.api.Test;

class PrecedenceQueueTest {
    private final PrecedenceQueue<Precedence> queue = new PrecedenceQueue<>();

    @Test
    void takesTheMostUrgentFirstAndEachPrecedenceInOrder() {
        PrecedenceQueue<String> texts = new PrecedenceQueue<>();
        texts.add(Precedence.ROUTINE, "r1");
        texts.add(Precedence.FLASH, "f1");
        texts.add(Precedence.PRIORITY, "p1");
        texts.add(Precedence.FLASH, "f2");
        texts.add(Precedence.ROUTINE, "r2");

        List<String> taken = new ArrayList<>();
        while (!texts.isEmpty()) {
            taken.add(Objects.requireNonNull(texts.poll()));
        }

        assertThat(taken).containsExactly("f1", "f2", "p1", "r1", "r2");
        assertThat(texts.poll()).isNull();
    }

    @Test
    void givesEachWaitingPrecedenceItsTurnAtTheFloor() {
        fill(10_000);

        List<Precedence> taken = take(PrecedenceOrder.FLOOR_INTERVAL * 30);

        assertThat(Collections.frequency(taken, Precedence.FLASH)).isEqualTo((PrecedenceOrder.FLOOR_INTERVAL - 1) * 30);
        assertThat(Collections.frequency(taken, Precedence.ROUTINE)).isEqualTo(10);
        assertThat(Collections.frequency(taken, Precedence.PRIORITY)).isEqualTo(10);
        assertThat(Collections.frequency(taken, Precedence.IMMEDIATE)).isEqualTo(10);
    }

    @Test
    void givesTheFloorInTurnBeginningWithTheLeastUrgent() {
        fill(200);

        List<Precedence> taken = take(PrecedenceOrder.FLOOR_INTERVAL * 4);

        assertThat(taken)
                .filteredOn(precedence -> precedence != Precedence.FLASH)
                .containsExactly(Precedence.ROUTINE, Precedence.PRIORITY, Precedence.IMMEDIATE, Precedence.ROUTINE);
    }

    @Test
    void givesTheFloorAgainAndAgainToTheOnlyOneThatWaits() {
        for (int i = 0; i < 200; i++) {
            queue.add(Precedence.FLASH, Precedence.FLASH);
            queue.add(Precedence.ROUTINE, Precedence.ROUTINE);
        }

        List<Precedence> taken = take(PrecedenceOrder.FLOOR_INTERVAL * 5);

        assertThat(Collections.frequency(taken, Precedence.ROUTINE)).isEqualTo(5);
    }

    @Test
    void takesOneLesserPrecedenceWhileNothingElseWaits() {
        for (int i = 0; i < 2 * PrecedenceOrder.FLOOR_INTERVAL; i++) {
            queue.add(Precedence.ROUTINE, Precedence.ROUTINE);
        }

        assertThat(take(2 * PrecedenceOrder.FLOOR_INTERVAL)).containsOnly(Precedence.ROUTINE);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void letsNoFloorTurnBeLostToATransportThatRefusesExactlyThen() {
        fill(1_000);
        List<Precedence> taken = new ArrayList<>();

        for (int i = 0; i < 500; i++) {
            Precedence next = Objects.requireNonNull(queue.poll());
            if (i % PrecedenceOrder.FLOOR_INTERVAL == PrecedenceOrder.FLOOR_INTERVAL - 1) {
                queue.putBack(next, next);
            } else {
                taken.add(next);
            }
        }

        assertThat(taken).contains(Precedence.ROUTINE, Precedence.PRIORITY, Precedence.IMMEDIATE);
        assertThat(Collections.frequency(taken, Precedence.FLASH)).isGreaterThan(400);
    }

    @Test
    void isFullByElementsOrBytesAndTakesOneOfAnySizeWhenEmpty() {
        PrecedenceQueue<String> texts = new PrecedenceQueue<>(String::length);
        assertThat(texts.isFull(0, 0)).isFalse();

        texts.add(Precedence.ROUTINE, "four");
        texts.add(Precedence.FLASH, "seven77");
        assertThat(texts.isFull(3, 12)).isFalse();
        assertThat(texts.isFull(2, 12)).isTrue();
        assertThat(texts.isFull(3, 11)).isTrue();

        String taken = Objects.requireNonNull(texts.poll());
        assertThat(texts.isFull(3, 5)).isFalse();
        texts.putBack(Precedence.FLASH, taken);
        assertThat(texts.isFull(3, 11)).isTrue();

        texts.removeIf("four"::equals);
        assertThat(texts.isFull(3, 8)).isFalse();
        assertThat(texts.isFull(3, 7)).isTrue();
    }

    @Test
    void putsBackInFrontOfItsPrecedence() {
        PrecedenceQueue<String> texts = new PrecedenceQueue<>();
        texts.add(Precedence.ROUTINE, "r1");
        texts.add(Precedence.ROUTINE, "r2");

        texts.putBack(Precedence.ROUTINE, Objects.requireNonNull(texts.poll()));

        assertThat(texts.size()).isEqualTo(2);
        assertThat(texts.poll()).isEqualTo("r1");
    }

    @Test
    void removesWhatIsOfNoUse() {
        fill(10);

        queue.removeIf(precedence -> precedence != Precedence.PRIORITY);

        assertThat(queue.size()).isEqualTo(10);
        assertThat(take(10)).containsOnly(Precedence.PRIORITY);
        assertThat(queue.isEmpty()).isTrue();
    }

    private void fill(int each) {
        for (Precedence precedence : Precedence.values()) {
            for (int i = 0; i < each; i++) {
                queue.add(precedence, precedence);
            }
        }
    }

    private List<Precedence> take(int count) {
        List<Precedence> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(Objects.requireNonNull(queue.poll()));
        }
        return taken;
    }
}
