package org.c4igateway.core.message;

/** Makes texts for the details of receipts that every transport can carry and a log can show. */
final class DetailText {
    private static final char BLANK = ' ';
    private static final char REPLACEMENT = '?';

    private DetailText() {}

    /**
     * @param maxBytes bound of the result in octets of UTF-8
     * @return {@code text} on one line and without control characters, its unpaired surrogates replaced, cut at a
     *     character
     */
    static String fitted(String text, int maxBytes) {
        StringBuilder fitted = new StringBuilder(Math.min(text.length(), maxBytes));
        int bytes = 0;
        for (int i = 0; i < text.length(); ) {
            int read = text.codePointAt(i);
            int kept = carried(read);
            bytes += utf8Bytes(kept);
            if (bytes > maxBytes) {
                break;
            }
            fitted.appendCodePoint(kept);
            i += Character.charCount(read);
        }
        return fitted.toString();
    }

    private static int carried(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> BLANK;
            case Character.SURROGATE -> REPLACEMENT;
            default -> codePoint;
        };
    }

    private static int utf8Bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
    }
}
