package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.discovery.NodeUserData;
import org.c4igateway.dds.api.qos.Qos;
import org.junit.jupiter.api.Test;

/** A node that sends a part of its system's topics, in the domain of a node that receives them. */
class DdsShardTest extends DdsTransportFixture {
    @Test
    void readsNoMessages() {
        DdsTestNode bravo = node("B");
        try (DdsParticipant other =
                DdsProvider.named(settings.provider()).open(settings.domain(), Qos.DEFAULT, event -> {})) {
            await().atMost(SOON)
                    .until(() -> readersOfMessages(other)
                            == DdsTestNode.CATALOGUE.topics().size());

            DdsTestNode third = node("A+2");
            awaitMutual(bravo, third);

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(other.discovery().participants())
                            .extracting(each -> NodeUserData.system(each.qos()))
                            .contains(Optional.of("A+2")));
            assertThat(readersOfMessages(other))
                    .isEqualTo(DdsTestNode.CATALOGUE.topics().size());
            assertThat(bravo.transport.mismatches()).isEmpty();
            assertThat(third.transport.mismatches()).isEmpty();
        }
    }

    private static long readersOfMessages(DdsParticipant participant) {
        return participant.discovery().endpoints().stream()
                .filter(endpoint -> endpoint.kind() == DiscoveryView.Kind.READER
                        && endpoint.topic().startsWith(TopicNames.ofMessages("")))
                .count();
    }

    /** It is kept, not written to nobody. */
    @Test
    void aReceiptWaitsUntilTheNodeIsBack() {
        DdsTestNode bravo = node("B");
        DdsTestNode before = node("A+2");
        awaitMutual(bravo, before);
        long epoch = bravo.transport.peer(before.self).epoch();
        assertThat(before.send(DdsTestNode.message("A+2", 1, topicOf(), "B"), TIMEOUT))
                .isEqualTo(ACCEPTED);
        before.transport.flush();
        await().atMost(SOON).until(() -> bravo.messages.size() == 1);
        Receipt receipt = new Receipt(bravo.self, before.self, List.of(new SequenceRange(1, 1)), List.of());

        before.close();

        await().atMost(SOON).until(() -> !bravo.sees(before));
        assertThat(bravo.transport.sendReceipt(receipt, TIMEOUT)).isInstanceOf(SendOutcome.Disconnected.class);
        DdsTestNode after = node("A+2", 2, settings);
        awaitMutual(bravo, after);
        assertThat(bravo.transport.peer(after.self).epoch()).isGreaterThan(epoch);
        assertThat(bravo.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
        bravo.transport.flush();
        await().atMost(SOON).until(() -> after.receipts.equals(List.of(receipt)));
        assertThat(bravo.malformed).isEmpty();
    }

    private static String topicOf() {
        return DdsTestNode.CATALOGUE.topics().stream()
                .filter(topic -> topic.reliable())
                .findFirst()
                .orElseThrow()
                .id();
    }
}
