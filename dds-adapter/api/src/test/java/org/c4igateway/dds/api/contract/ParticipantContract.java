package org.c4igateway.dds.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/**
 * What a participant and its endpoints do. Two participants in one JVM, which talk over the loopback interface as two
 * processes would.
 */
public abstract class ParticipantContract extends TwoParticipants {
    /** @param provider name of the provider to test */
    protected ParticipantContract(String provider) {
        super(provider);
    }

    /** @param domain where the participants meet */
    protected ParticipantContract(ContractDomain domain) {
        super(domain);
    }

    @Test
    void carriesKeyedMessagesBothWaysInOrder() {
        CollectedSamples<KmtfMessage> atRight = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> atLeft = new CollectedSamples<>();
        right.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE_READER, atRight);
        left.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE_READER, atLeft);
        DdsWriter<KmtfMessage> fromLeft = left.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
        DdsWriter<KmtfMessage> fromRight = right.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(fromLeft);
        awaitMatch(fromRight);
        byte[] payload = "한글 EXER/JOLLY ROGER//".getBytes(StandardCharsets.UTF_8);

        List<KmtfMessage> sent = LongStream.rangeClosed(1, 1_000)
                .mapToObj(n -> ContractDomain.message("LEFT", n, payload))
                .toList();
        sent.forEach(message -> assertThat(fromLeft.write(message)).isEqualTo(new WriteResult.Written()));
        assertThat(fromRight.write(ContractDomain.message("RIGHT", 1))).isEqualTo(new WriteResult.Written());

        await().atMost(SOON).until(() -> atRight.values().size() == 1_000);
        assertThat(atRight.values()).isEqualTo(sent);
        await().atMost(SOON).until(() -> atLeft.values().size() == 1);
        assertThat(atLeft.values()).containsExactly(ContractDomain.message("RIGHT", 1));
        assertThat(fromLeft.awaitAcknowledged(SOON)).isTrue();
        assertThat(atRight.values()).as("own samples are ignored").hasSize(1_000);
    }

    /** Often enough that both samples come in one batch, too. */
    @RepeatedTest(20)
    void keepsTheTimeAtWhichSomebodyElseWrote() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE_READER, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);

        assertThat(writer.write(ContractDomain.message("FAR", 1), 1_234_567_890_123_456_789L))
                .isEqualTo(new WriteResult.Written());
        assertThat(writer.write(ContractDomain.message("FAR", 2), 5)).isEqualTo(new WriteResult.Written());
        writer.flush();

        await().atMost(SOON).until(() -> collectedSamples.samples().size() == 2);
        // The wire has 32 bits for the fraction of a second: a quarter of a nanosecond, which OpenDDS 3.21 rounds down.
        assertThat(collectedSamples.samples())
                .extracting(Sample::sourceNanos)
                .satisfiesExactly(
                        first -> assertThat(first).isCloseTo(1_234_567_890_123_456_789L, within(1L)),
                        second -> assertThat(second).isCloseTo(5L, within(1L)));
        assertThat(collectedSamples.values())
                .containsExactly(ContractDomain.message("FAR", 1), ContractDomain.message("FAR", 2));
    }

    @Test
    void tellsWhoseAWriterIs() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A022", WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());
        right.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(ContractDomain.message("LEFT", 1));
        writer.flush();
        await().atMost(SOON).until(() -> collectedSamples.samples().size() == 1);

        long handle = collectedSamples.samples().getFirst().writer();
        assertThat(right.writer(handle))
                .hasValueSatisfying(guid -> assertThat(left.discovery().participants())
                        .filteredOn(DiscoveryView.Participant::own)
                        .allMatch(own -> own.guid().sameParticipant(guid)));
        assertThat(right.writer(handle + 1)).isEmpty();
    }

    @Test
    void refusesATimeOfWritingThatIsNegative() {
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);

        for (long time : new long[] {-1, Long.MIN_VALUE}) {
            assertThat(writer.write(ContractDomain.message("FAR", 1), time)).isInstanceOf(WriteResult.Refused.class);
        }
    }

    @Test
    void carriesEveryWireTypeBestEffort() {
        KmtfReceipt receipt = new KmtfReceipt("B", "A", new long[] {1, -1}, new long[] {7}, List.of("GW-303 no MSGID"));
        KmtfFrame frame = new KmtfFrame(3, new byte[] {1, 2, 3});
        CollectedSamples<KmtfReceipt> receipts = new CollectedSamples<>();
        CollectedSamples<KmtfFrame> frames = new CollectedSamples<>();
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
    void reportsWhichPolicyIsIncompatibleOnBothSides() {
        left.createWriter("KMTF_A022", WireType.MESSAGE, BEST_EFFORT);
        right.createReader("KMTF_A022", WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());

        await().atMost(SOON)
                .until(() ->
                        domain.events.contains(new DdsEvent.OfferedIncompatibleQos("KMTF_A022", "RELIABILITY", 1, 1))
                                && domain.events.contains(
                                        new DdsEvent.RequestedIncompatibleQos("KMTF_A022", "RELIABILITY", 1, 1)));
    }

    @Test
    void reportsMatchesWithCounts() {
        var reader =
                right.createReader("KMTF_A023", WireType.MESSAGE, ContractDomain.RELIABLE, new CollectedSamples<>());
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A023", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        reader.close();

        await().atMost(SOON)
                .until(() -> domain.events.contains(new DdsEvent.PublicationMatched("KMTF_A023", 0, -1, 1)));
        assertThat(domain.events).contains(new DdsEvent.SubscriptionMatched("KMTF_A023", 1, 1, 1));
    }

    @Test
    void separatesPartitions() {
        CollectedSamples<KmtfMessage> other = new CollectedSamples<>();
        CollectedSamples<KmtfMessage> same = new CollectedSamples<>();
        Partition exercise = new Partition(List.of("EX-1"));
        right.createReader(
                "KMTF_A024", WireType.MESSAGE, ContractDomain.RELIABLE.with(new Partition(List.of("EX-2"))), other);
        right.createReader("KMTF_A024", WireType.MESSAGE, ContractDomain.RELIABLE.with(exercise), same);
        DdsWriter<KmtfMessage> writer =
                left.createWriter("KMTF_A024", WireType.MESSAGE, ContractDomain.RELIABLE.with(exercise));
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));

        await().atMost(SOON).until(() -> same.values().size() == 1);
        assertThat(other.values()).isEmpty();
    }

    @Test
    void carriesLargeSamplesAndKeepsThemBitExact() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A026", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A026", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        byte[] payload = new byte[3 * 1_024 * 1_024];
        new Random(1).nextBytes(payload);
        writer.write(ContractDomain.message("A", 1, payload));
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 1);
        assertThat(collectedSamples.values().getFirst().payload()).isEqualTo(payload);
    }

    @Test
    void holdsBatchedWritesUntilFlush() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A027", WireType.MESSAGE, ContractDomain.RELIABLE, collectedSamples);
        DdsWriter<KmtfMessage> writer = left.createWriter(
                "KMTF_A027", WireType.MESSAGE, ContractDomain.RELIABLE.with(new WriterBatching(true)));
        awaitMatch(writer);
        for (int n = 1; n <= 10; n++) {
            assertThat(writer.write(ContractDomain.message("A", n))).isEqualTo(new WriteResult.Written());
        }
        writer.flush();
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 10);
    }

    @Test
    void survivesAListenerThatThrows() {
        CollectedSamples<KmtfMessage> collectedSamples = new CollectedSamples<>();
        right.createReader("KMTF_A028", WireType.MESSAGE, ContractDomain.RELIABLE, samples -> {
            if (collectedSamples.values().isEmpty()) {
                collectedSamples.onSamples(samples);
                throw new IllegalStateException("for the test");
            }
            collectedSamples.onSamples(samples);
        });
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A028", WireType.MESSAGE, ContractDomain.RELIABLE);
        awaitMatch(writer);
        writer.write(ContractDomain.message("A", 1));
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 1);
        writer.write(ContractDomain.message("A", 2));
        await().atMost(SOON).until(() -> collectedSamples.values().size() == 2);
    }

    @Test
    void refusesATopicWithTwoTypesAndUseAfterClose() {
        DdsWriter<KmtfMessage> writer = left.createWriter("KMTF_A030", WireType.MESSAGE, ContractDomain.RELIABLE);
        assertThatThrownBy(() -> left.createWriter("KMTF_A030", WireType.NODE, ContractDomain.RELIABLE))
                .isInstanceOf(DdsException.class)
                .hasMessageContaining("kmtf::Message");
        left.close();
        assertThat(writer.write(ContractDomain.message("A", 1))).isEqualTo(new WriteResult.Closed());
        assertThatThrownBy(() -> left.createWriter("KMTF_A030", WireType.MESSAGE, ContractDomain.RELIABLE))
                .isInstanceOf(DdsException.class);
    }
}
