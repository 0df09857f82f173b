package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.c4igateway.dds.api.DdsEvent;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.InstanceKey;
import org.c4igateway.dds.api.InstanceState;
import org.c4igateway.dds.api.KmtfFrame;
import org.c4igateway.dds.api.KmtfMessage;
import org.c4igateway.dds.api.KmtfNode;
import org.c4igateway.dds.api.KmtfReceipt;
import org.c4igateway.dds.api.Qos;
import org.c4igateway.dds.api.QosPolicy;
import org.c4igateway.dds.api.QosPolicy.Durability;
import org.c4igateway.dds.api.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.QosPolicy.History;
import org.c4igateway.dds.api.QosPolicy.Partition;
import org.c4igateway.dds.api.QosPolicy.Reliability;
import org.c4igateway.dds.api.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.Sample;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.WireCodec;
import org.c4igateway.dds.api.WireType;
import org.c4igateway.dds.api.WriteResult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Two participants in one JVM, which talk over the loopback interface as two processes would. */
class ParticipantTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Qos BEST_EFFORT =
            Qos.of(new Reliability(Reliability.Kind.BEST_EFFORT, Duration.ZERO), History.keepLast(1));
    private static final Qos DURABLE = TestDomain.RELIABLE.with(new Durability(Durability.Kind.TRANSIENT_LOCAL));

    private final TestDomain domain = new TestDomain();
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

    @Test
    void carriesKeyedMessagesBothWaysInOrder() {
        Inbox<KmtfMessage> atRight = new Inbox<>();
        Inbox<KmtfMessage> atLeft = new Inbox<>();
        right.createReader("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE_READER, atRight);
        left.createReader("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE_READER, atLeft);
        DdsWriter<KmtfMessage> fromLeft = left.createWriter("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE);
        DdsWriter<KmtfMessage> fromRight = right.createWriter("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(fromLeft);
        awaitMatch(fromRight);
        byte[] payload = "한글 EXER/JOLLY ROGER//".getBytes(StandardCharsets.UTF_8);

        List<KmtfMessage> sent = LongStream.rangeClosed(1, 1_000)
                .mapToObj(n -> TestDomain.message("LEFT", n, payload))
                .toList();
        sent.forEach(message -> assertThat(fromLeft.write(message)).isEqualTo(new WriteResult.Written()));
        assertThat(fromRight.write(TestDomain.message("RIGHT", 1))).isEqualTo(new WriteResult.Written());

        await().atMost(SOON).until(() -> atRight.values().size() == 1_000);
        assertThat(atRight.values()).isEqualTo(sent);
        await().atMost(SOON).until(() -> atLeft.values().size() == 1);
        assertThat(atLeft.values()).containsExactly(TestDomain.message("RIGHT", 1));
        assertThat(fromLeft.awaitAcknowledged(SOON)).isTrue();
        assertThat(atRight.values()).as("own samples are ignored").hasSize(1_000);
    }
    /** Often enough that both samples come in one batch, too. */
    @RepeatedTest(20)
    void keepsTheTimeAtWhichSomebodyElseWrote() {
        Inbox<KmtfMessage> inbox = new Inbox<>();
        right.createReader("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE_READER, inbox);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A021", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(writer);

        assertThat(writer.write(TestDomain.message("FAR", 1), 1_234_567_890_123_456_789L))
                .isEqualTo(new WriteResult.Written());
        assertThat(writer.write(TestDomain.message("FAR", 2), 5)).isEqualTo(new WriteResult.Written());
        writer.flush();

        await().atMost(SOON).until(() -> inbox.samples().size() == 2);
        // The wire has 32 bits for the fraction of a second: a quarter of a nanosecond.
        assertThat(inbox.samples()).extracting(Sample::sourceNanos).containsExactly(1_234_567_890_123_456_789L, 5L);
        assertThat(inbox.values()).containsExactly(TestDomain.message("FAR", 1), TestDomain.message("FAR", 2));
    }

    @Test
    void carriesEveryWireTypeBestEffort() {
        KmtfReceipt receipt = new KmtfReceipt("B", "A", new long[] {1, -1}, new long[] {7}, List.of("GW-303 no MSGID"));
        KmtfFrame frame = new KmtfFrame(3, new byte[] {1, 2, 3});
        Inbox<KmtfReceipt> receipts = new Inbox<>();
        Inbox<KmtfFrame> frames = new Inbox<>();
        right.createReader("C4I_RECEIPT", WireType.RECEIPT, BEST_EFFORT, receipts);
        right.createReader("C4I_FRAME_X", WireType.FRAME, BEST_EFFORT, frames);
        DdsWriter<KmtfReceipt> receiptWriter = left.createWriter("C4I_RECEIPT", WireType.RECEIPT, BEST_EFFORT);
        DdsWriter<KmtfFrame> frameWriter = left.createWriter("C4I_FRAME_X", WireType.FRAME, BEST_EFFORT);
        awaitMatch(receiptWriter);
        awaitMatch(frameWriter);

        await().atMost(SOON).until(() -> {
            receiptWriter.write(receipt);
            frameWriter.write(frame);
            return receipts.values().contains(receipt) && frames.values().contains(frame);
        });
    }

    @Test
    void givesLateJoinersTheDurableHistoryPerKey() {
        Qos qos = DURABLE.with(new DurabilityService(Duration.ZERO, History.keepLast(2), ResourceLimits.NONE));
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A031", WireType.MESSAGE, qos);
        for (String origin : List.of("A", "B")) {
            for (int n = 1; n <= 5; n++) {
                writer.write(TestDomain.message(origin, n));
            }
        }
        Inbox<KmtfMessage> late = new Inbox<>();
        right.createReader("KMTF_A031", WireType.MESSAGE, DURABLE, late);

        await().atMost(SOON).until(() -> late.values().size() >= 4);
        assertThat(late.values())
                .containsExactlyInAnyOrder(
                        TestDomain.message("A", 4),
                        TestDomain.message("A", 5),
                        TestDomain.message("B", 4),
                        TestDomain.message("B", 5));
    }

    @Test
    void tellsDisposedInstancesByKey() {
        Qos qos = DURABLE.with(History.keepLast(1));
        Inbox<KmtfNode> nodes = new Inbox<>();
        right.createReader("C4I_NODE", WireType.NODE, qos, nodes);
        DdsWriter<KmtfNode> writer = left.createWriter("C4I_NODE", WireType.NODE, qos);
        KmtfNode node = new KmtfNode("ROK.1FLT", 42, "c0ffee", List.of("A021=0000002a"), "WAN-1 2f");
        writer.write(node);
        await().atMost(SOON).until(() -> nodes.values().equals(List.of(node)));
        assertThat(nodes.samples().getFirst().state()).isEqualTo(InstanceState.ALIVE);

        assertThat(writer.dispose(node)).isEqualTo(new WriteResult.Written());

        await().atMost(SOON).until(() -> nodes.samples().size() == 2);
        assertThat(nodes.samples().get(1)).isInstanceOfSatisfying(Sample.StateChange.class, change -> {
            assertThat(change.key()).isEqualTo(new InstanceKey(List.of("ROK.1FLT")));
            assertThat(change.state()).isEqualTo(InstanceState.DISPOSED);
        });
    }

    @Test
    void reportsWhichPolicyIsIncompatibleOnBothSides() {
        left.createWriter("KMTF_A022", WireType.MESSAGE, BEST_EFFORT);
        right.createReader("KMTF_A022", WireType.MESSAGE, TestDomain.RELIABLE, new Inbox<>());

        await().atMost(SOON)
                .until(() ->
                        domain.events.contains(new DdsEvent.OfferedIncompatibleQos("KMTF_A022", "RELIABILITY", 1, 1))
                                && domain.events.contains(
                                        new DdsEvent.RequestedIncompatibleQos("KMTF_A022", "RELIABILITY", 1, 1)));
    }

    @Test
    void reportsMatchesWithCounts() {
        var reader = right.createReader("KMTF_A023", WireType.MESSAGE, TestDomain.RELIABLE, new Inbox<>());
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A023", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(writer);
        reader.close();

        await().atMost(SOON)
                .until(() -> domain.events.contains(new DdsEvent.PublicationMatched("KMTF_A023", 0, -1, 1)));
        assertThat(domain.events).contains(new DdsEvent.SubscriptionMatched("KMTF_A023", 1, 1, 1));
    }

    @Test
    void separatesPartitions() {
        Inbox<KmtfMessage> other = new Inbox<>();
        Inbox<KmtfMessage> same = new Inbox<>();
        Partition exercise = new Partition(List.of("EX-1"));
        right.createReader(
                "KMTF_A024", WireType.MESSAGE, TestDomain.RELIABLE.with(new Partition(List.of("EX-2"))), other);
        right.createReader("KMTF_A024", WireType.MESSAGE, TestDomain.RELIABLE.with(exercise), same);
        DdsWriter<KmtfMessage> writer =
                left.createWriter("KMTF_A024", WireType.MESSAGE, TestDomain.RELIABLE.with(exercise));
        awaitMatch(writer);
        writer.write(TestDomain.message("A", 1));

        await().atMost(SOON).until(() -> same.values().size() == 1);
        assertThat(other.values()).isEmpty();
    }

    /** A blocked listener must hold the writer back with bounded memory, and lose nothing. */
    @Test
    void turnsABlockedListenerIntoBackPressure() {
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger received = new AtomicInteger();
        Qos readerQos =
                TestDomain.RELIABLE.with(new ResourceLimits(64, ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED));
        right.createReader("KMTF_A025", WireType.MESSAGE, readerQos, samples -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            received.addAndGet(samples.size());
        });
        Qos writerQos = TestDomain.RELIABLE.with(new Reliability(Reliability.Kind.RELIABLE, Duration.ofMillis(100)));
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A025", WireType.MESSAGE, writerQos);
        awaitMatch(writer);
        byte[] payload = new byte[10_000];
        int written = 0;
        while (writer.write(TestDomain.message("A", written + 1L, payload)) instanceof WriteResult.Written) {
            written++;
            assertThat(written).isLessThan(5_000);
        }
        int expected = written;
        release.countDown();
        await().atMost(SOON).until(() -> received.get() == expected);
    }

    @Test
    void carriesLargeSamplesAndKeepsThemBitExact() {
        Inbox<KmtfMessage> inbox = new Inbox<>();
        right.createReader("KMTF_A026", WireType.MESSAGE, TestDomain.RELIABLE, inbox);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A026", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(writer);
        byte[] payload = new byte[3 * 1_024 * 1_024];
        new Random(1).nextBytes(payload);
        writer.write(TestDomain.message("A", 1, payload));
        await().atMost(SOON).until(() -> inbox.values().size() == 1);
        assertThat(inbox.values().getFirst().payload()).isEqualTo(payload);
    }

    /** The library checks structure but not text, so that such a sample reaches the codec. */
    @Test
    void deliversMalformedSamplesAsSuchAndGoesOn() {
        Inbox<KmtfMessage> inbox = new Inbox<>();
        right.createReader("KMTF_A033", WireType.MESSAGE, TestDomain.RELIABLE, inbox);
        CycloneWriter<KmtfMessage> writer =
                (CycloneWriter<KmtfMessage>) left.createWriter("KMTF_A033", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(writer);
        WireCodec<KmtfMessage> codec = WireType.MESSAGE.newCodec();
        ByteBuffer bytes = ByteBuffer.allocate(1_000);
        codec.encode(TestDomain.message("AB", 1), bytes);
        bytes.put(8, (byte) 0xff).flip();
        assertThat(writer.writeEncoded(bytes)).isEqualTo(new WriteResult.Written());
        writer.write(TestDomain.message("AB", 2));

        await().atMost(SOON).until(() -> inbox.samples().size() == 2);
        assertThat(inbox.samples().getFirst())
                .isInstanceOfSatisfying(
                        Sample.Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains("UTF-8"));
        assertThat(inbox.values()).containsExactly(TestDomain.message("AB", 2));
        assertThat(writer.writeEncoded(ByteBuffer.wrap(new byte[] {0, 1, 0, 0, 9, 9, 9, 9})))
                .as("structure is checked before anything is sent")
                .isInstanceOf(WriteResult.Failed.class);
    }

    @Test
    void holdsBatchedWritesUntilFlush() {
        Inbox<KmtfMessage> inbox = new Inbox<>();
        right.createReader("KMTF_A027", WireType.MESSAGE, TestDomain.RELIABLE, inbox);
        DdsWriter<KmtfMessage> writer =
                left.createWriter("KMTF_A027", WireType.MESSAGE, TestDomain.RELIABLE.with(new WriterBatching(true)));
        awaitMatch(writer);
        for (int n = 1; n <= 10; n++) {
            assertThat(writer.write(TestDomain.message("A", n))).isEqualTo(new WriteResult.Written());
        }
        writer.flush();
        await().atMost(SOON).until(() -> inbox.values().size() == 10);
    }

    @Test
    void survivesAListenerThatThrows() {
        Inbox<KmtfMessage> inbox = new Inbox<>();
        right.createReader("KMTF_A028", WireType.MESSAGE, TestDomain.RELIABLE, samples -> {
            if (inbox.values().isEmpty()) {
                inbox.onSamples(samples);
                throw new IllegalStateException("for the test");
            }
            inbox.onSamples(samples);
        });
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A028", WireType.MESSAGE, TestDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(TestDomain.message("A", 1));
        await().atMost(SOON).until(() -> inbox.values().size() == 1);
        writer.write(TestDomain.message("A", 2));
        await().atMost(SOON).until(() -> inbox.values().size() == 2);
    }

    @Test
    void refusesPoliciesThatCycloneOnlyPretendsToHave() {
        Qos persistent = Qos.of(new Durability(Durability.Kind.PERSISTENT));
        assertThatThrownBy(() -> left.createWriter("KMTF_A029", WireType.MESSAGE, persistent))
                .isInstanceOf(UnsupportedQosException.class)
                .hasMessageContaining("cyclone")
                .hasMessageContaining("PERSISTENT");
        Qos group = Qos.of(new QosPolicy.Presentation(QosPolicy.Presentation.Scope.GROUP, false, true));
        assertThatThrownBy(() -> left.createReader("KMTF_A029", WireType.MESSAGE, group, new Inbox<>()))
                .isInstanceOf(UnsupportedQosException.class);
    }

    @Test
    void refusesATopicWithTwoTypesAndUseAfterClose() {
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A030", WireType.MESSAGE, TestDomain.RELIABLE);
        assertThatThrownBy(() -> left.createWriter("KMTF_A030", WireType.NODE, TestDomain.RELIABLE))
                .isInstanceOf(DdsException.class)
                .hasMessageContaining("kmtf::Message");
        left.close();
        assertThat(writer.write(TestDomain.message("A", 1))).isInstanceOf(WriteResult.Failed.class);
        assertThatThrownBy(() -> left.createWriter("KMTF_A030", WireType.MESSAGE, TestDomain.RELIABLE))
                .isInstanceOf(DdsException.class);
    }
}
