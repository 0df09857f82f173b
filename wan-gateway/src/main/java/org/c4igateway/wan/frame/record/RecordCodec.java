package org.c4igateway.wan.frame.record;

import java.util.List;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * Records as bytes. All have the form of {@link RecordHead}; the first byte of the context is the kind: 1 message
 * ({@link MessageLayout}), 2 receipt ({@link ReceiptLayout}), 4 site report ({@link SiteReportLayout}), 5 message that
 * repeats another. Immutable and safe for any thread.
 */
public final class RecordCodec {
    /** Largest record; assembly of pieces stops here. */
    public static final int MAX_BYTES = (8 << 20) + (256 << 10);

    /** Longer names are part of the text of a record. */
    static final int MAX_NAMES_IN_CONTEXT = RecordHead.MAX_CONTEXT - 16;

    static final int MESSAGE = 1;
    static final int RECEIPT = 2;
    static final int SITE_REPORT = 4;
    /** A message with one number more. */
    static final int REPETITION = 5;

    private final CatalogueIndex catalogue;

    /**
     * A codec.
     *
     * @param catalogue this gateway's
     */
    public RecordCodec(TopicCatalogue catalogue) {
        this.catalogue = new CatalogueIndex(catalogue);
    }

    /** What a {@link Hello} says of the catalogue: first eight bytes of its content hash. */
    public long catalogueIdentity() {
        return catalogue.identity();
    }

    /**
     * A record as bytes. A report names only as many systems as there is room for.
     *
     * @param sharedCatalogue whether every receiver has said that it has this gateway's catalogue; topics are numbers
     *     then, else names
     * @throws IllegalArgumentException when it would be larger than {@link #MAX_BYTES}
     */
    public byte[] encode(LinkRecord record, boolean sharedCatalogue) {
        byte[] bytes = write(record, sharedCatalogue);
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a record of " + bytes.length + " bytes");
        }
        return bytes;
    }

    private byte[] write(LinkRecord record, boolean sharedCatalogue) {
        return switch (record) {
            case MessageRecord message -> MessageLayout.write(message, sharedCatalogue, catalogue);
            case ReceiptRecord receipt -> ReceiptLayout.write(receipt);
            case SiteReport report -> SiteReportLayout.write(report, sharedCatalogue, catalogue);
        };
    }

    /** The record that these bytes are; never throws for what is in them. */
    public RecordReading decode(byte[] bytes) {
        RecordHead head = bytes.length > MAX_BYTES ? null : RecordHead.of(bytes);
        if (head == null || head.contextStart() == head.contextEnd()) {
            return new RecordReading.Refused(
                    RefusalReason.MALFORMED, "a record of " + bytes.length + " bytes without a front");
        }
        RecordIn in = new RecordIn(bytes, head);
        try {
            return switch (bytes[head.contextStart()]) {
                case MESSAGE -> MessageLayout.read(in, false, catalogue);
                case REPETITION -> MessageLayout.read(in, true, catalogue);
                case RECEIPT -> ReceiptLayout.read(in);
                case SITE_REPORT -> SiteReportLayout.read(in, catalogue);
                default -> refused(RefusalReason.MALFORMED, "a record of kind " + bytes[head.contextStart()]);
            };
        } catch (IllegalArgumentException e) {
            return refused(RefusalReason.MALFORMED, "a record breaks its bounds: " + e.getMessage());
        }
    }

    static RecordReading refused(RefusalReason reason, String detail) {
        return new RecordReading.Refused(reason, detail);
    }

    static void writeNames(List<String> names, WireOut out) {
        out.varint(names.size());
        names.forEach(out::text);
    }
}
