package org.c4igateway.lab.transport.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.junit.jupiter.api.Test;

class EntitiesTest {
    @Test
    void readsItsOwnWords() {
        EntitiesAssignment assignment = new EntitiesAssignment(
                EntitiesAssignment.Role.READS,
                Carrier.ARTEMIS_EXTERNAL,
                new EntitiesAssignment.Place("10.1.1.2", "10.1.1.3", "net0"),
                new Pairs(20, 270),
                new EntitiesAssignment.Link(128_000, Duration.ofMillis(40)));

        assertThat(EntitiesAssignment.parse(assignment.words().toArray(String[]::new)))
                .isEqualTo(assignment);
    }

    @Test
    void givesEachPairANumberOfItsOwn() {
        Pairs pairs = new Pairs(3, 7);

        assertThat(pairs.count()).isEqualTo(21);
        assertThat(pairs.number(0, 0)).isZero();
        assertThat(pairs.number(1, 0)).isEqualTo(7);
        assertThat(pairs.number(2, 6)).isEqualTo(20);
    }

    @Test
    void hasAllWhenEachPairHasHadASample() {
        AtomicInteger complete = new AtomicInteger();
        PairArrivals arrivals = new PairArrivals(3, complete::incrementAndGet);

        arrivals.accept(2);
        arrivals.accept(0);
        arrivals.accept(2);
        assertThat(complete)
                .as("a second sample of a pair is not that of another")
                .hasValue(0);
        arrivals.accept(1);
        arrivals.accept(1);

        assertThat(complete).hasValue(1);
    }

    @Test
    void tabulatesWhatItMeasuresOfEachProgram() {
        for (EntitiesAssignment.Role role : EntitiesAssignment.Role.values()) {
            assertThat(MeetingFigure.ofPrograms())
                    .contains(MeetingFigure.resident(role.program()), MeetingFigure.threads(role.program()));
        }
    }

    @Test
    void readsWhatAProcessHolds() throws IOException {
        assertThat(ProcessHoldings.parse(
                        List.of("Name:\tjava", "VmHWM:\t  200000 kB", "VmRSS:\t  100000 kB", "Threads:\t37")))
                .isEqualTo(new ProcessHoldings(102.4, 37));
        assertThat(ProcessHoldings.of(ProcessHandle.current().pid()).threads()).isPositive();
        assertThatIOException()
                .isThrownBy(() -> ProcessHoldings.parse(List.of("Name:\tjava", "State:\tZ (zombie)")))
                .withMessageContaining("has ended");
    }
}
