package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.transport.DdsSettings.Limits;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

class DdsTransportTest extends DdsTransportFixture {
    @Test
    void carriesEveryTopicBitExactAndWithReceipts() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        List<Message> sent = new ArrayList<>();
        for (Topic topic : DdsTestNode.CATALOGUE.topics()) {
            Message message = DdsTestNode.message("A", sent.size() + 1L, topic.id(), "B");
            sent.add(message);
            assertThat(a.send(message, TIMEOUT)).isEqualTo(ACCEPTED);
        }
        a.transport.flush();

        await().atMost(SOON).until(() -> b.messages.size() >= sent.size());
        assertThat(b.messages).containsExactlyInAnyOrderElementsOf(sent);
        Receipt receipt = new Receipt(
                b.self,
                a.self,
                List.of(new SequenceRange(1, 200), new SequenceRange(202, 270)),
                List.of(new Receipt.Rejection(201, ErrorCode.MALFORMED_PAYLOAD, "no MSGID set")));
        assertThat(b.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
        b.transport.flush();
        await().atMost(SOON).until(() -> a.receipts.equals(List.of(receipt)));
    }

    @Test
    void cutsReasonsThatNoSampleCanCarry() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        List<String> details = List.of("x".repeat(5_000), "가".repeat(5_000), "row \0 of\nA\ud800", "");
        List<Receipt.Rejection> rejected = details.stream()
                .map(detail -> new Receipt.Rejection(details.indexOf(detail) + 1L, ErrorCode.DATABASE_REFUSED, detail))
                .toList();
        Receipt receipt = new Receipt(b.self, a.self, List.of(), rejected);

        assertThat(b.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
        b.transport.flush();

        await().atMost(SOON).until(() -> a.receipts.equals(List.of(receipt)));
        assertThat(a.receipts.getFirst().rejected())
                .extracting(Receipt.Rejection::detail)
                .containsExactly("x".repeat(512), "가".repeat(170), "row   of A?", "");
    }

    @Test
    void keepsCodesThatThisReleaseDoesNotKnow() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        Receipt receipt = new Receipt(
                b.self,
                a.self,
                List.of(new SequenceRange(1, 4)),
                List.of(
                        new Receipt.Rejection(5, ReasonCode.of(399), "of a later release"),
                        new Receipt.Rejection(6, ErrorCode.EXPIRED, "late")));

        assertThat(b.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
        b.transport.flush();

        await().atMost(SOON).until(() -> a.receipts.equals(List.of(receipt)));
        assertThat(a.receipts.getFirst().rejected())
                .extracting(rejection -> rejection.code().code())
                .containsExactly("GW-399", "GW-304");
    }

    @Test
    void keepsTheOrderOfABurstOnAReliableTopic() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        String topic = topicOf(TrafficClass.REPORT);
        int count = 20_000;
        for (long n = 1; n <= count; n++) {
            Message message = DdsTestNode.message("A", n, topic, "B");
            assertThat(a.send(message, TIMEOUT)).isEqualTo(ACCEPTED);
        }
        a.transport.flush();

        await().atMost(SOON).until(() -> b.messages.size() >= count);
        assertThat(b.messages.stream().map(message -> message.id().sequence()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, count).boxed().toList());
    }

    /** The library gives what waits of one subject before what waits of the next one. */
    @Test
    void takesNoLossForAnOrderOfSubjectsWhenMuchWaits() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        long epoch = a.transport.peer(b.self).epoch();
        b.room.drainPermits();
        String topic = topicOf(TrafficClass.ORDER);
        int count = 600;
        for (long n = 1; n <= count; n++) {
            String subject = n % 2 == 0 ? "EVEN" : "ODD";
            assertThat(a.send(about(subject, DdsTestNode.message("A", n, topic, "B")), TIMEOUT))
                    .isEqualTo(ACCEPTED);
        }
        a.transport.flush();

        b.room.release(Integer.MAX_VALUE);

        await().atMost(SOON).until(() -> b.messages.size() >= count);
        assertThat(b.messages.stream().map(message -> message.id().sequence()))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, count).boxed().toList());
        assertThat(b.meters.find(DdsMeters.GAPS).counter()).isNull();
        assertThat(a.transport.peer(b.self).epoch()).isEqualTo(epoch);
    }

    @Test
    void deliversToTheNamedDestinationsOnly() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        DdsTestNode c = node("C");
        awaitMutual(a, b, c);
        String topic = topicOf(TrafficClass.ORDER);
        assertThat(send(a, DdsTestNode.message("A", 1, topic, "B"))).isEqualTo(ACCEPTED);
        assertThat(send(a, DdsTestNode.message("A", 2, topic, "B", "C"))).isEqualTo(ACCEPTED);

        await().atMost(SOON).until(() -> b.messages.size() == 2 && c.messages.size() == 1);
        assertThat(c.messages.getFirst().id().sequence()).isEqualTo(2);
        assertThat(c.meters.get(DdsMeters.NOT_ADDRESSED).counter().count()).isEqualTo(1);
        assertThat(a.messages).isEmpty();
    }

    @Test
    void refusesWhatCannotBeSent() {
        DdsTestNode a = node("A");
        assertThat(send(a, DdsTestNode.message("A", 1, topicOf(TrafficClass.ORDER), "B")))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
        assertThat(send(a, DdsTestNode.message("A", 1, "NOSUCH", "B")))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_TOPIC));
        Message large = new Message(
                new MessageId(a.self, 1),
                topicOf(TrafficClass.ORDER),
                Precedence.FLASH,
                List.of(),
                Instant.EPOCH,
                Instant.MAX,
                "",
                "",
                new byte[DdsTestNode.MAX_PAYLOAD_BYTES + 1]);
        assertThat(send(a, large))
                .isInstanceOfSatisfying(
                        SendOutcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        a.transport.close();
        assertThat(send(a, DdsTestNode.message("A", 1, topicOf(TrafficClass.ORDER), "B")))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED));
    }

    @Test
    void holdsTheSenderBackWhileTheReceiverIsFullAndLosesNothing() {
        Limits tight = new Limits(32, 8, Duration.ofMillis(20), Duration.ofSeconds(10));
        DdsTestNode a = node("A", 1, settings.withLimits(tight));
        DdsTestNode b = node("B", 1, settings.withLimits(tight));
        awaitMutual(a, b);
        b.room.drainPermits();
        String topic = topicOf(TrafficClass.ALERT);
        long accepted = 0;
        while (a.send(DdsTestNode.message("A", accepted + 1, topic, "B"), Duration.ofMillis(50))
                instanceof SendOutcome.Accepted) {
            accepted++;
            assertThat(accepted).isLessThan(100_000);
        }
        long expected = accepted;
        Receipt receipt = new Receipt(a.self, b.self, List.of(new SequenceRange(1, 1)), List.of());
        assertThat(a.transport.peer(b.self).reachable()).isTrue();
        b.room.release(Integer.MAX_VALUE);
        assertThat(a.transport.sendReceipt(receipt, TIMEOUT)).isEqualTo(ACCEPTED);
        a.transport.flush();

        await().atMost(SOON).until(() -> b.messages.size() >= expected && !b.receipts.isEmpty());
        assertThat(b.messages.stream().map(message -> message.id().sequence()).distinct())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, expected).boxed().toList());
    }

    @Test
    void stopsDeliveryWhenTheSubscriptionIsClosed() {
        DdsTestNode a = node("A");
        DdsTestNode b = node("B");
        awaitMutual(a, b);
        b.subscription.close();
        await().atMost(SOON).until(() -> !a.sees(b));
        assertThat(send(a, DdsTestNode.message("A", 1, topicOf(TrafficClass.ORDER), "B")))
                .isEqualTo(new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE));
        assertThat(b.messages).isEmpty();
    }

    @Test
    void failsTheStartWithTheKeyThatIsWrong() {
        DdsSettings override = settings.withQos(QosSettings.NONE.withTopics(
                Map.of("NOSUCH", new QosSettings.Scope(null, Map.of(), Map.of(), Map.of()))));
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> node("A", 1, override))
                .withMessageContaining("c4i.transports.dds.qos.topics.NOSUCH");
        DdsSettings filtered = settings.withQos(QosSettings.NONE.withTopics(Map.of(
                topicOf(TrafficClass.ORDER),
                new QosSettings.Scope(null, Map.of(), Map.of(), Map.of("time-based-filter", "1s")))));
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> node("A", 1, filtered))
                .withMessageContaining("time-based-filter");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> settings.withPartition("EX-*"))
                .withMessageContaining("partition");
        assertThatExceptionOfType(GatewayException.Fatal.class)
                .isThrownBy(() -> node("A", 1, DdsSettings.loopback(500)))
                .withMessageContaining("domain id");
    }

    private static Message about(String subject, Message message) {
        return new Message(
                message.id(),
                message.topicId(),
                message.precedence(),
                message.destinations(),
                message.createdAt(),
                message.expiresAt(),
                message.label(),
                subject,
                message.payload());
    }

    private static SendOutcome send(DdsTestNode node, Message message) {
        SendOutcome outcome = node.send(message, TIMEOUT);
        node.transport.flush();
        return outcome;
    }
}
