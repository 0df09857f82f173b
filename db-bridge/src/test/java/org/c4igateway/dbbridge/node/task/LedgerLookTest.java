package org.c4igateway.dbbridge.node.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.retention.MaintenanceState;
import org.junit.jupiter.api.Test;

class LedgerLookTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicLong nanos = new AtomicLong();
    private final UnroutedRows unrouted = new UnroutedRows(ALPHA, Set.of(), Duration.ofDays(1), meters);
    private final DatabaseWatch watch = new DatabaseWatch(meters);
    private final LedgerLook look =
            new LedgerLook(new LedgerMetrics(Set.of(BRAVO), meters), unrouted, watch, meters, nanos::get);
    private final Looked looked = new Looked();

    private static final class Looked implements LedgerLook.Source {
        private boolean fails;
        private int seen;

        @Override
        public MaintenanceState database() {
            return new MaintenanceState(Duration.ZERO, 0, 14, LocalDate.of(2026, 3, 1));
        }

        @Override
        public LedgerSnapshot ledger() {
            if (fails) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, "reading the ledger", null);
            }
            return new LedgerSnapshot(
                    NOW,
                    "ALPHA",
                    List.of(new LedgerLine(BRAVO, 1, 0, 0, 1, 0, 0, 0)),
                    List.of(),
                    List.of(new BacklogLine(BRAVO, Precedence.FLASH, 1, Optional.of(NOW.minusSeconds(3)))),
                    List.of(),
                    Optional.of(Map.of("inbound", 2L)),
                    List.of());
        }

        @Override
        public void seen(LedgerSnapshot ledger) {
            seen++;
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private double age() {
        return meters.get(MeterNames.LEDGER_AGE).gauge().value();
    }

    private boolean shows(String meter) {
        return meters.find(meter).gauge() != null;
    }

    @Test
    void showsWhatItSaw() {
        assertThat(look.turn(true, looked)).isTrue();
        pass(Duration.ofSeconds(7));

        assertThat(meters.get(MeterNames.BACKLOG_AGE).gauge().value()).isEqualTo(3);
        assertThat(age()).isEqualTo(7);
        assertThat(looked.seen).isEqualTo(1);
    }

    @Test
    void clearsWhatItCouldNotLookAtForMinutesAndShowsHowOldItIs() {
        look.turn(true, looked);
        looked.fails = true;
        pass(LookAge.LIMIT);
        assertThatThrownBy(() -> look.turn(true, looked)).isInstanceOf(GatewayException.Transient.class);
        assertThat(shows(MeterNames.BACKLOG_AGE)).as("some minutes old").isTrue();

        pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> look.turn(true, looked)).isInstanceOf(GatewayException.Transient.class);

        for (String meter : List.of(MeterNames.BACKLOG_AGE, MeterNames.LEDGER_ROWS, MeterNames.DEAD_LETTERS)) {
            assertThat(shows(meter)).as(meter).isFalse();
        }
        assertThat(unrouted.rows()).isEmpty();
        assertThat(shows(MeterNames.PARTITION_DAYS_AHEAD)).as("was looked at").isTrue();
        assertThat(age()).isEqualTo(601);

        looked.fails = false;
        look.turn(true, looked);
        assertThat(shows(MeterNames.BACKLOG_AGE)).isTrue();
        assertThat(age()).isZero();
    }

    @Test
    void countsTheAgeFromTheMomentItBecameActive() {
        looked.fails = true;
        pass(Duration.ofDays(1));
        assertThat(age()).isZero();
        assertThatThrownBy(() -> look.turn(true, looked)).isInstanceOf(GatewayException.Transient.class);
        pass(Duration.ofSeconds(20));

        assertThat(age()).isEqualTo(20);
    }

    @Test
    void clearsAllAtOnceWhenAnotherNodeIsActiveHoweverLongItsLastLookTook() {
        LedgerLook.Source slow = new LedgerLook.Source() {
            @Override
            public MaintenanceState database() {
                return looked.database();
            }

            @Override
            public LedgerSnapshot ledger() {
                pass(Duration.ofSeconds(20));
                return looked.ledger();
            }

            @Override
            public void seen(LedgerSnapshot ledger) {}
        };
        look.turn(true, slow);
        pass(Duration.ofSeconds(1));
        assertThat(look.turn(true, slow)).as("too early").isFalse();

        assertThat(look.turn(false, slow)).isTrue();

        assertThat(shows(MeterNames.BACKLOG_AGE)).isFalse();
        assertThat(watch.state()).isEmpty();
        assertThat(age()).isZero();
    }
}
