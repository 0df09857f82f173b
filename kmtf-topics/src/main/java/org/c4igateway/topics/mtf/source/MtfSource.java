package org.c4igateway.topics.mtf.source;

import java.util.Arrays;
import org.c4igateway.topics.mtf.rule.MtfEncoding;

/**
 * The bytes of a message with their encoding; sets and fields are views into it. Immutable by agreement: the array is
 * never written to.
 */
public final class MtfSource {
    private final byte[] bytes;
    private final MtfEncoding encoding;

    public MtfSource(byte[] bytes, MtfEncoding encoding) {
        this.bytes = bytes;
        this.encoding = encoding;
    }

    /** Not a copy; for reading only. */
    public byte[] bytes() {
        return bytes;
    }

    public MtfEncoding encoding() {
        return encoding;
    }

    public int length() {
        return bytes.length;
    }

    /** Undecodable bytes become U+FFFD. */
    public String text(int start, int end) {
        return new String(bytes, start, end - start, encoding.charset());
    }

    public byte[] copy(int start, int end) {
        return Arrays.copyOfRange(bytes, start, end);
    }

    /** Character column (from 1) of an offset in the line that starts at {@code lineStart}. */
    public int column(int lineStart, int offset) {
        return characters(bytes, lineStart, offset, encoding) + 1;
    }

    /** Line (from 1) of an offset; counts from the start, for diagnostics only. */
    public int line(int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            if (bytes[i] == '\n') {
                line++;
            }
        }
        return line;
    }

    /** Offset at which the line holding {@code offset} starts. */
    public int lineStart(int offset) {
        int start = offset;
        while (start > 0 && bytes[start - 1] != '\n') {
            start--;
        }
        return start;
    }

    public static int characters(byte[] bytes, int start, int end, MtfEncoding encoding) {
        int count = 0;
        int i = start;
        while (i < end) {
            count++;
            i += step(bytes, i, end, encoding);
        }
        return count;
    }

    /** Display columns: two for a wide character (Hangul, Han, Kana, full-width forms), one for any other. */
    static int columns(byte[] bytes, int start, int end, MtfEncoding encoding) {
        int count = 0;
        int i = start;
        while (i < end) {
            int step = step(bytes, i, end, encoding);
            count += isWide(bytes, i, step, encoding) ? 2 : 1;
            i += step;
        }
        return count;
    }

    private static int step(byte[] bytes, int at, int end, MtfEncoding encoding) {
        int lead = bytes[at] & 0xff;
        if (lead < 0x80) {
            return 1;
        }
        int size = switch (encoding) {
            case UTF_8 -> lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
            case CP949 -> lead >= 0x81 && lead <= 0xfe ? 2 : 1;
            case CP1252 -> 1;
        };
        return Math.min(size, end - at);
    }

    private static boolean isWide(byte[] bytes, int at, int size, MtfEncoding encoding) {
        return switch (encoding) {
            case UTF_8 -> size >= 3 && isWideCodePoint(decode(bytes, at, size));
            case CP949 -> size == 2;
            case CP1252 -> false;
        };
    }

    private static int decode(byte[] bytes, int at, int size) {
        int codePoint = bytes[at] & (size == 3 ? 0x0f : 0x07);
        for (int i = 1; i < size; i++) {
            codePoint = (codePoint << 6) | (bytes[at + i] & 0x3f);
        }
        return codePoint;
    }

    private static boolean isWideCodePoint(int c) {
        return (c >= 0x1100 && c <= 0x115f)
                || (c >= 0x2e80 && c <= 0xa4cf)
                || (c >= 0xac00 && c <= 0xd7a3)
                || (c >= 0xf900 && c <= 0xfaff)
                || (c >= 0xfe30 && c <= 0xfe6f)
                || (c >= 0xff00 && c <= 0xff60)
                || (c >= 0xffe0 && c <= 0xffe6)
                || (c >= 0x1f300 && c <= 0x1faff)
                || (c >= 0x20000 && c <= 0x3fffd);
    }
}
