package org.c4igateway.console.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.junit.jupiter.api.Test;

class LastHourTest {
    private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");

    private final LastHour hour = new LastHour();

    @Test
    void countsMessagesPerMinuteBetweenLooks() {
        hour.add(snapshot(0, 100, 90, 7));
        hour.add(snapshot(60, 160, 120, 9));
        hour.add(snapshot(180, 180, 180, 19));

        assertThat(hour.lines())
                .extracting(Sparkline::key, Sparkline::now, Sparkline::most, Sparkline::samples)
                .containsExactly(
                        tuple("submitted", 10.0, 60.0, 2),
                        tuple("delivered", 30.0, 30.0, 2),
                        tuple("received", 5.0, 5.0, 2),
                        tuple("pending", 0.0, 40.0, 2));
        assertThat(hour.lines().getFirst().points()).isEqualTo("0.0,1.0 120.0,19.3");
    }

    @Test
    void keepsAnHourAndNoMore() {
        for (int minute = 0; minute < 500; minute++) {
            hour.add(snapshot(60L * minute, minute, minute, 0));
        }

        assertThat(hour.lines()).extracting(Sparkline::samples).containsOnly(60);
    }

    @Test
    void showsNothingBelowZeroWhenTheDatabaseWasReplaced() {
        hour.add(snapshot(0, 1_000, 1_000, 1_000));
        hour.add(snapshot(60, 3, 3, 3));
        hour.add(snapshot(60, 4, 4, 4));
        hour.add(snapshot(120, 6, 6, 6));

        assertThat(hour.lines()).extracting(Sparkline::most).allMatch(most -> most >= 0);
    }

    private static LedgerSnapshot snapshot(long seconds, long accepted, long delivered, long received) {
        return new LedgerSnapshot(
                START.plusSeconds(seconds),
                "ALPHA",
                List.of(new LedgerLine(new SystemName("BRAVO"), accepted, delivered, 0, accepted - delivered, 0, 0, 0)),
                List.of(),
                List.of(),
                List.of(new InboxLine("BRAVO", received, 0, 0)),
                Optional.empty(),
                List.of());
    }
}
