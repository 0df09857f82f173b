package org.c4igateway.dds.api.cdr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * Encodes and decodes one wire type. Writes XCDR version 1 little-endian; reads plain XCDR versions 1 and 2 in either
 * byte order. Keeps nothing of its arguments; one thread at a time.
 *
 * @param <T> the Java record
 */
public final class WireCodec<T extends WireRecord> {
    private final WireType<T> type;
    private final CdrWriter writer = new CdrWriter();
    private final CdrReader reader = new CdrReader();

    WireCodec(WireType<T> type) {
        this.type = type;
    }

    /** @return a bound of what {@link #encode} writes, in bytes */
    public int maxEncodedBytes(T value) {
        return CdrWriter.HEADER_BYTES + type.mapping().maxBytes().applyAsInt(value);
    }

    /**
     * Writes header, members and padding at the buffer's position and moves it behind them. The buffer's byte order is
     * set.
     *
     * @param target with {@link #maxEncodedBytes} bytes remaining
     */
    public void encode(T value, ByteBuffer target) {
        writer.begin(target);
        type.mapping().write().accept(value, writer);
        writer.end();
    }

    /** Decodes a whole sample from position to limit; the buffer's position and byte order are left changed. */
    public DecodeOutcome<T> decode(ByteBuffer source) {
        reader.begin(source, type.maxSampleBytes());
        T value = type.mapping().read().apply(reader);
        return reader.failed() ? reader.malformed() : new DecodeOutcome.Decoded<>(value);
    }

    /** Decodes a sample that holds the key members only, as sent with a dispose or unregister. */
    public DecodeOutcome<InstanceKey> decodeKey(ByteBuffer source) {
        reader.begin(source, type.maxSampleBytes());
        List<String> parts = new ArrayList<>(2);
        for (WireMember member : type.members()) {
            if (member.key()) {
                parts.add(member.kind() == WireMember.Kind.OCTET ? Integer.toString(reader.octet()) : reader.string());
            }
        }
        return reader.failed() ? reader.malformed() : new DecodeOutcome.Decoded<>(new InstanceKey(parts));
    }

    static int maxBytes(String value) {
        return 12 + 3 * value.length();
    }

    static int maxBytes(List<String> values) {
        int bytes = 8;
        for (int i = 0; i < values.size(); i++) {
            bytes += maxBytes(values.get(i));
        }
        return bytes;
    }
}
