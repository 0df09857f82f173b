package org.c4igateway.wan.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.corpus.DefinedDocuments;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.RecordCodec;

/** MTF messages as the LAN side makes them, each a record with its envelope. */
final class SimMessages {
    private static final long NOW = 1_795_219_200_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    private final TopicCatalogue catalogue = TopicCatalogue.reference();
    private final RecordCodec codec = new RecordCodec(catalogue);
    private final DefinedDocuments documents;
    private final Random random;
    private long sequence = 1_000;
    private long created = NOW;
    private long payloadBytes;
    private int count;

    SimMessages(long seed) {
        documents = new DefinedDocuments(seed);
        random = new Random(seed);
    }

    /** A record of a message whose text has about this many bytes. */
    byte[] record(int bytes, Precedence precedence) {
        byte[] text = MtfWriter.write(documents.next(bytes));
        payloadBytes += text.length;
        count++;
        created += random.nextInt(20_000_000);
        String topic = catalogue.topics().get(random.nextInt(8)).id();
        KmtfMessage message = new KmtfMessage(
                "ALPHA", "", ++sequence, topic, precedence.code(), created, created + HOUR, "", List.of("BRAVO"), text);
        long written = created + 200_000 + random.nextInt(3_000_000);
        return codec.encode(new MessageRecord(message, written, List.of("BRAVO"), List.of("SITE-A")), true);
    }

    List<byte[]> records(int howMany, int bytes) {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < howMany; i++) {
            records.add(record(bytes, Precedence.ROUTINE));
        }
        return records;
    }

    double averagePayloadBytes() {
        return (double) payloadBytes / count;
    }
}
