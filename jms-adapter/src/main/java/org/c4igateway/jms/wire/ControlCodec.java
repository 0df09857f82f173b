package org.c4igateway.jms.wire;

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
 *  the node listens (digest 0; at most one), "+batch1" says that it reads batches (BatchCodec), "+answer" that it
 *  answers a greeting, a list is its length and its elements, and
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

    /** Before what else the node can do; no topic id begins so. */
    private static final String ABLE = "+";

    /** It reads batches of layout 1; in place of the digest the dictionary, see {@link ReadableBatches}. */
    private static final String BATCHES = ABLE + "batch1";

    private static final String ANSWER = ABLE + "answer";

    private static final int UUID_BYTES = 16;
    private static final int MAX_NAME_BYTES = 256;

    private ControlCodec() {}

    public static byte[] encode(Receipt receipt) {
        BodyWriter out = new BodyWriter();
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
        return out.toArray();
    }

    /** @throws IllegalArgumentException when {@code bytes} is no receipt */
    public static Receipt decodeReceipt(byte[] bytes) {
        BodyReader in = BodyReader.versioned(bytes, VERSION);
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
     * @param batches which batches of rows it reads
     * @param answer whether it answers the greeting of a peer and tells nothing new but what batches it reads
     */
    public record Greeting(NodeAnnouncement node, String address, ReadableBatches batches, boolean answer) {}

    public static byte[] encode(NodeAnnouncement announcement) {
        return encode(new Greeting(announcement, "", ReadableBatches.NONE, false));
    }

    public static byte[] encode(Greeting greeting) {
        NodeAnnouncement announcement = greeting.node();
        BodyWriter out = new BodyWriter();
        out.number(ANNOUNCEMENT_VERSION);
        out.text(announcement.system().value());
        out.fixed(announcement.incarnation(), Long.BYTES);
        out.text(announcement.catalogueHash());
        Map<String, Integer> topics =
                announcement.introduction().subscriptions().besides(announcement.topicDigests());
        if (!greeting.address().isEmpty()) {
            topics.put(LISTENS + greeting.address(), 0);
        }
        if (greeting.batches().any()) {
            topics.put(BATCHES, greeting.batches().dictionary());
        }
        if (greeting.answer()) {
            topics.put(ANSWER, 0);
        }
        out.number(topics.size());
        topics.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(topic -> {
            out.text(topic.getKey());
            out.fixed(topic.getValue(), Integer.BYTES);
        });
        write(announcement.introduction(), out);
        return out.toArray();
    }

    private static void write(Introduction introduction, BodyWriter out) {
        out.number(introduction.start());
        out.number(introduction.database().isPresent() ? UUID_BYTES : 0);
        introduction.database().ifPresent(identity -> {
            out.fixed(identity.value().getMostSignificantBits(), Long.BYTES);
            out.fixed(identity.value().getLeastSignificantBits(), Long.BYTES);
        });
        out.number(introduction.identityDays());
    }

    private static Introduction readIntroduction(BodyReader in) {
        long start = in.number();
        int bytes = in.count(UUID_BYTES);
        if (bytes != 0 && bytes != UUID_BYTES) {
            throw new IllegalArgumentException("identity of a database in " + bytes + " bytes");
        }
        Optional<DatabaseId> database = bytes == 0 ? Optional.empty() : Optional.of(databaseId(in));
        return new Introduction(start, database, in.count(Integer.MAX_VALUE));
    }

    /** @throws IllegalArgumentException when {@code bytes} is no announcement */
    public static NodeAnnouncement decodeAnnouncement(byte[] bytes) {
        return decodeGreeting(bytes).node();
    }

    /** @throws IllegalArgumentException when {@code bytes} is no announcement */
    public static Greeting decodeGreeting(byte[] bytes) {
        BodyReader in = BodyReader.versioned(bytes, ANNOUNCEMENT_VERSION);
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
        boolean answer = digests.containsKey(ANSWER);
        Integer dictionary = digests.get(BATCHES);
        digests.keySet().removeIf(id -> id.startsWith(LISTENS) || id.startsWith(ABLE));
        return new Greeting(
                new NodeAnnouncement(system, incarnation, hash, Subscriptions.without(digests), introduction),
                address,
                dictionary == null ? ReadableBatches.NONE : new ReadableBatches(true, dictionary),
                answer);
    }

    private static DatabaseId databaseId(BodyReader in) {
        return new DatabaseId(
                new UUID(in.fixed(Long.BYTES).getLong(), in.fixed(Long.BYTES).getLong()));
    }
}
