package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.junit.jupiter.api.Test;

/** Each kind of what is to be written is written also when there is no other. */
class RecordCallTest {
    private static final List<DeliveryOutcome> OUTCOMES =
            List.of(new DeliveryOutcome(Drafts.message(1, BRAVO), BRAVO, DeliveryState.DELIVERED, null, "", null));
    private static final List<SavedPosition> POSITIONS =
            List.of(new SavedPosition(BRAVO, Precedence.FLASH, new ReadPosition("1:1:0:0")));
    private static final Map<SystemName, Set<Long>> ROWS = Map.of(BRAVO, Set.of(7L));

    private final MemoryOutbox outbox = new MemoryOutbox();

    private static RecordCall call(
            List<DeliveryOutcome> outcomes,
            List<SavedPosition> positions,
            Map<SystemName, Set<Long>> asked,
            Map<SystemName, Set<Long>> taken) {
        return new RecordCall(outcomes, positions, asked, taken, true, 0);
    }

    /** @return what the outbox was told */
    private List<String> written(RecordCall call) {
        List<String> told = new ArrayList<>();
        outbox.faults(new Faults() {
            @Override
            public void before(String name) {
                told.add(name);
            }
        });
        call.to(outbox);
        return told;
    }

    @Test
    void writesNothingWhenThereIsNothing() {
        RecordCall nothing = call(List.of(), List.of(), Map.of(), Map.of());

        assertThat(nothing.isEmpty()).isTrue();
        assertThat(written(nothing)).isEmpty();
    }

    @Test
    void writesStatesAlone() {
        RecordCall states = call(OUTCOMES, List.of(), Map.of(), Map.of());

        assertThat(states.isEmpty()).isFalse();
        assertThat(written(states)).containsExactly("record");
    }

    @Test
    void writesPositionsAlone() {
        RecordCall positions = call(List.of(), POSITIONS, Map.of(), Map.of());

        assertThat(positions.isEmpty()).isFalse();
        assertThat(written(positions)).containsExactly("record");
    }

    @Test
    void writesQuestionsAlone() {
        RecordCall questions = call(List.of(), List.of(), ROWS, Map.of());

        assertThat(questions.isEmpty()).isFalse();
        assertThat(written(questions)).containsExactly("asked");
        assertThat(outbox.asked(Set.of(BRAVO))).isEqualTo(ROWS);
    }

    @Test
    void writesRowsAloneThatWereTakenAfterAll() {
        assertThat(call(List.of(), List.of(), Map.of(), ROWS).isEmpty()).isFalse();
    }
}
