package org.c4igateway.app.trace;

import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.c4igateway.core.message.Message;
import org.c4igateway.topics.Sha256;

/**
 * Ids of traces and spans, computed from what every node knows of a message, so that nothing is added to what crosses
 * the wire (ADR 73). The trace of a row is the first half of SHA-256 of {@code ORIGIN/NUMBER/MICROSECONDS}, the last of
 * these the row's created-at since 1970. Span ids are the first 8 bytes of SHA-256 of {@code TRACE/SPAN/DESTINATION},
 * the trace in lower-case hexadecimal.
 */
final class TraceIds {
    private TraceIds() {}

    /** @return what the trace of a message is named after */
    static String identity(String origin, long sequence, Instant createdAt) {
        return origin + "/" + sequence + "/" + ChronoUnit.MICROS.between(Instant.EPOCH, createdAt);
    }

    /** @return the same, whichever node of the system sends the message */
    static String identity(Message message) {
        return identity(message.id().origin().system().toString(), message.id().sequence(), message.createdAt());
    }

    /** @return id of the trace that the message of that identity belongs to, 32 hexadecimal digits */
    static String trace(String identity) {
        ByteBuffer bytes = ByteBuffer.wrap(digest(identity));
        return TraceId.fromLongs(notZero(bytes.getLong()), bytes.getLong());
    }

    /**
     * Whether a share of all messages contains this one. It depends on the identity only, so nodes agree.
     *
     * @param share above 0, at most 1
     */
    static boolean isWithin(String identity, double share) {
        long bits = ByteBuffer.wrap(digest(identity)).getLong(Long.BYTES) >>> 1;
        return share >= 1 || bits < (long) (share * Long.MAX_VALUE);
    }

    /** @return id of a span that other nodes refer to, 16 hexadecimal digits */
    static String span(String trace, String span, String destination) {
        return SpanId.fromLong(notZero(
                ByteBuffer.wrap(digest(trace + "/" + span + "/" + destination)).getLong()));
    }

    /** Ids of zeros are none, by the W3C's Trace Context. */
    private static long notZero(long id) {
        return id == 0 ? 1 : id;
    }

    private static byte[] digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
