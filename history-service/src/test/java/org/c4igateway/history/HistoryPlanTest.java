package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.topics.Topic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** From keys to what the service does; a wrong value is named by its key. */
class HistoryPlanTest {
    private static final Map<String, String> FILE = Map.of(
            "c4i.database.url", "jdbc:postgresql://127.0.0.1:1/none",
            "c4i.database.username", "alpha_history",
            "c4i.transports.dds.network.interfaces", "lo",
            "c4i.transports.dds.partition", "EX-1",
            "c4i.history.topics", "A021,class:ORDER");

    static HistoryPlan plan(String... changes) {
        Map<String, String> keys = new HashMap<>(FILE);
        for (int i = 0; i < changes.length; i += 2) {
            keys.put(changes[i], changes[i + 1]);
        }
        Binder binder = new Binder(new MapConfigurationPropertySource(keys));
        try {
            HistoryProperties properties =
                    binder.bind("c4i", Bindable.of(HistoryProperties.class)).get();
            DdsSettings dds = binder.bind(DdsSettings.PREFIX, Bindable.of(DdsSettings.class))
                    .get();
            return HistoryPlan.of(properties, dds, Instant.now());
        } catch (BindException e) {
            Throwable cause = e;
            while (cause.getCause() != null && !(cause instanceof GatewayException)) {
                cause = cause.getCause();
            }
            throw cause instanceof GatewayException fault ? fault : e;
        }
    }

    private static Topic topic(HistoryPlan plan, String id) {
        return plan.topics().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keepsTheTopicsThatThePatternsName() {
        HistoryPlan plan = plan();
        assertThat(plan.topics())
                .anyMatch(each -> each.id().equals("A021"))
                .allMatch(each ->
                        each.id().equals("A021") || each.trafficClass().name().equals("ORDER"))
                .hasSizeGreaterThan(1);
        assertThat(plan("c4i.history.topics", "*").topics()).hasSize(270);
    }

    @Test
    void offersInAPartitionOfItsOwnWhatItHearsInThatOfTheNodes() {
        HistoryPlan plan = plan();
        assertThat(plan.partition()).isEqualTo("history/EX-1");
        assertThat(plan.qos().writer(topic(plan, "A021")).find(Partition.class))
                .contains(new Partition(List.of("history/EX-1")));
        assertThat(plan.qos().reader(topic(plan, "A021")).find(Partition.class))
                .contains(new Partition(List.of("EX-1")));
        assertThat(plan("c4i.transports.dds.partition", "").partition()).isEqualTo("history");
        assertThat(plan("c4i.history.partition", "late").partition()).isEqualTo("late");
    }

    @Test
    void takesDurabilityAndItsServiceFromThePoliciesOfTheTopic() {
        String ofTopic = "c4i.transports.dds.qos.topics.A021.writer.";
        HistoryPlan plan = plan(
                ofTopic + "durability-service", "keep-last 7 max-samples 20 max-instances 3",
                ofTopic + "durability", "transient");
        Topic topic = topic(plan, "A021");

        assertThat(plan.bounds(topic)).isEqualTo(new TopicIndex.Bounds(7, 20, 3, 16L << 20));
        assertThat(plan.qos().durability(topic)).isEqualTo(Durability.Kind.TRANSIENT);
        assertThat(plan().qos().durability(topic)).isEqualTo(Durability.Kind.PERSISTENT);
        assertThat(plan(ofTopic + "durability-service", "keep-all max-samples-per-instance 9")
                        .bounds(topic)
                        .depth())
                .isEqualTo(9);
        assertThat(plan(ofTopic + "durability-service", "keep-all", "c4i.history.bounds.samples", "50")
                        .bounds(topic))
                .isEqualTo(new TopicIndex.Bounds(50, 50, 1_000, 16L << 20));
    }

    @ParameterizedTest
    @CsvSource({
        "c4i.history.topics, '', c4i.history.topics is missing",
        "c4i.history.topics, Z999, c4i.history.topics[0]",
        "c4i.history.topics, 'A021,class:NONE', c4i.history.topics[1]",
        "c4i.history.topics, 'A021,Z*', c4i.history.topics[1]",
        "c4i.history.partition, EX-1, c4i.history.partition",
        "c4i.history.partition, 'h*', c4i.history.partition",
        "c4i.history.bounds.samples, 0, c4i.history.bounds.samples",
        "c4i.history.bounds.bytes, 0B, c4i.history.bounds.bytes",
        "c4i.history.waiting.samples, 0, c4i.history.waiting.samples",
        "c4i.database.url, nonsense, c4i.database.url",
        "c4i.catalogue, /none.csv, c4i.catalogue",
        "c4i.transports.dds.provider, nobody, c4i.transports.dds.provider",
        "c4i.transports.dds.security.directory, /etc/c4i, c4i.transports.dds.security.directory",
        "c4i.transports.dds.qos.topics.A021.writer.durability-service, cleanup 5s, c4i.transports.dds.qos"
    })
    void namesTheKeyOfAWrongValue(String key, String value, String named) {
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> plan(key, value))
                .satisfies(fault -> {
                    assertThat(fault.getMessage()).contains(named);
                    assertThat(fault.remedy()).isNotEmpty();
                });
    }
}
