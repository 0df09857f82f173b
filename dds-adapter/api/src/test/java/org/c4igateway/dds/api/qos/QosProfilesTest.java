package org.c4igateway.dds.api.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.EntityFactory;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
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
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.api.qos.QosProfiles.Profile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QosProfilesTest {
    private static final String EVERYTHING = """
            <?xml version="1.0" encoding="UTF-8"?>
            <dds xmlns="http://www.omg.org/spec/DDS-XML">
              <qos_library name="C4I">
                <qos_profile name="Base">
                  <domain_participant_qos>
                    <user_data><value>AQID</value></user_data>
                    <entity_factory><autoenable_created_entities>true</autoenable_created_entities></entity_factory>
                  </domain_participant_qos>
                  <topic_qos>
                    <topic_data><value>BAU=</value></topic_data>
                    <lifespan><duration><sec>60</sec><nanosec>0</nanosec></duration></lifespan>
                    <transport_priority><value>3</value></transport_priority>
                    <durability><kind>TRANSIENT_LOCAL_DURABILITY_QOS</kind></durability>
                  </topic_qos>
                  <publisher_qos>
                    <group_data><value>Bg==</value></group_data>
                    <partition><name><element>EX-1</element><element>EX-2</element></name></partition>
                    <presentation>
                      <access_scope>TOPIC_PRESENTATION_QOS</access_scope><ordered_access>true</ordered_access>
                    </presentation>
                  </publisher_qos>
                  <subscriber_qos>
                    <partition><name><element>EX-*</element></name></partition>
                  </subscriber_qos>
                  <datawriter_qos>
                    <durability_service>
                      <service_cleanup_delay><sec>5</sec></service_cleanup_delay>
                      <history_kind>KEEP_LAST_HISTORY_QOS</history_kind><history_depth>7</history_depth>
                      <max_samples>70</max_samples><max_instances>LENGTH_UNLIMITED</max_instances>
                      <max_samples_per_instance>10</max_samples_per_instance>
                    </durability_service>
                    <deadline><period><sec>2</sec><nanosec>500000000</nanosec></period></deadline>
                    <latency_budget><duration><nanosec>1000</nanosec></duration></latency_budget>
                    <ownership><kind>EXCLUSIVE_OWNERSHIP_QOS</kind></ownership>
                    <ownership_strength><value>9</value></ownership_strength>
                    <liveliness>
                      <kind>MANUAL_BY_TOPIC_LIVELINESS_QOS</kind><lease_duration><sec>4</sec></lease_duration>
                    </liveliness>
                    <reliability>
                      <kind>RELIABLE_RELIABILITY_QOS</kind>
                      <max_blocking_time><sec>0</sec><nanosec>50000000</nanosec></max_blocking_time>
                    </reliability>
                    <destination_order><kind>BY_SOURCE_TIMESTAMP_DESTINATIONORDER_QOS</kind></destination_order>
                    <history><kind>KEEP_ALL_HISTORY_QOS</kind></history>
                    <resource_limits><max_samples>100</max_samples></resource_limits>
                    <writer_data_lifecycle>
                      <autodispose_unregistered_instances>false</autodispose_unregistered_instances>
                    </writer_data_lifecycle>
                  </datawriter_qos>
                  <datareader_qos>
                    <time_based_filter><minimum_separation><sec>1</sec></minimum_separation></time_based_filter>
                    <reader_data_lifecycle>
                      <autopurge_nowriter_samples_delay><sec>DURATION_INFINITE_SEC</sec></autopurge_nowriter_samples_delay>
                      <autopurge_disposed_samples_delay><sec>3</sec></autopurge_disposed_samples_delay>
                    </reader_data_lifecycle>
                  </datareader_qos>
                </qos_profile>
                <qos_profile name="Fast" base_name="Base">
                  <datawriter_qos><deadline><period><sec>1</sec></period></deadline></datawriter_qos>
                </qos_profile>
              </qos_library>
            </dds>
            """;

    private static QosProfiles parse(String document) {
        return QosProfiles.parse(document.getBytes(StandardCharsets.UTF_8));
    }

    private static String profile(String content) {
        return "<dds><qos_library name='L'><qos_profile name='P'>" + content + "</qos_profile></qos_library></dds>";
    }

    @Test
    void readsAllPoliciesOfTheStandard() {
        Profile base = parse(EVERYTHING).find("C4I::Base").orElseThrow();

        assertThat(base.participant())
                .isEqualTo(Qos.of(new UserData(List.of((byte) 1, (byte) 2, (byte) 3)), new EntityFactory(true)));
        assertThat(base.writer())
                .isEqualTo(Qos.of(
                        new TopicData(List.of((byte) 4, (byte) 5)),
                        new Lifespan(Duration.ofMinutes(1)),
                        new TransportPriority(3),
                        new Durability(Durability.Kind.TRANSIENT_LOCAL),
                        new GroupData(List.of((byte) 6)),
                        new Partition(List.of("EX-1", "EX-2")),
                        new Presentation(Presentation.Scope.TOPIC, false, true),
                        new DurabilityService(
                                Duration.ofSeconds(5),
                                History.keepLast(7),
                                new ResourceLimits(70, ResourceLimits.UNLIMITED, 10)),
                        new Deadline(Duration.ofMillis(2_500)),
                        new LatencyBudget(Duration.ofNanos(1_000)),
                        new Ownership(Ownership.Kind.EXCLUSIVE),
                        new OwnershipStrength(9),
                        new Liveliness(Liveliness.Kind.MANUAL_BY_TOPIC, Duration.ofSeconds(4)),
                        new Reliability(Reliability.Kind.RELIABLE, Duration.ofMillis(50)),
                        new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP),
                        History.keepAll(),
                        new ResourceLimits(100, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED),
                        new WriterDataLifecycle(false)));
        assertThat(base.reader())
                .isEqualTo(Qos.of(
                        new TopicData(List.of((byte) 4, (byte) 5)),
                        new Durability(Durability.Kind.TRANSIENT_LOCAL),
                        new Partition(List.of("EX-*")),
                        new TimeBasedFilter(Duration.ofSeconds(1)),
                        new ReaderDataLifecycle(QosPolicy.INFINITE, Duration.ofSeconds(3))));
    }

    @Test
    void buildsAProfileOnAnother() {
        QosProfiles profiles = parse(EVERYTHING);
        Profile base = profiles.find("C4I::Base").orElseThrow();
        Profile fast = profiles.find("C4I::Fast").orElseThrow();

        assertThat(fast.writer()).isEqualTo(base.writer().with(new Deadline(Duration.ofSeconds(1))));
        assertThat(fast.reader()).isEqualTo(base.reader());
        assertThat(profiles.names()).containsExactly("C4I::Base", "C4I::Fast");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<datawriter_qos><reliabilty/></datawriter_qos>",
                "<datawriter_qos><reliability><period><sec>1</sec></period></reliability></datawriter_qos>",
                "<datawriter_qos><deadline><period><sec>x</sec></period></deadline></datawriter_qos>",
                "<datawriter_qos><deadline><period><nanosec>-1</nanosec></period></deadline></datawriter_qos>",
                "<datawriter_qos><history><kind>KEEP_SOME</kind></history></datawriter_qos>",
                "<datawriter_qos><history><kind>keep-all</kind></history></datawriter_qos>",
                "<datawriter_qos><history><depth>1 2</depth></history></datawriter_qos>",
                "<datawriter_qos><writer_batching><value>true</value></writer_batching></datawriter_qos>",
                "<datawriter_qos topic_filter='A*'><history/></datawriter_qos>",
                "<datawriter_qos><durability><kind>ETERNAL</kind></durability></datawriter_qos>",
                "<datareader_qos><deadline><period><sec>1</sec></period></deadline>"
                        + "<time_based_filter><minimum_separation><sec>2</sec></minimum_separation></time_based_filter>"
                        + "</datareader_qos>",
                "<something_qos/>"
            })
    void refusesWhatItDoesNotUnderstandAndNamesTheProfile(String content) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(profile(content)))
                .withMessageContaining("L::P");
    }

    @Test
    void refusesDocumentTypesAndEntities() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("<!DOCTYPE dds [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><dds>&x;</dds>"))
                .withMessageContaining("DOCTYPE");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("<dds>&nothing;</dds>"));
        assertThatIllegalArgumentException().isThrownBy(() -> parse(""));
        assertThatIllegalArgumentException().isThrownBy(() -> parse("<dds/>"));
        assertThatIllegalArgumentException().isThrownBy(() -> QosProfiles.parse(new byte[2_000_000]));
        assertThatIllegalArgumentException().isThrownBy(() -> parse("<a>".repeat(5_000) + "</a>".repeat(5_000)));
    }

    /** Whatever is in the file, the answer is profiles or one kind of exception. */
    @Test
    void survivesDamagedDocuments() {
        Random random = new Random(7);
        byte[] good = EVERYTHING.getBytes(StandardCharsets.UTF_8);
        for (int round = 0; round < 300; round++) {
            byte[] damaged = good.clone();
            for (int change = 0; change < 1 + round % 8; change++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(128);
            }
            try {
                assertThat(QosProfiles.parse(damaged).names()).isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
