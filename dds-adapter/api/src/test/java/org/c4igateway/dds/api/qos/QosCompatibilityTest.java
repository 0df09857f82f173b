package org.c4igateway.dds.api.qos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QosCompatibilityTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    static Stream<Arguments> conflictsByPolicy() {
        return Stream.of(
                Arguments.of(
                        new Durability(Durability.Kind.VOLATILE),
                        new Durability(Durability.Kind.TRANSIENT_LOCAL),
                        "DURABILITY: offered VOLATILE, requested TRANSIENT_LOCAL;"
                                + " the writer must offer at least what the reader requests"),
                Arguments.of(
                        new Presentation(Presentation.Scope.TOPIC, false, false),
                        new Presentation(Presentation.Scope.TOPIC, false, true),
                        "PRESENTATION: offered TOPIC, requested TOPIC ordered;"
                                + " the writer must offer at least what the reader requests"),
                Arguments.of(
                        new Deadline(MINUTE),
                        new Deadline(SECOND),
                        "DEADLINE: offered PT1M, requested PT1S; the offered time must not be longer than the requested one"),
                Arguments.of(
                        new LatencyBudget(SECOND),
                        new LatencyBudget(Duration.ZERO),
                        "LATENCY_BUDGET: offered PT1S, requested PT0S;"
                                + " the offered time must not be longer than the requested one"),
                Arguments.of(
                        new Ownership(Ownership.Kind.SHARED),
                        new Ownership(Ownership.Kind.EXCLUSIVE),
                        "OWNERSHIP: offered SHARED, requested EXCLUSIVE; both must be the same"),
                Arguments.of(
                        new Liveliness(Liveliness.Kind.AUTOMATIC, SECOND),
                        new Liveliness(Liveliness.Kind.MANUAL_BY_TOPIC, SECOND),
                        "LIVELINESS: offered AUTOMATIC PT1S, requested MANUAL_BY_TOPIC PT1S;"
                                + " the writer must assert its liveliness at least as strictly, and within at most the requested lease"),
                Arguments.of(
                        new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO),
                        new Reliability(Reliability.Kind.RELIABLE, Duration.ZERO),
                        "RELIABILITY: offered BEST_EFFORT, requested RELIABLE;"
                                + " the writer must offer at least what the reader requests"),
                Arguments.of(
                        new DestinationOrder(DestinationOrder.Kind.BY_RECEPTION_TIMESTAMP),
                        new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP),
                        "DESTINATION_ORDER: offered BY_RECEPTION_TIMESTAMP, requested BY_SOURCE_TIMESTAMP;"
                                + " the writer must offer at least what the reader requests"),
                Arguments.of(
                        new Partition(List.of("EX-1", "EX-2")),
                        new Partition(List.of("EX-3*")),
                        "PARTITION: offered [EX-1, EX-2], requested [EX-3*];"
                                + " one name must be in both, or fit a pattern of the other side"));
    }

    @ParameterizedTest
    @MethodSource("conflictsByPolicy")
    void explainsEachPolicyThatKeepsTwoEndpointsApart(QosPolicy offered, QosPolicy requested, String explanation) {
        assertThat(QosCompatibility.conflicts(Qos.of(offered), Qos.of(requested)))
                .singleElement()
                .hasToString(explanation)
                .returns(offered.policyName(), QosConflict::policy);
        assertThat(QosCompatibility.conflicts(Qos.of(offered), Qos.of(offered))).isEmpty();
    }

    @Test
    void takesTheDefaultsOfWriterAndReaderForWhatIsNotSet() {
        assertThat(QosCompatibility.conflicts(Qos.DEFAULT, Qos.DEFAULT)).isEmpty();
        Qos reliable = Qos.of(new Reliability(Reliability.Kind.RELIABLE, Duration.ZERO));
        assertThat(QosCompatibility.conflicts(Qos.DEFAULT, reliable)).isEmpty();
        assertThat(QosCompatibility.conflicts(Qos.DEFAULT, Qos.of(new Deadline(SECOND))))
                .singleElement()
                .returns("infinite", QosConflict::offered);
    }

    @Test
    void namesEveryConflictInTheOrderOfTheStandard() {
        Qos requested = Qos.of(
                new Partition(List.of("X")),
                new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP),
                new Durability(Durability.Kind.PERSISTENT));
        assertThat(QosCompatibility.conflicts(Qos.DEFAULT, requested))
                .extracting(QosConflict::policy)
                .containsExactly("DURABILITY", "DESTINATION_ORDER", "PARTITION");
    }

    @ParameterizedTest
    @CsvSource({
        "EX-1, EX-1, true",
        "EX-1, EX-?, true",
        "EX-*, EX-10, true",
        "*, EX-1, true",
        "EX-1, EX-12, false",
        "EX-*, EX-*, false",
        "a*b*c, aXbYbZc, true",
        "a*b*c, aXbYbZ, false",
        "'', *, true",
        "'', EX-1, false",
        "[a], [a], true"
    })
    void comparesPartitionsAndPatterns(String offered, String requested, boolean matches) {
        assertThat(PartitionMatch.matches(List.of(offered), List.of(requested))).isEqualTo(matches);
        assertThat(PartitionMatch.matches(List.of(requested), List.of(offered))).isEqualTo(matches);
    }

    @Test
    void treatsNoPartitionAsTheDefaultOne() {
        assertThat(PartitionMatch.matches(List.of(), List.of(""))).isTrue();
        assertThat(PartitionMatch.matches(List.of(), List.of("EX-1"))).isFalse();
    }

    @Test
    void matchesHostilePatternsInBoundedTime() {
        String pattern = "*a".repeat(120) + "*b";
        assertThat(PartitionMatch.matches(List.of("a".repeat(255)), List.of(pattern)))
                .isFalse();
    }
}
