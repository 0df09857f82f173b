package org.c4igateway.core.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.OutboundFixture;
import org.c4igateway.core.message.LabelList;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A message goes to those destinations only to which its label is released. */
class ReleaseByLabelTest {
    private static final String LABEL =
            Drafts.message(1, Drafts.RELIABLE, Precedence.ROUTINE, 8, BRAVO).label();

    @ParameterizedTest
    @CsvSource({
        "EXERCISE, EXERCISE, true",
        "EXERCISE, exercise, false",
        "EXERCISE, EXERCISE SECRET, false",
        "EXERCISE*, EXERCISE SECRET, true",
        "*, '', true",
        "'', '', true",
        "'', EXERCISE, false",
        "EXERCISE, '', false"
    })
    void admitsALabelAsItStandsOrByItsBeginning(String entry, String label, boolean admitted) {
        assertThat(new LabelList(List.of(entry)).admits(label)).isEqualTo(admitted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"EX*SE", "*SE"})
    void refusesAStarThatIsNotAtTheEnd(String entry) {
        assertThatThrownBy(() -> new LabelList(List.of(entry))).hasMessageContaining(entry);
    }

    @Test
    void sendsARowToTheDestinationsThatMayHaveItAndEndsItForTheOthers() {
        OutboundFixture fixture = new OutboundFixture(true, BRAVO, CHARLIE);
        fixture.release(new ReleaseByLabel(LabelList.ALL, Map.of(CHARLIE, new LabelList(List.of("OPEN")))));

        fixture.commit(3, Precedence.ROUTINE, BRAVO, CHARLIE);
        fixture.turnUntil(() -> fixture.outbox.pending() == 0);

        assertThat(fixture.arrivals(BRAVO)).containsExactly(1L, 2L, 3L);
        assertThat(fixture.arrivals(CHARLIE)).isEmpty();
        DeliveryOutcome outcome = Objects.requireNonNull(fixture.outbox.state(1, CHARLIE));
        assertThat(outcome.state()).isEqualTo(DeliveryState.REJECTED);
        assertThat(outcome.code()).isEqualTo(ErrorCode.NOT_RELEASED);
        assertThat(outcome.detail()).isEqualTo(ReleaseByLabel.described(LABEL) + " is not released to CHARLIE");
    }

    @Test
    void saysALabelInWordsAndCutsALongOne() {
        assertThat(ReleaseByLabel.described("")).isEqualTo("a message without a label");
        assertThat(ReleaseByLabel.described("X".repeat(60))).isEqualTo("label '" + "X".repeat(60) + "'");
        assertThat(ReleaseByLabel.described("X".repeat(61))).isEqualTo("label '" + "X".repeat(60) + "...'");
    }
}
