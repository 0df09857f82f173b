package org.c4igateway.jms.wire;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.c4igateway.core.fault.ReasonCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;

/**
 * Bodies of receipts and announcements. Numbers are unsigned LEB128 (7 bits per byte, low ones first) unless a width is
 * given (big-endian); a text is its UTF-8 length and its bytes. Bounds are those of {@link Receipt} and the constants
 * here.
 *
 * <pre>
 *  receipt       1 | receiver text | origin text
 *                  | ranges    { first - previous last, last - first }*
 *                  | rejections { sequence, code number, detail text }*
 *  announcement  2 | system text | incarnation 8 bytes | catalogue hash text | topics { id text, digest 4 bytes }*
 *                  | start | database 0 bytes when not known, else 16 | identity days
 *  where an id that begins with "?" is a subscription (Subscriptions), one that begins with "@" is the host:port where
 *  the node listens (digest 0; at most one), a list is its length and its elements, and
 *  "previous last" starts at 0 (it wraps around when ranges are not in order)
 * </pre>
 */
public final class ControlCodec {
    /** JMSType of a receipt. */
    public static final String RECEIPT = "C4I_RECEIPT";
    /** JMSType of an announcement. */
    public static final String ANNOUNCEMENT = "C4I_NODE";
    /** Most topics of a catalogue. */
    static final int MAX_TOPICS = 10_000;

    private static final int VERSION = 1;
    /** Version 1 told nothing of the database; it is refused. */
    private static final int ANNOUNCEMENT_VERSION = 2;

    /** Before the address where a node listens; no topic id begins so, and older nodes ignore topics they lack. */
    private static final String LISTENS = "@";

    private static final int UUID_BYTES = 16;
    private static final int MAX_NAME_BYTES = 256;

    private ControlCodec() {}

    public static byte[] encode(Receipt receipt) {
        Out out = new Out();
        out.number(VERSION);
        out.text(receipt.receiver().value());
        out.text(receipt.origin().value());
        out.number(receipt.delivered().size());
        long previous = 0;
        for (SequenceRange range : receipt.delivered()) {
            out.number(range.first() - previous);
            out.number(range.last() - range.first());
            previous = range.last();
        }
        out.number(receipt.rejected().size());
        for (Receipt.Rejection rejection : receipt.rejected()) {
            out.number(rejection.sequence());
            out.number(rejection.code().number());
            out.text(rejection.detail());
        }
        return out.bytes.toByteArray();
    }

    /** @throws IllegalArgumentException when {@code bytes} is no receipt */
    public static Receipt decodeReceipt(byte[] bytes) {
        In in = In.versioned(bytes, VERSION);
        SystemName receiver = new SystemName(in.text(MAX_NAME_BYTES));
        SystemName origin = new SystemName(in.text(MAX_NAME_BYTES));
        int ranges = in.count(Receipt.MAX_ENTRIES);
        List<SequenceRange> delivered = new ArrayList<>(ranges);
        long previous = 0;
        for (int i = 0; i < ranges; i++) {
            long first = previous + in.number();
            previous = first + in.number();
            delivered.add(new SequenceRange(first, previous));
        }
        int rejections = in.count(Receipt.MAX_ENTRIES);
        List<Receipt.Rejection> rejected = new ArrayList<>(rejections);
        for (int i = 0; i < rejections; i++) {
            long sequence = in.number();
            ReasonCode code = ReasonCode.of(in.count(ReasonCode.MAX_NUMBER));
            rejected.add(new Receipt.Rejection(sequence, code, in.text(Receipt.Rejection.MAX_DETAIL_BYTES)));
        }
        in.end();
        return new Receipt(receiver, origin, delivered, rejected);
    }

    /**
     * An announcement, and where the node can be reached.
     *
     * @param node the announcement
     * @param address host and port of its engine; empty when it does not tell
     */
    public record Greeting(NodeAnnouncement node, String address) {}

    public static byte[] encode(NodeAnnouncement announcement) {
        return encode(new Greeting(announcement, ""));
    }

    public static byte[] encode(Greeting greeting) {
        NodeAnnouncement announcement = greeting.node();
        Out out = new Out();
        out.number(ANNOUNCEMENT_VERSION);
        out.text(announcement.system().value());
        out.fixed(announcement.incarnation(), Long.BYTES);
        out.text(announcement.catalogueHash());
        Map<String, Integer> topics =
                announcement.introduction().subscriptions().besides(announcement.topicDigests());
        if (!greeting.address().isEmpty()) {
            topics.put(LISTENS + greeting.address(), 0);
        }
        out.number(topics.size());
        topics.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(topic -> {
            out.text(topic.getKey());
            out.fixed(topic.getValue(), Integer.BYTES);
        });
        write(announcement.introduction(), out);
        return out.bytes.toByteArray();
    }

    private static void write(Introduction introduction, Out out) {
        out.number(introduction.start());
        out.number(introduction.database().isPresent() ? UUID_BYTES : 0);
        introduction.database().ifPresent(identity -> {
            out.fixed(identity.value().getMostSignificantBits(), Long.BYTES);
            out.fixed(identity.value().getLeastSignificantBits(), Long.BYTES);
        });
        out.number(introduction.identityDays());
    }

    private static Introduction readIntroduction(In in) {
        long start = in.number();
        int bytes = in.count(UUID_BYTES);
        if (bytes != 0 && bytes != UUID_BYTES) {
            throw new IllegalArgumentException("identity of a database in " + bytes + " bytes");
        }
        Optional<DatabaseId> database = bytes == 0 ? Optional.empty() : Optional.of(in.databaseId());
        return new Introduction(start, database, in.count(Integer.MAX_VALUE));
    }

    /** @throws IllegalArgumentException when {@code bytes} is no announcement */
    public static NodeAnnouncement decodeAnnouncement(byte[] bytes) {
        return decodeGreeting(bytes).node();
    }

    /** @throws IllegalArgumentException when {@code bytes} is no announcement */
    public static Greeting decodeGreeting(byte[] bytes) {
        In in = In.versioned(bytes, ANNOUNCEMENT_VERSION);
        SystemName system = new SystemName(in.text(MAX_NAME_BYTES));
        long incarnation = in.fixed(Long.BYTES).getLong();
        String hash = in.text(MAX_NAME_BYTES);
        int topics = in.count(MAX_TOPICS);
        Map<String, Integer> digests = HashMap.newHashMap(topics);
        for (int i = 0; i < topics; i++) {
            digests.put(in.text(MAX_NAME_BYTES), in.fixed(Integer.BYTES).getInt());
        }
        Introduction introduction = readIntroduction(in).subscribedTo(Subscriptions.within(digests));
        in.end();
        String address = digests.keySet().stream()
                .filter(id -> id.startsWith(LISTENS))
                .findFirst()
                .map(id -> id.substring(LISTENS.length()))
                .orElse("");
        digests.keySet().removeIf(id -> id.startsWith(LISTENS));
        return new Greeting(
                new NodeAnnouncement(system, incarnation, hash, Subscriptions.without(digests), introduction), address);
    }

    private static final class Out {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void number(long value) {
            long rest = value;
            while ((rest & ~0x7FL) != 0) {
                bytes.write((int) ((rest & 0x7F) | 0x80));
                rest >>>= 7;
            }
            bytes.write((int) rest);
        }

        void text(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            number(utf8.length);
            bytes.writeBytes(utf8);
        }

        void fixed(long value, int width) {
            for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                bytes.write((int) (value >>> shift));
            }
        }
    }

    private record In(ByteBuffer buffer) {
        static In versioned(byte[] bytes, int known) {
            In in = new In(ByteBuffer.wrap(bytes));
            long version = in.number();
            if (version != known) {
                throw new IllegalArgumentException("version " + version + " is not known");
            }
            return in;
        }

        long number() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                byte next = fixed(1).get();
                value |= (next & 0x7FL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
            throw new IllegalArgumentException("number too long at byte " + buffer.position());
        }

        int count(int max) {
            long count = number();
            if (count < 0 || count > max) {
                throw new IllegalArgumentException(count + " is more than " + max + " at byte " + buffer.position());
            }
            return (int) count;
        }

        String text(int maxBytes) {
            ByteBuffer utf8 = fixed(count(maxBytes));
            try {
                return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
            } catch (CharacterCodingException e) {
                throw new IllegalArgumentException("text is not UTF-8 before byte " + buffer.position(), e);
            }
        }

        ByteBuffer fixed(int length) {
            try {
                ByteBuffer part = buffer.slice(buffer.position(), length);
                buffer.position(buffer.position() + length);
                return part;
            } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
                throw new IllegalArgumentException("ends early at byte " + buffer.position(), e);
            }
        }

        DatabaseId databaseId() {
            return new DatabaseId(
                    new UUID(fixed(Long.BYTES).getLong(), fixed(Long.BYTES).getLong()));
        }

        void end() {
            if (buffer.hasRemaining()) {
                throw new IllegalArgumentException(buffer.remaining() + " bytes too many");
            }
        }
    }
}
