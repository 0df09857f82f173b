package org.c4igateway.dds.api.cdr;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes strings and remembers recent ones, since system names, topic ids and labels repeat in each sample.
 * Direct-mapped: any number of different strings only overwrites. One thread at a time.
 */
final class StringTable {
    private static final int SLOTS = 512;
    private static final int MAX_REMEMBERED_BYTES = 64;

    private final byte[] scratch = new byte[WireLimits.MAX_STRING_BYTES];
    private final byte[][] keys = new byte[SLOTS][];
    private final String[] values = new String[SLOTS];
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);

    /** Takes {@code bytes} bytes out of the buffer, which has them; @return null unless they are UTF-8 without NUL */
    @Nullable String decode(ByteBuffer source, int bytes) {
        if (bytes == 0) {
            return "";
        }
        source.get(scratch, 0, bytes);
        int hash = 1;
        boolean ascii = true;
        for (int i = 0; i < bytes; i++) {
            byte b = scratch[i];
            if (b == 0) {
                return null;
            }
            ascii &= b > 0;
            hash = 31 * hash + b;
        }
        if (bytes > MAX_REMEMBERED_BYTES) {
            return decodeScratch(bytes, ascii);
        }
        int slot = (hash ^ hash >>> 16) & SLOTS - 1;
        byte[] key = keys[slot];
        if (key != null && Arrays.equals(key, 0, key.length, scratch, 0, bytes)) {
            return values[slot];
        }
        String value = decodeScratch(bytes, ascii);
        if (value != null) {
            keys[slot] = Arrays.copyOf(scratch, bytes);
            values[slot] = value;
        }
        return value;
    }

    private @Nullable String decodeScratch(int bytes, boolean ascii) {
        if (ascii) {
            return new String(scratch, 0, bytes, StandardCharsets.US_ASCII);
        }
        CharBuffer chars = CharBuffer.allocate(bytes);
        CoderResult result = decoder.reset().decode(ByteBuffer.wrap(scratch, 0, bytes), chars, true);
        return result.isUnderflow() ? chars.flip().toString() : null;
    }
}
