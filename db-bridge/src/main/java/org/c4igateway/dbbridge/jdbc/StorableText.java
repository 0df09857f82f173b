package org.c4igateway.dbbridge.jdbc;

import java.nio.charset.StandardCharsets;

/**
 * Checks whether a PostgreSQL {@code text} column can hold a string: no NUL character, no unpaired surrogate. Strings
 * from peers are not trusted.
 */
public final class StorableText {
    /** Longest text kept in a column for people, in characters. */
    private static final int LONGEST_REMARK = 2_000;

    private StorableText() {}

    /** @return whether {@code text} would be stored as it is */
    public static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** @return {@code text} for people: bad characters replaced by U+FFFD, cut at 2,000 characters */
    public static String mended(String text) {
        String cut = text.length() > LONGEST_REMARK ? text.substring(0, LONGEST_REMARK) : text;
        if (isStorable(cut)) {
            return cut;
        }
        StringBuilder mended = new StringBuilder(cut.length());
        cut.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(mended::appendCodePoint);
        return mended.toString();
    }
}
