package org.c4igateway.jms.wire;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;

/**
 * Rows of one precedence for one system in the body of one JMS message. Each record stands for itself: what is wrong in
 * one leaves the others readable, unless its length is wrong.
 *
 * <pre>
 *  body     layout octet 1 | method octet
 *           method 0: rows
 *           method 1: dictionary 4 bytes | length of the rows | rows, compressed by zstd with that dictionary
 *  rows     precedence octet | names { origin text, topic id text, label text }* | first sequence
 *           | first created 8 bytes | records { length, record }*
 *  record   flags octet: 1 expires, 2 has a subject | which of the names, from 0
 *           | sequence - first sequence, signed | created - first created, signed
 *           | expires - created, signed: only flag 1; without it never
 *           | subject text: only flag 2 | payload: the rest
 *  where a list is its length and its elements, times are nanoseconds since 1970, differences wrap around, a signed
 *  number n is 2n or -2n - 1; the numbers and texts are those of {@link ControlCodec}
 * </pre>
 */
final class BatchCodec {
    /** Most rows of a batch. */
    static final int MAX_ROWS = 1_024;
    /** Most bytes of rows that are read. Those that are written have at most half of it. */
    static final int MAX_BYTES = 128 << 10;

    private static final int EXPIRES = 1;
    private static final int SUBJECT = 2;
    private static final int MAX_TEXT_BYTES = 3 * MessageCodec.MAX_TEXT_CHARS;

    /** What many rows have in common. */
    private record Names(String origin, String topicId, String label) {}

    /** What the records refer to. */
    private record Head(Precedence precedence, List<Names> names, long sequence, long created) {}

    private BatchCodec() {}

    /** @param messages at least one, of one precedence, that repeat none; {@link MessageCodec#refusal} accepts each */
    static byte[] encode(List<Message> messages) {
        Map<Names, Integer> names = new LinkedHashMap<>();
        Message first = messages.getFirst();
        long created = MessageCodec.nanos(first.createdAt());
        BodyWriter records = new BodyWriter();
        BodyWriter record = new BodyWriter();
        for (Message message : messages) {
            Names own = new Names(message.id().origin().value(), message.topicId(), message.label());
            Integer known = names.putIfAbsent(own, names.size());
            record.clear();
            write(message, known == null ? names.size() - 1 : known, first.id().sequence(), created, record);
            records.number(record.size()).raw(record);
        }
        BodyWriter out = new BodyWriter();
        out.octet(first.precedence().code()).number(names.size());
        names.keySet()
                .forEach(each -> out.text(each.origin()).text(each.topicId()).text(each.label()));
        out.number(first.id().sequence()).fixed(created, Long.BYTES);
        return out.number(messages.size()).raw(records).toArray();
    }

    private static void write(Message message, int names, long firstSequence, long firstCreated, BodyWriter out) {
        boolean expires = !message.expiresAt().equals(Instant.MAX);
        boolean subject = !message.subject().isEmpty();
        long created = MessageCodec.nanos(message.createdAt());
        out.octet((expires ? EXPIRES : 0) | (subject ? SUBJECT : 0)).number(names);
        out.signed(message.id().sequence() - firstSequence).signed(created - firstCreated);
        if (expires) {
            out.signed(MessageCodec.nanos(message.expiresAt()) - created);
        }
        if (subject) {
            out.text(message.subject());
        }
        out.raw(message.payload(), 0, message.payload().length);
    }

    /**
     * @return each row, or the reason why its record is no row, with the bytes of the record; if the end of a record is
     *     unknown, one entry with all remaining bytes
     * @throws IllegalArgumentException when the head of the batch is wrong
     */
    static List<JmsDecodeResult<Message>> decode(byte[] rows, SystemName self) {
        BodyReader in = BodyReader.of(rows);
        Head head = head(in);
        int count = in.count(MAX_ROWS);
        List<JmsDecodeResult<Message>> decoded = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            int start = in.buffer().position();
            try {
                decoded.add(decode(in.fixed(in.count(MAX_BYTES)), head, self, i, count));
            } catch (IllegalArgumentException e) {
                String what = "records " + i + " to " + count + " of " + count + " in a batch: ";
                decoded.add(bad(what + e.getMessage(), in.buffer().position(start)));
                return decoded;
            }
        }
        if (in.buffer().hasRemaining()) {
            decoded.add(bad("bytes after the " + count + " records of a batch", in.buffer()));
        }
        return decoded;
    }

    private static Head head(BodyReader in) {
        Precedence precedence = Precedence.ofCode(in.octet());
        int count = in.count(MAX_ROWS);
        List<Names> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(new Names(in.text(MAX_TEXT_BYTES), in.text(MAX_TEXT_BYTES), in.text(MAX_TEXT_BYTES)));
        }
        return new Head(precedence, names, in.number(), in.fixed(Long.BYTES).getLong());
    }

    private static JmsDecodeResult<Message> decode(
            ByteBuffer record, Head head, SystemName self, int number, int count) {
        try {
            return new JmsDecodeResult.Good<>(message(new BodyReader(record.duplicate()), head, self));
        } catch (RuntimeException e) {
            return bad("record " + number + " of " + count + " in a batch: " + e.getMessage(), record);
        }
    }

    private static Message message(BodyReader in, Head head, SystemName self) {
        int flags = in.octet();
        if ((flags & ~(EXPIRES | SUBJECT)) != 0) {
            throw new IllegalArgumentException("flags " + flags + " are not known");
        }
        Names names = head.names().get(in.count(head.names().size() - 1));
        if (names.topicId().isEmpty()) {
            throw new IllegalArgumentException("the topic id is empty");
        }
        MessageId id = new MessageId(new SystemName(names.origin()), head.sequence() + in.signed());
        long created = head.created() + in.signed();
        Instant expires = (flags & EXPIRES) == 0 ? Instant.MAX : MessageCodec.instant(created + in.signed());
        String subject = (flags & SUBJECT) == 0 ? "" : in.text(MAX_TEXT_BYTES);
        for (String text : List.of(names.topicId(), names.label(), subject)) {
            if (text.length() > MessageCodec.MAX_TEXT_CHARS) {
                throw new IllegalArgumentException("a text has " + text.length() + " characters");
            }
        }
        return new Message(
                id,
                names.topicId(),
                head.precedence(),
                List.of(self),
                MessageCodec.instant(created),
                expires,
                names.label(),
                subject,
                in.rest());
    }

    private static JmsDecodeResult<Message> bad(String detail, ByteBuffer bytes) {
        byte[] kept = new byte[Math.min(JmsDecodeResult.Bad.MAX_BYTES, bytes.remaining())];
        bytes.duplicate().get(kept);
        return new JmsDecodeResult.Bad<>(ErrorCode.MALFORMED_ENVELOPE, detail, kept);
    }
}
