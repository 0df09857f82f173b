package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class TopicQosTest {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final Topic ORDER = topicOf(TrafficClass.ORDER);
    private static final Topic PERIODIC = topicOf(TrafficClass.PERIODIC);

    @TempDir
    private Path directory;

    private static Topic topicOf(TrafficClass group) {
        return CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == group)
                .findFirst()
                .orElseThrow();
    }

    /** Binds as a node does, each argument {@code key=value} below {@code c4i.transports.dds.qos}. */
    private static TopicQos bind(String... lines) {
        Map<String, String> properties = new HashMap<>(Map.of(DdsSettings.PREFIX + ".domain-id", "1"));
        for (String line : lines) {
            int equals = line.indexOf('=');
            properties.put(DdsSettings.PREFIX + ".qos." + line.substring(0, equals), line.substring(equals + 1));
        }
        return new TopicQos(new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(DdsSettings.PREFIX, DdsSettings.class));
    }

    @Test
    void keepsTheClassesWithoutConfiguration() {
        TopicQos plain = bind();
        plain.check(CATALOGUE);
        assertThat(plain.writer(ORDER).find(Lifespan.class)).contains(new Lifespan(ORDER.lifespan()));
        assertThat(plain.reader(PERIODIC).find(Reliability.class).orElseThrow().kind())
                .isEqualTo(Reliability.Kind.BEST_EFFORT);
        assertThat(plain.participant()).isEqualTo(Qos.DEFAULT);
    }

    @Test
    void laysClassesOverDefaultsAndTopicsOverClasses() {
        TopicQos qos = bind(
                "classes.ORDER.both.deadline=5s",
                "classes.ORDER.writer.transport-priority=7",
                "topics." + ORDER.id() + ".writer.deadline=2s",
                "topics." + ORDER.id() + ".both.lifespan=1h",
                "participant.user-data=AB");

        assertThat(qos.writer(ORDER).find(Deadline.class)).contains(new Deadline(Duration.ofSeconds(2)));
        assertThat(qos.writer(ORDER).find(TransportPriority.class)).contains(new TransportPriority(7));
        assertThat(qos.writer(ORDER).find(Lifespan.class)).contains(new Lifespan(Duration.ofHours(1)));
        assertThat(qos.reader(ORDER).find(Deadline.class)).contains(new Deadline(Duration.ofSeconds(5)));
        assertThat(qos.reader(ORDER).find(Lifespan.class))
                .as("a reader has none")
                .isEmpty();
        assertThat(qos.writer(PERIODIC).find(Deadline.class)).isEmpty();
        assertThat(qos.participant()).isEqualTo(Qos.of(new UserData(List.of((byte) 'A', (byte) 'B'))));
        qos.check(CATALOGUE);
    }

    @Test
    void takesProfilesFromDdsXml() throws IOException {
        Path file = Files.writeString(directory.resolve("qos.xml"), """
                <dds><qos_library name="C4I"><qos_profile name="Order">
                  <datawriter_qos><deadline><period><sec>1</sec></period></deadline></datawriter_qos>
                  <datareader_qos><deadline><period><sec>3</sec></period></deadline></datareader_qos>
                </qos_profile></qos_library></dds>
                """);
        TopicQos qos = bind(
                "profiles=" + file, "classes.ORDER.profile=C4I::Order", "topics." + ORDER.id() + ".reader.deadline=2s");

        assertThat(qos.writer(ORDER).find(Deadline.class)).contains(new Deadline(Duration.ofSeconds(1)));
        assertThat(qos.reader(ORDER).find(Deadline.class)).contains(new Deadline(Duration.ofSeconds(2)));
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("profiles=" + file, "classes.ORDER.profile=C4I::Odrer")
                        .writer(ORDER))
                .withMessageContaining("qos.classes.ORDER.profile")
                .withMessageContaining("C4I::Order");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("profiles=" + file + ".missing"))
                .withMessageContaining("qos.profiles");
    }

    @Test
    void refusesEndpointsThatCouldNeverMatchBeforeTheWire() {
        TopicQos qos = bind(
                "topics." + ORDER.id() + ".reader.deadline=1s",
                "topics." + ORDER.id() + ".reader.durability=persistent");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> qos.check(CATALOGUE))
                .withMessageContaining("writers and readers of " + ORDER.id())
                .withMessageContaining("DURABILITY: offered TRANSIENT_LOCAL, requested PERSISTENT")
                .withMessageContaining("DEADLINE: offered infinite, requested PT1S");
    }

    /** What is filtered is acknowledged, so that its sender waits for its receipt for good. */
    @Test
    void refusesAFilterOnWhatHasToBeDelivered() {
        for (String line : List.of(
                "topics." + ORDER.id() + ".reader.time-based-filter=1s", "classes.ORDER.reader.time-based-filter=1s")) {
            assertThatExceptionOfType(GatewayException.Fatal.class)
                    .isThrownBy(() -> bind(line).check(CATALOGUE))
                    .withMessageContaining("c4i.transports.dds.qos: readers of " + ORDER.id())
                    .withMessageContaining("time-based-filter");
        }
        bind("topics." + ORDER.id() + ".reader.time-based-filter=0s").check(CATALOGUE);
        bind("topics." + PERIODIC.id() + ".reader.time-based-filter=1s").check(CATALOGUE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reader.time-based-filter=1s",
                "both.ownership=exclusive",
                "both.destination-order=by-source-timestamp",
                "writer.history=keep-last 4",
                "reader.history=keep-last 4",
                "reader.reliability=best-effort"
            })
    void takesNothingMissingForALossWherePoliciesLeaveSamplesOut(String policy) {
        assertThat(bind().isGapless(ORDER)).isTrue();
        assertThat(bind("topics." + ORDER.id() + ".both.ownership=shared").isGapless(ORDER))
                .isTrue();

        assertThat(bind("topics." + ORDER.id() + "." + policy).isGapless(ORDER)).isFalse();
    }

    @Test
    void namesTheKeyThatIsWrong() {
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("classes.ORDER.writer.reliability=often").writer(ORDER))
                .withMessageContaining("c4i.transports.dds.qos.classes.ORDER.writer.reliability");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("classes.ORDER.reader.lifespan=1s").reader(ORDER))
                .withMessageContaining("lifespan: does not apply to a reader");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("topics." + ORDER.id() + ".both.durabilty=volatile")
                        .writer(ORDER))
                .withMessageContaining("durabilty");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("classes.ORDER.both.entity-factory=auto-enable true")
                        .writer(ORDER))
                .withMessageContaining("entity-factory: does not apply");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind("topics.NONE.writer.deadline=1s").check(CATALOGUE))
                .withMessageContaining("qos.topics.NONE");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> bind(
                                "classes.ORDER.reader.deadline=1s",
                                "topics." + ORDER.id() + ".reader.time-based-filter=2s")
                        .reader(ORDER))
                .withMessageContaining("qos.topics." + ORDER.id() + ".reader")
                .withMessageContaining("longer than the deadline");
        assertThat(bind("classes.ORDER.writer.durability=volatile")
                        .writer(ORDER)
                        .find(Durability.class))
                .contains(new Durability(Durability.Kind.VOLATILE));
    }
}
