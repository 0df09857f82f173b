package org.c4igateway.dds.api.cdr;

import java.util.List;
import org.c4igateway.dds.api.type.KmtfMessage;

/** Order of the members of {@code kmtf::Message} on the wire. */
final class MessageMapping {
    private MessageMapping() {}

    static int maxBytes(KmtfMessage message) {
        return 80
                + WireCodec.maxBytes(message.origin())
                + WireCodec.maxBytes(message.subject())
                + WireCodec.maxBytes(message.topicId())
                + WireCodec.maxBytes(message.label())
                + WireCodec.maxBytes(message.destinations())
                + message.payload().length;
    }

    static void write(KmtfMessage message, CdrWriter out) {
        out.string(message.origin());
        out.string(message.subject());
        out.number(message.sequence());
        out.string(message.topicId());
        out.octet(message.precedence());
        out.number(message.createdNanos());
        out.number(message.expiresNanos());
        out.number(message.previousNanos());
        out.number(message.repeats());
        out.string(message.label());
        out.strings(message.destinations());
        out.octets(message.payload());
    }

    static KmtfMessage read(CdrReader in) {
        String origin = in.string();
        String subject = in.string();
        long sequence = in.number();
        String topicId = in.string();
        int precedence = in.octet();
        long createdNanos = in.number();
        long expiresNanos = in.number();
        long previousNanos = in.number();
        long repeats = in.number();
        String label = in.string();
        List<String> destinations = in.strings();
        byte[] payload = in.octets();
        return new KmtfMessage(
                origin,
                subject,
                sequence,
                topicId,
                precedence,
                createdNanos,
                expiresNanos,
                previousNanos,
                repeats,
                label,
                destinations,
                payload);
    }
}
