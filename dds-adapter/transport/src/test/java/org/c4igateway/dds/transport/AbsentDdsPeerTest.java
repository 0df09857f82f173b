package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.EndpointMismatch.Cause;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.NodeUserData;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.type.KmtfNode;
import org.junit.jupiter.api.Test;

/** Why a peer is away, as a node on DDS knows it. */
class AbsentDdsPeerTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final SystemName ALPHA = new SystemName("A");
    private static final SystemName BRAVO = new SystemName("B");

    private final DdsSettings settings =
            DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));

    private static void awaitReason(DdsTestNode node, SystemName peer, Reason reason) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(node.transport.absence(peer).map(PeerAbsence::reason))
                        .contains(reason));
    }

    @Test
    void tellsAnEmptyDomainFromAPeerThatIsNotThereYetAndOneThatHasGone() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings)) {
            awaitReason(b, ALPHA, Reason.ALONE);
            assertThat(b.transport.absence(ALPHA).orElseThrow().detail())
                    .isEqualTo(Integer.toString(settings.domain().domainId()));
            try (DdsTestNode c = new DdsTestNode("C", 6, settings)) {
                await().atMost(SOON).until(() -> b.sees(c));
                assertThat(b.transport.absence(c.self)).isEmpty();
                assertThat(c.transport.absence(ALPHA).map(PeerAbsence::reason)).contains(Reason.NOT_DISCOVERED);
            }
            awaitReason(b, new SystemName("C"), Reason.GONE);
        }
    }

    @Test
    void namesTheTopicThePolicyAndBothValuesWhenEndpointsDoNotMatch() {
        Qos weak = Qos.of(
                new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO), new Durability(Durability.Kind.VOLATILE));
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                DdsParticipant other = DdsProvider.named(settings.provider())
                        .open(settings.domain(), NodeUserData.named(Qos.DEFAULT, "A"), event -> {})) {
            TopicQos qos = new TopicQos(settings);
            Qos offered = qos.nodeWriter()
                    .find(Partition.class)
                    .map(partition -> weak.with(partition))
                    .orElse(weak);
            var _ = other.createWriter(TopicNames.RECEIPT, WireType.RECEIPT, offered);

            awaitReason(b, ALPHA, Reason.UNFIT);
            EndpointMismatch mismatch = b.transport.mismatches().stream()
                    .filter(each -> each.topic().equals(TopicNames.RECEIPT))
                    .findFirst()
                    .orElseThrow();
            assertThat(mismatch.other()).isEqualTo("A");
            assertThat(mismatch.sends()).isFalse();
            assertThat(mismatch.causes()).extracting(Cause::policy).contains("RELIABILITY");
            assertThat(b.transport.absence(ALPHA).orElseThrow().text())
                    .contains(TopicNames.RECEIPT, "RELIABILITY", "offered", "requested");
        }
    }

    @Test
    void saysThatAnotherNodeHasItsNameWhenAPeerHearsThatOne() {
        try (DdsTestNode peer = new DdsTestNode("B", 5, settings);
                DdsTestNode first = new DdsTestNode("A", 6, settings, on(1))) {
            await().atMost(SOON).until(() -> peer.sees(first));
            try (DdsTestNode second = new DdsTestNode("A", 7, settings, on(2))) {
                awaitReason(second, BRAVO, Reason.NAMESAKE);
                assertThat(second.transport.absence(BRAVO).orElseThrow().detail())
                        .contains(new UUID(0, 1).toString(), new UUID(0, 2).toString());
            }
        }
    }

    @Test
    void saysThatAPeerIsHeardAndDoesNotAnswer() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                DdsParticipant deaf = DdsProvider.named(settings.provider())
                        .open(settings.domain(), NodeUserData.named(Qos.DEFAULT, "A"), event -> {})) {
            DdsWriter<KmtfNode> writer =
                    deaf.createWriter(TopicNames.NODE, WireType.NODE, new TopicQos(settings).nodeWriter());
            var _ = writer.write(new KmtfNode("A", 7, "", List.of(), "", KmtfNode.Database.UNKNOWN));

            awaitReason(b, ALPHA, Reason.UNANSWERED);
        }
    }

    private static Introduction on(long database) {
        return new Introduction(1, Optional.of(new DatabaseId(new UUID(0, database))), 60);
    }

    @Test
    void namesTheSystemInTheUserDataOfItsParticipant() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                DdsParticipant other =
                        DdsProvider.named(settings.provider()).open(settings.domain(), Qos.DEFAULT, event -> {})) {
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(other.discovery().participants())
                            .extracting(each -> NodeUserData.system(each.qos()))
                            .contains(Optional.of(b.self.value())));
        }
    }
}
