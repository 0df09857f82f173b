package org.c4igateway.wan.frame.record;

import java.util.List;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;

/**
 * Layout of a message's record.
 *
 * <pre>
 *  context  octet   kind (1, or 5 of a message that repeats another)
 *           octet   1 topic by number, 2 created in us, 4 source in us, 8 expires in whole seconds, 16 never expires,
 *                   32 targets are the destinations, 64 has a subject, 128 names stand in the text
 *           octet   precedence
 *           varint  only flag 8: seconds from creation to expiry
 *           names, unless flag 128
 *  numbers  sequence
 *           created, in us or ns since 1970
 *           source timestamp - created, in us or ns
 *           expiry - created in ns, only when neither flag 8 nor 16
 *           number of the topic, only flag 1
 *           number of the row that it repeats, only kind 5
 *  text     names, only flag 128
 *           subject, only flag 64
 *           payload
 *
 *  names    text    origin
 *           2 bytes flag 1: start of the catalogue's hash; else text: id of the topic
 *           text    label
 *           varint  number of destinations, texts
 *           varint  unless flag 32: number of targets, texts
 *           varint  number of hops, texts
 * </pre>
 *
 * <p>A text is its length in bytes as varint, then UTF-8.
 */
final class MessageLayout {
    private static final int NUMBERED = 1;
    private static final int CREATED_MICROS = 2;
    private static final int SOURCE_MICROS = 4;
    private static final int EXPIRES_SECONDS = 8;
    private static final int NEVER = 16;
    private static final int SAME_TARGETS = 32;
    private static final int SUBJECT = 64;
    private static final int LONG_NAMES = 128;

    private static final long MICRO = 1_000;
    private static final long SECOND = 1_000_000_000;
    private static final long MAX_SECONDS = Long.MAX_VALUE / SECOND;

    private MessageLayout() {}

    static byte[] write(MessageRecord record, boolean numbered, CatalogueIndex catalogue) {
        KmtfMessage message = record.message();
        Integer topic = numbered ? catalogue.byId().get(message.topicId()) : null;
        int flags = flags(record) | (topic == null ? 0 : NUMBERED);
        WireOut names = new WireOut(64);
        writeNames(record, flags, catalogue, names);
        flags |= names.size() > RecordCodec.MAX_NAMES_IN_CONTEXT ? LONG_NAMES : 0;

        WireOut context = new WireOut(names.size() + 16);
        context.octet(message.repeats() == 0 ? RecordCodec.MESSAGE : RecordCodec.REPETITION)
                .octet(flags)
                .octet(message.precedence());
        long life = message.expiresNanos() - message.createdNanos();
        if ((flags & EXPIRES_SECONDS) != 0) {
            context.varint(life / SECOND);
        }
        WireOut text = new WireOut(message.payload().length + 64);
        ((flags & LONG_NAMES) != 0 ? text : context).raw(names.toArray());
        if ((flags & SUBJECT) != 0) {
            text.text(message.subject());
        }
        text.raw(message.payload());
        return RecordHead.begin(context.toArray(), numbers(record, flags, topic == null ? 0 : topic), text.size())
                .raw(text.array(), 0, text.size())
                .toArray();
    }

    private static int flags(MessageRecord record) {
        KmtfMessage message = record.message();
        long created = message.createdNanos();
        long delay = record.sourceNanos() - created;
        long life = message.expiresNanos() - created;
        boolean never = message.expiresNanos() == Long.MAX_VALUE;
        boolean seconds = !never && life >= 0 && message.expiresNanos() >= created && life % SECOND == 0;
        return (created % MICRO == 0 ? CREATED_MICROS : 0)
                | (delay % MICRO == 0 ? SOURCE_MICROS : 0)
                | (never ? NEVER : 0)
                | (seconds ? EXPIRES_SECONDS : 0)
                | (record.targets().equals(message.destinations()) ? SAME_TARGETS : 0)
                | (message.subject().isEmpty() ? 0 : SUBJECT);
    }

    private static long[] numbers(MessageRecord record, int flags, int topic) {
        KmtfMessage message = record.message();
        long created = message.createdNanos();
        long delay = record.sourceNanos() - created;
        boolean explicit = (flags & (NEVER | EXPIRES_SECONDS)) == 0;
        long[] numbers = new long[3 + (explicit ? 1 : 0) + (flags & NUMBERED) + (message.repeats() == 0 ? 0 : 1)];
        numbers[0] = message.sequence();
        numbers[1] = (flags & CREATED_MICROS) != 0 ? created / MICRO : created;
        numbers[2] = (flags & SOURCE_MICROS) != 0 ? delay / MICRO : delay;
        if (explicit) {
            numbers[3] = message.expiresNanos() - created;
        }
        int next = explicit ? 4 : 3;
        if ((flags & NUMBERED) != 0) {
            numbers[next++] = topic;
        }
        if (message.repeats() != 0) {
            numbers[next] = message.repeats();
        }
        return numbers;
    }

    private static void writeNames(MessageRecord record, int flags, CatalogueIndex catalogue, WireOut out) {
        KmtfMessage message = record.message();
        out.text(message.origin());
        if ((flags & NUMBERED) != 0) {
            out.fixed(catalogue.tag(), 2);
        } else {
            out.text(message.topicId());
        }
        out.text(message.label());
        RecordCodec.writeNames(message.destinations(), out);
        if ((flags & SAME_TARGETS) == 0) {
            RecordCodec.writeNames(record.targets(), out);
        }
        RecordCodec.writeNames(record.hops(), out);
    }

    /** @param repeats whether the record is of a message that repeats another */
    static RecordReading read(RecordIn in, boolean repeats, CatalogueIndex catalogue) {
        int flags = in.context().octet();
        int precedence = in.context().octet();
        long seconds = (flags & EXPIRES_SECONDS) == 0 ? 0 : in.context().varint(MAX_SECONDS, "seconds to expiry");
        Names names = Names.read((flags & LONG_NAMES) == 0 ? in.context() : in.text(), flags);
        if ((flags & NUMBERED) != 0 && names.tag() != catalogue.tag() && !in.failed()) {
            return RecordCodec.refused(
                    RefusalReason.FOREIGN_CATALOGUE, "a message numbered by catalogue %04x".formatted(names.tag()));
        }
        long sequence = in.number();
        long created = scaled(in, (flags & CREATED_MICROS) != 0);
        long delay = scaled(in, (flags & SOURCE_MICROS) != 0);
        long source = in.writtenAt(created + delay);
        long life = (flags & (NEVER | EXPIRES_SECONDS)) == 0 ? in.number() : seconds * SECOND;
        String topic = (flags & NUMBERED) != 0 ? topic(in, catalogue) : names.topic();
        long repeated = repeats ? repeated(in) : 0;
        String subject = (flags & SUBJECT) != 0 ? RecordIn.name(in.text()) : "";
        byte[] payload = in.text().rest();
        in.finish();
        if (in.failed()) {
            return in.refused();
        }
        KmtfMessage message = new KmtfMessage(
                names.origin(),
                subject,
                sequence,
                topic,
                precedence,
                created,
                (flags & NEVER) != 0 ? Long.MAX_VALUE : created + life,
                0,
                repeated,
                names.label(),
                names.destinations(),
                payload);
        return new RecordReading.Read(new MessageRecord(message, source, names.targets(), names.hops()));
    }

    private static long repeated(RecordIn in) {
        long number = in.number();
        if (number == 0) {
            in.context().fail("a repetition of nothing");
        }
        return number;
    }

    private static long scaled(RecordIn in, boolean micros) {
        long number = in.number();
        if (micros && Math.abs(number / 2) > Long.MAX_VALUE / MICRO / 2) {
            in.context().fail("a time out of range");
            return 0;
        }
        return micros ? number * MICRO : number;
    }

    private static String topic(RecordIn in, CatalogueIndex catalogue) {
        long number = in.number();
        if (number < 0 || number >= catalogue.size()) {
            in.context().fail("topic number " + number);
            return "";
        }
        return catalogue.ids().get((int) number);
    }

    /** What tells where a message comes from and goes to. */
    private record Names(
            String origin,
            int tag,
            String topic,
            String label,
            List<String> destinations,
            List<String> targets,
            List<String> hops) {
        static Names read(WireIn in, int flags) {
            String origin = RecordIn.name(in);
            int tag = (flags & NUMBERED) != 0 ? (int) in.fixed(2) : 0;
            String topic = (flags & NUMBERED) != 0 ? "" : RecordIn.name(in);
            String label = RecordIn.name(in);
            List<String> destinations = RecordIn.names(in, WireLimits.MAX_STRINGS);
            List<String> targets =
                    (flags & SAME_TARGETS) != 0 ? destinations : RecordIn.names(in, WireLimits.MAX_STRINGS);
            return new Names(origin, tag, topic, label, destinations, targets, RecordIn.names(in, LinkRecord.MAX_HOPS));
        }
    }
}
