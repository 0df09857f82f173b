package org.c4igateway.dds.opendds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsSecurity;
import org.c4igateway.dds.api.DdsUnavailableException;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.CollectedSamples;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is peculiar to OpenDDS. */
class OpenDdsParticipantTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final ContractDomain domain = new ContractDomain(OpenDdsProvider.NAME);
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

    /** OpenDDS acknowledges what the reader then has no room for; that is reported, and the reader goes on. */
    @Test
    void rejectsWhatABlockedListenerHasNoRoomForAndReportsIt() {
        CountDownLatch release = new CountDownLatch(1);
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        Qos small = ContractDomain.RELIABLE.with(
                new ResourceLimits(64, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED));
        right.createReader("KMTF_A025", WireType.MESSAGE, small, samples -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            collectedSamples.onSamples(samples);
        });
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A025", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        for (int n = 1; n <= 500; n++) {
            assertThat(writer.write(ContractDomain.message("A", n))).isEqualTo(new WriteResult.Written());
        }
        assertThat(writer.awaitAcknowledged(SOON)).isTrue();
        release.countDown();

        await().atMost(SOON)
                .until(() -> domain.events.stream()
                        .anyMatch(event -> event instanceof DdsEvent.SampleRejected rejected
                                && rejected.limit().equals("max samples per instance")));
        await().atMost(SOON).until(() -> {
            writer.write(ContractDomain.message("A", 501));
            return collectedSamples.values().stream().anyMatch(message -> message.sequence() == 501);
        });
        assertThat(collectedSamples.values()).hasSizeLessThan(500);
    }

    /** A reader at its limit meets an instance of which it has nothing. */
    @Test
    void takesNewInstancesWhenItIsFull() {
        CountDownLatch release = new CountDownLatch(1);
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        Qos small =
                ContractDomain.RELIABLE.with(new ResourceLimits(8, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED));
        right.createReader("KMTF_A027", WireType.MESSAGE, small, samples -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            collectedSamples.onSamples(samples);
        });
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A027", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        for (int n = 1; n <= 100; n++) {
            writer.write(ContractDomain.message("A" + n % 10, n));
        }
        assertThat(writer.awaitAcknowledged(SOON)).isTrue();
        writer.write(ContractDomain.message("NEW", 101));
        release.countDown();
        await().atMost(SOON)
                .until(() -> collectedSamples.values().stream()
                        .anyMatch(message -> message.origin().equals("NEW")));
    }

    /** The Java bindings of OpenDDS would spoil characters beyond U+FFFF. */
    @Test
    void carriesAnyText() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A026", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A026", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        List<String> origins = List.of("\ud83d\ude00", "한글", "\u00e9\uffff");
        for (String origin : origins) {
            assertThat(writer.write(ContractDomain.message(origin, 1))).isEqualTo(new WriteResult.Written());
        }

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(collectedSamples.values())
                        .extracting(KmtfMessage::origin)
                        .containsExactlyElementsOf(origins));
    }

    /** Larger than what buffers keep, after and before small ones. */
    @Test
    void carriesPayloadsOfAnySize() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A028", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A028", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        Random random = new Random();
        List<byte[]> payloads = IntStream.of(0, 1, 65_535, 3, 300_000, 65_536, 0)
                .mapToObj(size -> {
                    byte[] payload = new byte[size];
                    random.nextBytes(payload);
                    return payload;
                })
                .toList();
        for (byte[] payload : payloads) {
            assertThat(writer.write(message(payload))).isEqualTo(new WriteResult.Written());
        }

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(collectedSamples.values())
                        .extracting(KmtfMessage::payload)
                        .containsExactlyElementsOf(payloads));
    }

    private static KmtfMessage message(byte[] payload) {
        return new KmtfMessage("A", "", 1, "A028", 3, 1, Long.MAX_VALUE, "", List.of("B"), payload);
    }

    @Test
    void refusesAConfigurationThatItCannotFollow() {
        DomainConfig config = ContractDomain.config(domain.id(), DomainConfig.DEFAULT_LEASE);
        refuses(ContractDomain.config(domain.id(), Duration.ofSeconds(3)), "multiple of 10 s");
        refuses(config(config, config.network(), WireTuning.narrow(16_000, Duration.ofMillis(30))), "sizes");
        refuses(
                config(
                        config,
                        new DomainConfig.Network(List.of("lo"), DomainConfig.Multicast.NONE, List.of("127.0.0.1")),
                        WireTuning.LAN),
                "multicast");
        refuses(
                config(
                        config,
                        new DomainConfig.Network(List.of("lo", "eth0"), DomainConfig.Multicast.ALL, List.of()),
                        WireTuning.LAN),
                "one network interface");
        refuses(
                new DomainConfig(
                        config.domainId(),
                        config.network(),
                        config.lease(),
                        config.tuning(),
                        Optional.of(new DomainConfig.Rendezvous(7_400, Duration.ofSeconds(1), Optional.empty()))),
                "rendezvous");
        DomainConfig secured = config.withSecurity(DdsSecurity.in(Path.of("pki")));
        assertThatThrownBy(() -> DdsProvider.named(OpenDdsProvider.NAME).open(secured, domain.events::add))
                .isInstanceOf(DdsUnavailableException.class);
    }

    private static DomainConfig config(DomainConfig from, DomainConfig.Network network, WireTuning tuning) {
        return new DomainConfig(from.domainId(), network, from.lease(), tuning);
    }

    private void refuses(DomainConfig config, String reason) {
        assertThatThrownBy(() -> DdsProvider.named(OpenDdsProvider.NAME).open(config, domain.events::add))
                .isInstanceOf(DdsException.class)
                .hasMessageContaining(reason);
    }
}
