package org.c4igateway.dbbridge.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.junit.jupiter.api.Test;

/** What a ledger says that was read. */
class LedgerCountsTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final LedgerLine BALANCED = new LedgerLine(BRAVO, 63, 1, 2, 4, 8, 16, 32);

    private static LedgerSnapshot snapshot(List<LedgerLine> lines, List<LedgerLine> recounted) {
        return snapshot(lines, recounted, List.of(), Optional.empty());
    }

    private static LedgerSnapshot snapshot(
            List<LedgerLine> lines,
            List<LedgerLine> recounted,
            List<BacklogLine> backlog,
            Optional<Map<String, Long>> deadLetters) {
        return new LedgerSnapshot(NOW, "ALPHA", lines, recounted, backlog, List.of(), deadLetters, List.of());
    }

    private static BacklogLine waiting(SystemName destination, Precedence precedence, long seconds) {
        return new BacklogLine(destination, precedence, 1, Optional.of(NOW.minusSeconds(seconds)));
    }

    @Test
    void balancesWhenEachRowIsInOneState() {
        assertThat(BALANCED.balanced()).isTrue();
        assertThat(new LedgerLine(BRAVO, 64, 1, 2, 4, 8, 16, 32).balanced()).isFalse();
        assertThat(new LedgerLine(BRAVO, 62, 1, 2, 4, 8, 16, 32).balanced()).isFalse();
    }

    @Test
    void balancesWhenAllLinesDoAndTheRecountSaysTheSame() {
        LedgerLine lost = new LedgerLine(CHARLIE, 2, 1, 0, 0, 0, 0, 0);
        LedgerLine other = new LedgerLine(BRAVO, 1, 1, 0, 0, 0, 0, 0);

        assertThat(snapshot(List.of(BALANCED), List.of()).balanced()).isTrue();
        assertThat(snapshot(List.of(BALANCED), List.of(BALANCED)).balanced()).isTrue();
        assertThat(snapshot(List.of(BALANCED, lost), List.of()).balanced()).isFalse();
        assertThat(snapshot(List.of(BALANCED), List.of(other)).balanced()).isFalse();
        assertThat(snapshot(List.of(lost), List.of(lost)).balanced()).isFalse();
    }

    @Test
    void findsTheOldestRowOfADestinationAtAnyPrecedence() {
        LedgerSnapshot snapshot = snapshot(
                List.of(),
                List.of(),
                List.of(
                        waiting(BRAVO, Precedence.FLASH, 3),
                        waiting(BRAVO, Precedence.ROUTINE, 7),
                        waiting(CHARLIE, Precedence.ROUTINE, 9),
                        new BacklogLine(new SystemName("DELTA"), Precedence.ROUTINE, 0, Optional.empty())),
                Optional.empty());

        assertThat(snapshot.oldestPending(BRAVO)).contains(Duration.ofSeconds(7));
        assertThat(snapshot.oldestPending(CHARLIE)).contains(Duration.ofSeconds(9));
        assertThat(snapshot.oldestPending(new SystemName("DELTA"))).isEmpty();
        assertThat(snapshot.oldestPending(new SystemName("ECHO"))).isEmpty();
    }

    @Test
    void addsUpWhatIsParkedInBothDirections() {
        assertThat(snapshot(List.of(), List.of(), List.of(), Optional.of(Map.of("inbound", 3L, "outbound", 4L)))
                        .parked())
                .contains(7L);
        assertThat(snapshot(List.of(), List.of()).parked()).isEmpty();
    }

    @Test
    void saysHowLongAPublicationHasWaited() {
        assertThat(new PublicationLine("waiting", 1, Optional.of(NOW.minusMillis(2_900))).oldestSeconds(NOW))
                .isEqualTo(2);
        assertThat(new PublicationLine("waiting", 1, Optional.of(NOW.plusSeconds(5))).oldestSeconds(NOW))
                .isZero();
        assertThat(new PublicationLine("waiting", 0, Optional.empty()).oldestSeconds(NOW))
                .isZero();
    }
}
