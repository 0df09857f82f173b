package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

class DdsDomainTest extends DdsTransportFixture {
    @Test
    void countsEpochsWhenAPeerGoesAndComesBack() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        long before = a.transport.peer(b.self).epoch();
        assertThat(a.announcements).hasSize(1);
        assertThat(a.announcements.getFirst().topicDigests()).isEqualTo(DdsTestNode.CATALOGUE.digests());

        b.close();
        await().atMost(SOON).until(() -> !a.sees(b));
        assertThat(a.peers.get(b.self)).isEqualTo(a.transport.peer(b.self));
        DdsTestNode again = node("B", 2, settings);
        awaitMutual(a, again);
        assertThat(a.transport.peer(b.self).epoch()).isGreaterThan(before);
        assertThat(a.announcements).hasSize(2);
    }

    @Test
    void staysWhenANamesakeTakesItsAnnouncementBack() {
        DdsTestNode a = node("A");
        DdsTestNode late = node("B");
        awaitMutual(a, late);
        DdsTestNode successor = node("B", 2, settings);
        await().atMost(SOON).until(() -> a.announcements.getLast().incarnation() == 2);
        awaitMutual(a, successor);
        long epoch = a.transport.peer(successor.self).epoch();

        late.close();
        DdsTestNode c = node("C");
        awaitMutual(a, c);

        assertThat(a.transport.peer(successor.self)).isEqualTo(new PeerState(true, epoch));
        successor.close();
        await().atMost(SOON).until(() -> !a.sees(successor));
    }

    @Test
    void keepsPartitionsApart() {
        DdsTestNode a = node("A", 1, settings.withPartition("EX-1"));
        DdsTestNode b = node("B", 1, settings.withPartition("EX-1"));
        DdsTestNode other = node("C", 1, settings.withPartition("EX-2"));
        awaitMutual(a, b);
        assertThat(a.sees(other)).isFalse();
        assertThat(other.peers).isEmpty();
    }

    @Test
    void takesMessagesOfForeignApplicationsAndParksMalformedOnes() {
        DdsTestNode b = node("B");
        DdsParticipant foreign = DdsProvider.named("cyclone").open(settings.domain(), event -> {});
        open.add(foreign);
        String topic = topicOf(TrafficClass.REQUEST);
        Qos qos = Qos.of(
                new Reliability(Reliability.Kind.RELIABLE, TIMEOUT), new Durability(Durability.Kind.TRANSIENT_LOCAL));
        DdsWriter<KmtfMessage> writer = foreign.createWriter("KMTF_" + topic, WireType.MESSAGE, qos);
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1);
        byte[] text = {'E', 'X'};
        writer.write(new KmtfMessage("FOREIGN", "", 1, topic, 0, 1_000, Long.MAX_VALUE, "", List.of(), text));
        writer.write(new KmtfMessage("FOREIGN", "", 2, "OTHER", 0, 1_000, 2_000, "", List.of(), text));
        writer.write(new KmtfMessage("FOREIGN", "", 3, topic, 9, 1_000, 2_000, "", List.of(), text));
        writer.write(new KmtfMessage("not a name", "", 4, topic, 0, 1_000, 2_000, "", List.of(), text));
        writer.write(new KmtfMessage("FOREIGN", "", 0, topic, 0, 1_000, 2_000, "", List.of("B"), text));

        await().atMost(SOON).until(() -> b.malformed.size() == 4);
        assertThat(b.messages).hasSize(1);
        assertThat(b.messages.getFirst().destinations()).isEmpty();
        assertThat(b.messages.getFirst().expiresAt()).isEqualTo(Instant.MAX);
        assertThat(b.malformed).allMatch(text2 -> text2.contains("MALFORMED_ENVELOPE") && text2.contains(topic));
        Receipt receipt = new Receipt(b.self, new SystemName("FOREIGN"), List.of(new SequenceRange(1, 1)), List.of());
        assertThat(b.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
    }

    @Test
    void reportsIncompatibleForeignWritersInMeters() {
        DdsTestNode b = node("B");
        DdsParticipant foreign = DdsProvider.named("cyclone").open(settings.domain(), event -> {});
        open.add(foreign);
        Qos bestEffort = Qos.of(new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO));
        foreign.createWriter("KMTF_" + topicOf(TrafficClass.ORDER), WireType.MESSAGE, bestEffort);

        await().atMost(SOON)
                .until(() -> b.meters
                                .find(DdsMeters.EVENTS)
                                .tags("event", "RequestedIncompatibleQos")
                                .counter()
                        != null);
    }
}
