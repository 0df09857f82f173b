package org.c4igateway.lab.run.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.run.RunResult;
import org.c4igateway.lab.stats.Histograms;
import org.junit.jupiter.api.Test;

class DeliveryRecordsTest {
    private static final Instant ZERO = Instant.parse("2026-12-01T00:00:00Z");
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** At the limit links are cleared, so that what is under way arrives soon: it did not cross the link as it was. */
    @Test
    void doesNotCountWhatIsCommittedAfterTheEndOfTheRun() throws IOException {
        DeliveryRecords records = new DeliveryRecords(
                system -> {
                    throw new IllegalStateException(system);
                },
                Map.of(),
                ZERO,
                ZERO.plus(LIMIT));
        records.see(Map.of(1L, micros(1), 2L, micros(2), 3L, micros(121)));
        records.note(micros(1), micros(60), micros(61));
        records.note(micros(2), micros(120), micros(120.5));
        records.note(micros(3), micros(120.25), micros(120.5));
        records.note(micros(121), null, null);

        RunResult.Delivery delivery = records.delivery(List.of());

        assertThat(delivery.delivered()).isEqualTo(2);
        assertThat(delivery.confirmed()).isEqualTo(1);
        assertThat(delivery.firstVisible()).isEqualTo(1);
        assertThat(delivery.lastVisible()).isEqualTo(2);
        assertThat(delivery.lastDelivered()).isEqualTo(120);
        assertThat(delivery.lastConfirmed()).isEqualTo(61);
        assertThat(records.meanConfirmation(ZERO)).isEqualTo(61);
        assertThat(Histograms.read(delivery.latency()).getTotalCount()).isEqualTo(2);
        assertThat(Histograms.read(delivery.roundTrip()).getTotalCount()).isEqualTo(1);
    }

    private static long micros(double seconds) {
        return ZERO.getEpochSecond() * 1_000_000 + Math.round(seconds * 1e6);
    }
}
