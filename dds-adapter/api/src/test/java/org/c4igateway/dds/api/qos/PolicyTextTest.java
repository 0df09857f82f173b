package org.c4igateway.dds.api.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.EntityFactory;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.OwnershipStrength;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.ReaderDataLifecycle;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PolicyTextTest {
    static Stream<Arguments> lines() {
        return Stream.of(
                Arguments.of("user-data", "ab", new UserData(List.of((byte) 'a', (byte) 'b'))),
                Arguments.of("topic-data", "", new TopicData(List.of())),
                Arguments.of("group-data", "g", new GroupData(List.of((byte) 'g'))),
                Arguments.of("durability", "transient-local", new Durability(Durability.Kind.TRANSIENT_LOCAL)),
                Arguments.of(
                        "durability-service",
                        "cleanup 5s keep-last 10 max-samples 100",
                        new DurabilityService(Duration.ofSeconds(5), History.keepLast(10), limits(100, -1, -1))),
                Arguments.of("presentation", "topic ordered", new Presentation(Presentation.Scope.TOPIC, false, true)),
                Arguments.of("deadline", "250ms", new Deadline(Duration.ofMillis(250))),
                Arguments.of("latency-budget", "10us", new LatencyBudget(Duration.ofNanos(10_000))),
                Arguments.of("lifespan", "infinite", new Lifespan(QosPolicy.INFINITE)),
                Arguments.of("time-based-filter", "7ns", new TimeBasedFilter(Duration.ofNanos(7))),
                Arguments.of("ownership", "EXCLUSIVE", new Ownership(Ownership.Kind.EXCLUSIVE)),
                Arguments.of("ownership-strength", "-3", new OwnershipStrength(-3)),
                Arguments.of("transport-priority", "5", new TransportPriority(5)),
                Arguments.of(
                        "liveliness",
                        "manual-by-topic 3s",
                        new Liveliness(Liveliness.Kind.MANUAL_BY_TOPIC, Duration.ofSeconds(3))),
                Arguments.of("partition", "EX-1, EX 2", new Partition(List.of("EX-1", "EX 2"))),
                Arguments.of(
                        "reliability",
                        "reliable 1m",
                        new Reliability(Reliability.Kind.RELIABLE, Duration.ofMinutes(1))),
                Arguments.of(
                        "destination-order",
                        "by-source-timestamp",
                        new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP)),
                Arguments.of("history", "keep-all", History.keepAll()),
                Arguments.of("resource-limits", "max-samples 9, max-samples-per-instance 3", limits(9, -1, 3)),
                Arguments.of("entity-factory", "auto-enable true", new EntityFactory(true)),
                Arguments.of("writer-data-lifecycle", "autodispose false", new WriterDataLifecycle(false)),
                Arguments.of(
                        "reader-data-lifecycle",
                        "no-writers 1h disposed 2d",
                        new ReaderDataLifecycle(Duration.ofHours(1), Duration.ofDays(2))),
                Arguments.of("writer-batching", "true", new WriterBatching(true)),
                Arguments.of("ignore-local", "false", new IgnoreLocal(false)));
    }

    private static ResourceLimits limits(int samples, int instances, int samplesPerInstance) {
        return new ResourceLimits(samples, instances, samplesPerInstance);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void readsEachPolicy(String name, String value, QosPolicy policy) {
        assertThat(PolicyText.parse(name, value)).isEqualTo(policy);
    }

    @Test
    void knowsEveryPolicy() {
        Set<Object> read = lines().map(
                        line -> Objects.requireNonNull(line.get()[2]).getClass())
                .collect(Collectors.toSet());
        assertThat(read).isEqualTo(Set.of((Object[]) QosPolicy.class.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @CsvSource({
        "reliabilty, reliable, no policy",
        "reliability, sure, best-effort",
        "reliability, reliable soon, no duration",
        "reliability, reliable 5x, units",
        "history, keep-last, a number",
        "history, keep-last 0, positive",
        "history, keep-some, keep-last",
        "deadline, 0s, positive",
        "deadline, 1s 2s, not expected",
        "deadline, 99999999999999999999s, no duration",
        "lifespan, 9999999999999d, INFINITE",
        "writer-data-lifecycle, true, autodispose",
        "resource-limits, max-samples 0, positive"
    })
    void saysWhatIsWrong(String name, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PolicyText.parse(name, value))
                .withMessageContaining(message);
    }
}
