package org.c4igateway.lab.transport.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.c4igateway.dds.api.qos.QosCompatibility;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.lab.scenario.Exchange;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;

class CombinationTest {
    private static final Duration BLOCKING = Duration.ofSeconds(1);
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final List<Combination> ALL = Combination.all(
            new Exchange.Matrix(
                    Arrays.asList(Durability.Kind.values()),
                    Arrays.asList(Reliability.Kind.values()),
                    List.of(History.keepLast(1), History.keepLast(8), History.keepAll()),
                    BLOCKING),
            CATALOGUE);

    @Test
    void hasATopicOfItsOwnOfTheReliabilityOfItsWriter() {
        assertThat(ALL).hasSize(24).extracting(Combination::id).doesNotHaveDuplicates();
        assertThat(ALL)
                .filteredOn(Combination::isServed)
                .hasSize(12)
                .allSatisfy(each -> assertThat(
                                CATALOGUE.find(each.id()).orElseThrow().reliable())
                        .isEqualTo(each.reliability() == Reliability.Kind.RELIABLE));
        assertThat(ALL.getLast().name()).isEqualTo("persistent, reliable, keep-all");
        assertThat(ALL.getLast().ofService()).contains("durability: persistent, durability-service: keep-all,");
        assertThat(ALL.getFirst().name()).isEqualTo("volatile, best-effort, keep-last 1");
    }

    @Test
    void comesBackFromACommandLine() {
        DurabilityAssignment assignment = new DurabilityAssignment(true, "lo", 1_024, BLOCKING, ALL);

        assertThat(DurabilityAssignment.parse(assignment.words().toArray(String[]::new)))
                .isEqualTo(assignment);
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> Combination.parse("VOLATILE:LAB0"));
    }

    /** A reader that does not match gets nothing, and would prove nothing. */
    @Test
    void matchesItsReadersWhereTheWriterItselfIsRead() {
        assertThat(ALL)
                .filteredOn(each -> !each.isServed())
                .hasSize(12)
                .allSatisfy(
                        each -> assertThat(QosCompatibility.conflicts(each.offered(BLOCKING), each.requested(BLOCKING)))
                                .isEmpty());
        assertThat(ALL)
                .filteredOn(Combination::isServed)
                .allSatisfy(
                        each -> assertThat(QosCompatibility.conflicts(each.offered(BLOCKING), each.requested(BLOCKING)))
                                .as("read in the partition of the history service")
                                .anyMatch(conflict -> conflict.policy().equals("PARTITION")));
    }

    @Test
    void findsAWriteThatTookLongerThanItMayBlock() {
        DurabilityProcesses.Work work = new DurabilityProcesses.Work(List.of(), 100, 1_024, BLOCKING);

        assertThat(DurabilityProcesses.writing(new CombinationWriters.Took(5_000_000, 900_000_000, 1), work))
                .satisfies(writing -> assertThat(writing.fault()).isEmpty())
                .satisfies(writing -> assertThat(writing.meanMicros()).isEqualTo(50))
                .satisfies(writing -> assertThat(writing.longestMillis()).isEqualTo(900));
        assertThat(DurabilityProcesses.writing(new CombinationWriters.Took(5, 1_200_000_000, 0), work)
                        .fault())
                .isEqualTo("a write took 1200 ms, the max_blocking_time is 1000 ms");
    }

    @Test
    void readsWhatProgramsSayInTheirOrderOnly() throws IOException {
        assertThat(DurabilityProcesses.took("step 3 900 40 2", 3)).isEqualTo(new CombinationWriters.Took(900, 40, 2));
        assertThat(DurabilityProcesses.got("got 3 5-7,9", 3)).containsExactly(5L, 6L, 7L, 9L);
        assertThatIOException().isThrownBy(() -> DurabilityProcesses.took("step 2 900 40 2", 3));
        assertThatIOException().isThrownBy(() -> DurabilityProcesses.got("lacks none", 3));
        assertThat(new HashSet<>(DurabilityProcesses.got("got 0 none", 0))).isEmpty();
    }
}
