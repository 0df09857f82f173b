package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

class RowsToNoteTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");

    private final RowsToNote taken = new RowsToNote();

    @Test
    void keepsABoundedNumberOfWhatPeersName() {
        for (int i = 0; i < RowsToNote.MOST - 1; i++) {
            assertThat(taken.add(BRAVO, i)).isTrue();
        }
        assertThat(taken.add(CHARLIE, 1)).isTrue();

        assertThat(taken.add(BRAVO, RowsToNote.MOST)).isFalse();
        assertThat(taken.add(new SystemName("DELTA"), 1)).isFalse();
        assertThat(taken.waiting()).containsOnlyKeys(BRAVO, CHARLIE);

        taken.forget(Map.of(CHARLIE, Set.of(1L)));

        assertThat(taken.add(BRAVO, RowsToNote.MOST)).isTrue();
    }

    @Test
    void keepsWhatCameSinceTheWriting() {
        taken.add(BRAVO, 1);
        taken.add(BRAVO, 1);
        Map<SystemName, Set<Long>> written = taken.waiting();
        taken.add(BRAVO, 2);

        taken.forget(written);

        assertThat(taken.waiting()).isEqualTo(Map.of(BRAVO, Set.of(2L)));
        taken.forget(Map.of(BRAVO, Set.of(2L), CHARLIE, Set.of(9L)));
        assertThat(taken.isEmpty()).isTrue();
    }
}
