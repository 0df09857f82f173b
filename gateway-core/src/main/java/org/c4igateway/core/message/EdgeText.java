package org.c4igateway.core.message;

import java.util.Objects;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.text.MtfTranscoder;
import org.c4igateway.topics.mtf.text.MtfTranscoder.Transcoded;
import org.c4igateway.topics.mtf.text.Unmappable;

/**
 * Converts payloads between the interface database, which holds the encoding of the C4I server beside it, and
 * everything else (rules, filters, digest, transports), which has UTF-8. Where that server has UTF-8 too it returns the
 * same message and reads nothing. Thread-safe, never throws on content.
 *
 * @param encoding what the C4I server writes and reads
 * @param unmappable what to do with a received character that this encoding lacks
 */
public record EdgeText(MtfEncoding encoding, Unmappable unmappable) {
    /** The C4I server writes and reads UTF-8: nothing is converted or checked. */
    public static final EdgeText UTF_8 = new EdgeText(MtfEncoding.UTF_8, Unmappable.REJECT);

    /** Setting of the node of a C4I server, for people. */
    public static final String KEY = "c4i.encoding";
    /** The same where another node has to change it. */
    public static final String KEY_AT_ORIGIN = "c4i.encoding at its origin";

    public EdgeText {
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(unmappable);
    }

    /** A message after the conversion of its payload. */
    public sealed interface Turned {
        /** @param message with the converted payload; the same message when nothing is ever converted */
        record Converted(Message message) implements Turned {}

        /**
         * The payload cannot be converted.
         *
         * @param code INVALID_ENCODING, EDGE_ENCODING or UNMAPPABLE_CHARACTER
         * @param detail place by line, column and byte, and what is there
         */
        record Flawed(ErrorCode code, String detail) implements Turned {}
    }

    /** @return whether nothing is ever converted */
    public boolean isUtf8() {
        return encoding == MtfEncoding.UTF_8;
    }

    /** @param row message with the payload as the C4I server wrote it */
    public Turned toWire(Message row) {
        if (isUtf8()) {
            return new Turned.Converted(row);
        }
        return switch (MtfTranscoder.toUtf8(row.payload(), encoding)) {
            case Transcoded.Text(byte[] utf8) -> new Turned.Converted(row.withPayload(utf8));
            case Transcoded.Misfit misfit ->
                new Turned.Flawed(ErrorCode.EDGE_ENCODING, misfit + hint(row.payload(), encoding, KEY));
        };
    }

    /** @param wire message as it arrived, checked or not */
    public Turned toRow(Message wire) {
        if (isUtf8()) {
            return new Turned.Converted(wire);
        }
        byte[] payload = wire.payload();
        if (MtfTranscoder.toUtf8(payload, MtfEncoding.UTF_8) instanceof Transcoded.Misfit misfit) {
            String hint = hint(payload, MtfEncoding.UTF_8, KEY_AT_ORIGIN);
            return new Turned.Flawed(ErrorCode.INVALID_ENCODING, misfit + hint);
        }
        return switch (MtfTranscoder.fromUtf8(payload, encoding, unmappable)) {
            case Transcoded.Text(byte[] bytes) -> new Turned.Converted(wire.withPayload(bytes));
            case Transcoded.Misfit misfit -> new Turned.Flawed(ErrorCode.UNMAPPABLE_CHARACTER, misfit.toString());
        };
    }

    /**
     * Explains why a payload that should be UTF-8 is not, when it reads as another encoding.
     *
     * @param key {@link #KEY} or {@link #KEY_AT_ORIGIN}
     * @return the place and the advice; empty when the payload is UTF-8 or reads as nothing known
     */
    public static Optional<String> explanation(byte[] payload, String key) {
        String hint = hint(payload, MtfEncoding.UTF_8, key);
        if (hint.isEmpty() || !(MtfTranscoder.toUtf8(payload, MtfEncoding.UTF_8) instanceof Transcoded.Misfit misfit)) {
            return Optional.empty();
        }
        return Optional.of(misfit + hint);
    }

    private static String hint(byte[] payload, MtfEncoding declared, String key) {
        return MtfTranscoder.readsAs(payload, declared)
                .map(other -> "; the message reads as " + other.commonName() + "; set " + key + ": " + other.label())
                .orElse("");
    }
}
