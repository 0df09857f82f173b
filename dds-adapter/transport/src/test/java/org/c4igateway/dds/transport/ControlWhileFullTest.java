package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.junit.jupiter.api.Test;

/** Receipts and announcements that are none, at a node that has no room for what it would park. */
class ControlWhileFullTest extends DdsTransportFixture {
    /** As a node of another release says it, ten times a second. */
    @Test
    void takesReceiptsBehindAGreetingOfAnotherRelease() {
        DdsTestNode b = node("B");
        DdsWriter<KmtfReceipt> receipts = receiptWriter();
        b.shut();

        write(receipts, new KmtfReceipt("A", "B", new long[0], new long[] {1, 2}, List.of("C4I-HELLO", "C4I-HELLO")));
        write(receipts, good());

        awaitGood(b);
    }

    @Test
    void takesReceiptsBehindAnAnnouncementThatIsNone() {
        DdsTestNode b = node("B");
        DdsWriter<KmtfReceipt> receipts = receiptWriter();
        TopicQos qos = new TopicQos(settings);
        DdsWriter<KmtfNode> nodes = foreign().createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
        await().atMost(SOON).until(() -> nodes.matchedReaders() > 0);
        b.shut();

        assertThat(nodes.write(new KmtfNode("not a name", 1, "", List.of(), "", KmtfNode.Database.UNKNOWN)))
                .isEqualTo(WriteResult.Written.INSTANCE);
        nodes.flush();
        await().atMost(SOON).until(() -> b.malformed.size() == 1);
        write(receipts, good());

        awaitGood(b);
    }

    private DdsParticipant foreign() {
        DdsParticipant foreign = DdsProvider.named(settings.provider()).open(settings.domain(), event -> {});
        open.add(foreign);
        return foreign;
    }

    private DdsWriter<KmtfReceipt> receiptWriter() {
        DdsWriter<KmtfReceipt> writer =
                foreign().createWriter(TopicNames.RECEIPT, WireType.RECEIPT, new TopicQos(settings).receiptWriter());
        await().atMost(SOON).until(() -> writer.matchedReaders() > 0);
        return writer;
    }

    private static void write(DdsWriter<KmtfReceipt> writer, KmtfReceipt receipt) {
        assertThat(writer.write(receipt)).isEqualTo(WriteResult.Written.INSTANCE);
        writer.flush();
    }

    private static KmtfReceipt good() {
        return WireMapping.toWire(
                new Receipt(new SystemName("A"), new SystemName("B"), List.of(new SequenceRange(1, 1)), List.of()));
    }

    private static void awaitGood(DdsTestNode b) {
        await().atMost(SOON).until(() -> b.receipts.size() == 1);
        assertThat(b.malformed).as("parked or counted").hasSize(1);
    }
}
