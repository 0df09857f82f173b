package org.c4igateway.lab.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.c4igateway.lab.history.Violation.Kind;
import org.junit.jupiter.api.Test;

/** A best-effort row may be superseded by a newer one about its subject, and was not sent then. */
class SupersededRowsTest {
    private static final AcceptedRow OLDER = row(1, "T1", AcceptedRow.SUPERSEDED);

    @Test
    void acceptsARowThatANewerOneHasReplaced() {
        assertThat(kinds(List.of(OLDER, row(2, "T1", AcceptedRow.SUPERSEDED), row(3, "T1", "sent")), List.of(3L)))
                .isEmpty();
    }

    @Test
    void findsARowThatIsSupersededByNone() {
        assertThat(kinds(List.of(OLDER, row(2, "T2", "sent")), List.of(2L))).isEqualTo(Map.of(Kind.WRONG_STATE, 1L));
    }

    @Test
    void findsARowWithoutASubjectThatIsSuperseded() {
        assertThat(kinds(List.of(row(1, "", AcceptedRow.SUPERSEDED), row(2, "", "sent")), List.of(2L)))
                .isEqualTo(Map.of(Kind.WRONG_STATE, 1L));
    }

    @Test
    void findsASupersededRowThatArrived() {
        assertThat(kinds(List.of(OLDER, row(2, "T1", "sent")), List.of(1L, 2L))).isEqualTo(Map.of(Kind.UNDUE, 1L));
    }

    @Test
    void acceptsAnArrivedOneThatMayHaveBeenSentBeforeTheNodeWasStarted() {
        AcceptedRow older = AcceptedRows.with(OLDER, AcceptedRow.SUPERSEDED, "may have been sent before");

        assertThat(kinds(List.of(older, row(2, "T1", "sent")), List.of(1L, 2L))).isEmpty();
    }

    private static Map<Kind, Long> kinds(List<AcceptedRow> accepted, List<Long> arrived) {
        List<ArrivedRow> inbox = arrived.stream()
                .map(sequence -> new ArrivedRow(sequence, 100 + sequence, "carried", 1, false))
                .toList();
        return PairJudge.judge(new PairHistory("ALPHA", "BRAVO", accepted, inbox), Expectation.ALL_DELIVERED)
                .kinds();
    }

    private static AcceptedRow row(long sequence, String subject, String state) {
        return new AcceptedRow(sequence, "J070", subject, false, 0, "carried", state, "");
    }
}
