package org.c4igateway.dds.api.cdr;

/** UTF-8 lengths without encoding. */
final class Utf8Length {
    private Utf8Length() {}

    /** @return number of UTF-8 bytes; an unpaired surrogate counts as the one byte of its replacement */
    static int length(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (isPair(text, i)) {
                bytes += 4;
                i++;
            } else {
                bytes++;
            }
        }
        return bytes;
    }

    private static boolean isPair(String text, int i) {
        return Character.isHighSurrogate(text.charAt(i))
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
    }
}
