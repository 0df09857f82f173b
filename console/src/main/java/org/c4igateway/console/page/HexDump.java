package org.c4igateway.console.page;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Bytes as people read them.
 *
 * <pre>
 * 000010  2f 4d 49 4c 2d 4b 4f 52 2f 2f 0a 0d 00           /MIL-KOR//...
 * offset  16 bytes in hexadecimal                          the same as ASCII, a dot for what does not print
 * </pre>
 *
 * @param hex lines of that form
 * @param text all of it as UTF-8, with U+FFFD for what is none
 */
record HexDump(String hex, String text) {
    private static final int WIDTH = 16;
    private static final int OFFSET_DIGITS = 6;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7e;

    static HexDump of(byte[] bytes) {
        String hex = IntStream.iterate(0, at -> at < bytes.length, at -> at + WIDTH)
                .mapToObj(at -> line(bytes, at, Math.min(bytes.length, at + WIDTH)))
                .collect(Collectors.joining("\n"));
        return new HexDump(hex, new String(bytes, StandardCharsets.UTF_8));
    }

    private static String line(byte[] bytes, int from, int to) {
        StringBuilder line = new StringBuilder(HexFormat.of().toHexDigits(from, OFFSET_DIGITS)).append("  ");
        line.append(HexFormat.ofDelimiter(" ").formatHex(bytes, from, to));
        line.repeat(" ", 3 * (WIDTH - (to - from)) + 2);
        for (int i = from; i < to; i++) {
            line.append(bytes[i] >= FIRST_PRINTABLE && bytes[i] <= LAST_PRINTABLE ? (char) bytes[i] : '.');
        }
        return line.toString();
    }
}
