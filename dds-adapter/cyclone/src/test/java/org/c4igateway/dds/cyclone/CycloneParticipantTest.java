package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.CollectedSamples;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is peculiar to Cyclone. */
class CycloneParticipantTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    /** More than a look at the domain reads. */
    private static final int GONE = 20_001;

    private final ContractDomain domain = new ContractDomain("cyclone");
    private final DdsParticipant left = domain.join();
    private final DdsParticipant right = domain.join();

    @AfterEach
    void leave() {
        left.close();
        right.close();
    }

    private static void awaitMatch(DdsWriter<?> writer) {
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1);
    }

    /** The library itself aborts the process then. */
    @Test
    void joinsAlthoughNobodyKnowsTheNameOfAPeer() {
        DomainConfig config = ContractDomain.config(domain.id(), DomainConfig.DEFAULT_LEASE)
                .withPeers(List.of("no-such-host.invalid"));
        try (DdsParticipant third = new CycloneProvider().open(config, Qos.DEFAULT, event -> {})) {
            DdsWriter<KmtfMessage> writer = third.createWriter("KMTF_A034", WireType.MESSAGE, ContractDomain.RELIABLE);
            right.createReader("KMTF_A034", WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());

            awaitMatch(writer);
        }
    }

    /** Else a node with two shards would not look again for peers whose names had no address. */
    @Test
    void isAloneAmongParticipantsOfItsProcess() {
        CycloneParticipant participant = (CycloneParticipant) left;
        await().atMost(SOON).until(() -> participant.discovery().participants().size() == 2);

        assertThat(participant.isAlone()).isTrue();
    }

    /** The library checks structure but not text, so that such a sample reaches the codec. */
    @Test
    void deliversMalformedSamplesAsSuchAndGoesOn() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        CycloneWriter<KmtfMessage> writer =
                (CycloneWriter<KmtfMessage>) left.createWriter("KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        WireCodec<KmtfMessage> codec = WireType.MESSAGE.newCodec();
        ByteBuffer bytes = ByteBuffer.allocate(1_000);
        codec.encode(ContractDomain.message("AB", 1), bytes);
        bytes.put(8, (byte) 0xff).flip();
        assertThat(RawWrite.of(writer, bytes)).isTrue();
        writer.write(ContractDomain.message("AB", 2));

        await().atMost(SOON).until(() -> collectedSamples.samples().size() == 2);
        assertThat(collectedSamples.samples().getFirst())
                .isInstanceOfSatisfying(
                        Sample.Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains("UTF-8"));
        assertThat(collectedSamples.values()).containsExactly(ContractDomain.message("AB", 2));
        assertThat(RawWrite.of(writer, ByteBuffer.wrap(new byte[] {0, 1, 0, 0, 9, 9, 9, 9})))
                .as("structure is checked before anything is sent")
                .isFalse();
    }

    @Test
    void forgetsAParticipantThatIsDismissedUntilItAnnouncesItselfAgain() {
        Duration rareAnnouncements = Duration.ofMinutes(30);
        try (DdsParticipant near = domain.join(rareAnnouncements);
                DdsParticipant far = domain.join(rareAnnouncements)) {
            CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
            DdsReader reader =
                    near.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
            DdsWriter<KmtfMessage> writer = far.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
            awaitMatch(writer);
            writer.write(ContractDomain.message("AB", 1));
            await().atMost(SOON).until(() -> !collectedSamples.samples().isEmpty());
            long handle = collectedSamples.samples().getFirst().writer();
            assertThat(reader.hasWriter(handle)).isTrue();

            reader.dismiss(handle + 1);
            assertThat(reader.matchedWriters()).isEqualTo(1);
            reader.dismiss(handle);

            await().atMost(SOON).until(() -> !reader.hasWriter(handle) && reader.matchedWriters() == 0);
        }
    }

    @Test
    void leavesTheDomainThoughAListenerHangs() {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        right.createReader("KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE, samples -> {
            reached.countDown();
            awaitUninterruptibly(released);
        });
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(ContractDomain.message("AB", 1));
        awaitUninterruptibly(reached);

        right.close();

        await().atMost(SOON).until(() -> writer.matchedReaders() == 0);
        released.countDown();
        try (DdsParticipant successor = domain.join()) {
            CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
            successor.createReader("KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
            awaitMatch(writer);
            writer.write(ContractDomain.message("AB", 2));
            await().atMost(SOON).until(() -> collectedSamples.values().contains(ContractDomain.message("AB", 2)));
        }
    }

    /** As a listener that ignores interrupts. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                done = false;
            }
        }
    }

    @Test
    void refusesDiscoveryThroughARepository() {
        DomainConfig config = new DomainConfig(
                domain.id(),
                new DomainConfig.Network(
                        List.of("lo"), DomainConfig.Multicast.NONE, List.of(), Optional.of("10.0.0.1:12345")),
                DomainConfig.DEFAULT_LEASE,
                WireTuning.LAN);
        assertThatExceptionOfType(UnsupportedSettingException.class)
                .isThrownBy(() -> new CycloneProvider().open(config, domain.events::add))
                .withMessageContaining("network.repository: '10.0.0.1:12345'")
                .satisfies(refused -> assertThat(refused.remedy()).contains("Unset network.repository"));
    }

    /** The library announces these kinds and would keep nothing for late joiners. */
    @ParameterizedTest
    @EnumSource(names = {"TRANSIENT", "PERSISTENT"})
    void keepsTheHistoryOfDurabilityBeyondTransientLocalUpToItsDepth(Durability.Kind kind) {
        Qos offered = ContractDomain.RELIABLE.with(
                new Durability(kind),
                new QosPolicy.DurabilityService(
                        Duration.ZERO, QosPolicy.History.keepLast(2), QosPolicy.ResourceLimits.NONE),
                new QosPolicy.WriterDataLifecycle(false));
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A033", WireType.MESSAGE, offered);
        for (int n = 1; n <= 5; n++) {
            assertThat(writer.write(ContractDomain.message("AB", n), 1_000 + n)).isEqualTo(new WriteResult.Written());
        }
        writer.write(ContractDomain.message("CD", 6), 1_006);
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> local = new CollectedSamples<>();

        right.createReader(
                "KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE.with(new Durability(kind)), collectedSamples);
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 3);
        try (DdsParticipant third = domain.join()) {
            third.createReader(
                    "KMTF_A033",
                    WireType.MESSAGE,
                    ContractDomain.RELIABLE.with(new Durability(Durability.Kind.TRANSIENT_LOCAL)),
                    local);
            await().atMost(SOON).until(() -> local.values().size() == 3);
            writer.unregister(ContractDomain.message("CD", 0));
            writer.write(ContractDomain.message("AB", 7), 1_007);
            await().atMost(SOON).until(() -> local.values().size() == 4);
        }

        await().atMost(SOON).until(() -> collectedSamples.values().size() == 4);
        assertThat(collectedSamples.values()).extracting(KmtfMessage::sequence).containsExactly(4L, 5L, 6L, 7L);
        assertThat(collectedSamples.samples().getFirst().sourceNanos()).isEqualTo(1_004);
        CollectedSamples<KmtfMessage> latest = new CollectedSamples<>();
        try (DdsParticipant fourth = domain.join()) {
            fourth.createReader(
                    "KMTF_A033", WireType.MESSAGE, ContractDomain.RELIABLE.with(new Durability(kind)), latest);
            await().atMost(SOON).until(() -> latest.values().size() == 2);
            writer.write(ContractDomain.message("AB", 8), 1_008);
            await().atMost(SOON).until(() -> latest.values().size() == 3);
        }
        assertThat(latest.values())
                .as("an unregistered instance is forgotten")
                .extracting(KmtfMessage::sequence)
                .containsExactly(5L, 7L, 8L);
    }

    @Test
    void refusesPoliciesThatCycloneOnlyPretendsToHave() {
        Qos coherent = Qos.of(new QosPolicy.Presentation(QosPolicy.Presentation.Scope.TOPIC, true, false));
        assertThatThrownBy(() -> left.createWriter("KMTF_A029", WireType.MESSAGE, coherent))
                .isInstanceOf(UnsupportedQosException.class)
                .hasMessageContaining("cyclone")
                .hasMessageContaining("coherent");
        Qos group = Qos.of(new QosPolicy.Presentation(QosPolicy.Presentation.Scope.GROUP, false, true));
        assertThatThrownBy(() -> left.createReader("KMTF_A029", WireType.MESSAGE, group, new CollectedSamples<>()))
                .isInstanceOf(UnsupportedQosException.class);
    }

    /** The library keeps the last news of an endpoint that is gone until it is taken. */
    @Test
    void seesNewEndpointsAfterManyHaveGone() {
        left.discovery();
        for (int number = 0; number < GONE; number++) {
            left.createWriter("KMTF_A034", WireType.MESSAGE, ContractDomain.RELIABLE)
                    .close();
        }
        left.createWriter("KMTF_A035", WireType.MESSAGE, ContractDomain.RELIABLE);

        assertThat(left.discovery().endpoints())
                .extracting(DiscoveryView.Endpoint::topic)
                .containsExactly("KMTF_A035");
    }
}
