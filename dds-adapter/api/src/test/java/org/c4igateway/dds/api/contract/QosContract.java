package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.OwnershipStrength;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Policies one by one, as far as others can see them on the wire, without those of time. */
public abstract class QosContract extends TwoParticipants {
    private static final String TOPIC = "KMTF_A021";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Set<String> unseen;

    /**
     * @param provider name of the provider to test
     * @param unseen names of policies that it refuses, or of which others see nothing
     */
    protected QosContract(String provider, String... unseen) {
        super(provider);
        this.unseen = Set.of(unseen);
    }

    private static List<Byte> octets(int... values) {
        return Arrays.stream(values).mapToObj(value -> (byte) value).toList();
    }

    static Stream<Arguments> incompatible() {
        return Stream.of(
                Arguments.of(new Durability(Durability.Kind.VOLATILE), new Durability(Durability.Kind.TRANSIENT_LOCAL)),
                Arguments.of(
                        new Presentation(Presentation.Scope.INSTANCE, false, false),
                        new Presentation(Presentation.Scope.TOPIC, false, true)),
                Arguments.of(new Deadline(MINUTE), new Deadline(SECOND)),
                Arguments.of(new LatencyBudget(SECOND), new LatencyBudget(Duration.ZERO)),
                Arguments.of(new Ownership(Ownership.Kind.SHARED), new Ownership(Ownership.Kind.EXCLUSIVE)),
                Arguments.of(
                        new Liveliness(Liveliness.Kind.AUTOMATIC, MINUTE),
                        new Liveliness(Liveliness.Kind.MANUAL_BY_TOPIC, MINUTE)),
                Arguments.of(
                        new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO),
                        new Reliability(Reliability.Kind.RELIABLE, SECOND)),
                Arguments.of(
                        new DestinationOrder(DestinationOrder.Kind.BY_RECEPTION_TIMESTAMP),
                        new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP)));
    }

    /** The provider decides as the API's own check says, and names the same policy. */
    @ParameterizedTest
    @MethodSource("incompatible")
    void keepsIncompatibleEndpointsApartAndNamesThePolicy(QosPolicy offered, QosPolicy requested) {
        assumeFalse(unseen.contains(offered.policyName()), "others see nothing of " + offered.policyName());
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> same = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, Qos.of(requested), collectedSamples);
        right.createReader(TOPIC, WireType.MESSAGE, Qos.of(offered), same);
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, Qos.of(offered));

        awaitMatch(writer);
        await().atMost(SOON)
                .until(() -> domain.events.stream()
                                .anyMatch(event -> event instanceof DdsEvent.OfferedIncompatibleQos it
                                        && it.policy().equals(offered.policyName()))
                        && domain.events.stream()
                                .anyMatch(event -> event instanceof DdsEvent.RequestedIncompatibleQos it
                                        && it.policy().equals(offered.policyName())));
        await().atMost(SOON).until(() -> {
            writer.write(ContractDomain.message("A", 1));
            return !same.values().isEmpty();
        });
        assertThat(collectedSamples.samples()).isEmpty();
    }

    @Test
    void announcesUserTopicAndGroupDataAndPriority() {
        DdsParticipant third = domain.join(Qos.of(new UserData(octets(7, 8))));
        try (third) {
            third.createWriter(
                    TOPIC,
                    WireType.MESSAGE,
                    Qos.of(
                            new UserData(octets(1, 2, 3)),
                            new TopicData(octets(4, 5)),
                            new GroupData(octets(6)),
                            new TransportPriority(11),
                            new OwnershipStrength(12)));
            await().atMost(SOON)
                    .until(() -> left.discovery().endpoints().size() == 1
                            && left.discovery().participants().size() == 3);
            DiscoveryView view = left.discovery();
            Qos seen = view.endpoints().getFirst().qos();
            assertThat(seen.find(UserData.class)).contains(new UserData(octets(1, 2, 3)));
            assertThat(seen.find(TopicData.class)).contains(new TopicData(octets(4, 5)));
            assertThat(seen.find(GroupData.class)).contains(new GroupData(octets(6)));
            assertThat(seen.find(OwnershipStrength.class)).contains(new OwnershipStrength(12));
            if (!unseen.contains("TRANSPORT_PRIORITY")) {
                assertThat(seen.find(TransportPriority.class)).contains(new TransportPriority(11));
            }
            assertThat(view.participant(view.endpoints().getFirst().participant())
                            .orElseThrow()
                            .qos()
                            .find(UserData.class))
                    .contains(new UserData(octets(7, 8)));
        }
    }

    @Test
    void givesAnInstanceToTheStrongestWriterAndToTheNextWhenItGoes() {
        Qos exclusive = ContractDomain.RELIABLE.with(new Ownership(Ownership.Kind.EXCLUSIVE));
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, exclusive, collectedSamples);
        DdsWriter<KmtfMessage> weak =
                left.createWriter(TOPIC, WireType.MESSAGE, exclusive.with(new OwnershipStrength(1)));
        DdsWriter<KmtfMessage> strong = left.createWriter(
                TOPIC, WireType.MESSAGE, exclusive.with(new OwnershipStrength(2), new WriterDataLifecycle(false)));
        awaitMatch(weak);
        awaitMatch(strong);
        strong.write(ContractDomain.message("A", 1));
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 1);
        weak.write(ContractDomain.message("A", 2));
        strong.write(ContractDomain.message("A", 3));
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 2);
        assertThat(collectedSamples.values()).extracting(KmtfMessage::sequence).containsExactly(1L, 3L);

        strong.close();

        await().atMost(SOON).until(() -> {
            weak.write(ContractDomain.message("A", 4));
            return collectedSamples.values().size() > 2;
        });
        assertThat(collectedSamples.values().get(2).sequence()).isEqualTo(4);
    }

    @Test
    void givesVolatileLateJoinersNothingAndDurableOnesTheHistory() {
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, DURABLE.with(History.keepLast(1)));
        writer.write(ContractDomain.message("A", 1));
        writer.write(ContractDomain.message("A", 2));
        CollectedSamples<KmtfMessage> late = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> durable = new CollectedSamples<>();
        // A participant of its own: what is repeated for one reader of a participant may reach its other readers.
        DdsParticipant third = domain.join();
        try (third) {
            right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, late);
            third.createReader(TOPIC, WireType.MESSAGE, DURABLE, durable);
            await().atMost(SOON)
                    .until(() ->
                            writer.matchedReaders() == 2 && durable.values().size() == 1);
            writer.write(ContractDomain.message("A", 3));

            await().atMost(SOON)
                    .until(() -> durable.values().size() == 2 && !late.values().isEmpty());
        }
        assertThat(durable.values()).extracting(KmtfMessage::sequence).containsExactly(2L, 3L);
        assertThat(late.values()).extracting(KmtfMessage::sequence).containsExactly(3L);
    }

    @Test
    void keepsTheLastSamplesOfAnInstanceForASlowReader() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE.with(History.keepLast(2)), samples -> {
            collectedSamples.onSamples(samples);
            entered.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));
        entered.await();
        for (int n = 2; n <= 9; n++) {
            writer.write(ContractDomain.message("A", n));
        }
        assertThat(writer.awaitAcknowledged(SOON)).isTrue();
        release.countDown();

        await().atMost(SOON).until(() -> collectedSamples.values().size() == 3);
        assertThat(collectedSamples.values()).extracting(KmtfMessage::sequence).containsExactly(1L, 8L, 9L);
    }

    @Test
    void disposesInstancesOfAWriterThatGoesOnlyWhenAskedTo() {
        for (boolean autodispose : List.of(true, false)) {
            CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
            String topic = TOPIC + autodispose;
            right.createReader(topic, WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
            DdsWriter<KmtfMessage> writer = left.createWriter(
                    topic, WireType.MESSAGE, ContractDomain.RELIABLE.with(new WriterDataLifecycle(autodispose)));
            awaitMatch(writer);
            writer.write(ContractDomain.message("A", 1));
            await().atMost(SOON).until(() -> collectedSamples.values().size() == 1);
            assertThat(writer.unregister(ContractDomain.message("A", 1))).isEqualTo(new WriteResult.Written());

            await().atMost(SOON).until(() -> collectedSamples.samples().size() == 2);
            assertThat(collectedSamples.samples().get(1).state())
                    .isEqualTo(autodispose ? InstanceState.DISPOSED : InstanceState.NO_WRITERS);
        }
    }

    @Test
    void refusesWhatTheApiCannotEnableLater() {
        domain.join(Qos.of(new QosPolicy.EntityFactory(true))).close();
        assertThatThrownBy(() -> domain.join(Qos.of(new QosPolicy.EntityFactory(false))))
                .isInstanceOf(UnsupportedQosException.class);
    }
}
