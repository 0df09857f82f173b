package org.c4igateway.topics.mtf;

import java.util.List;
import org.c4igateway.topics.mtf.scan.FreeTextLines;

/**
 * One field or cell as written.
 *
 * @param text the whole field, never with '/' or a line end; "-" when empty
 */
public record MtfField(String text) {
    private static final int LONGEST_DESCRIPTOR = 8;

    /** The hyphen that stands for "no content". */
    public static final MtfField EMPTY = new MtfField("-");

    public MtfField {
        if (text.isEmpty() || text.indexOf('/') >= 0 || text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
            throw new IllegalArgumentException("a field has at least one character, and no '/' or line end");
        }
        if (!text.equals(text.strip())) {
            throw new IllegalArgumentException("a field does not start or end with a blank: '" + text + "'");
        }
    }

    /** Reads a field that may be blank between its marks, which means empty, or wrapped: a line end becomes a blank. */
    static MtfField read(String text) {
        String stripped = (text.indexOf('\n') < 0 ? text : String.join(" ", FreeTextLines.stripped(text))).strip();
        return stripped.isEmpty() || stripped.equals("-") ? EMPTY : new MtfField(stripped.replace("\r", ""));
    }

    /** @return those up to the last with a content; what is left out at the end of a set means the same */
    public static List<MtfField> withoutTrailingEmpty(List<MtfField> fields) {
        int size = fields.size();
        while (size > 0 && fields.get(size - 1).isEmpty()) {
            size--;
        }
        return fields.subList(0, size);
    }

    /** Whether the field is the hyphen for "no content". */
    public boolean isEmpty() {
        return text.equals("-");
    }

    /**
     * What stands before the first colon when it has the form of a descriptor (1 to 8 capitals or digits), else "".
     * Only a message definition can tell whether it is one.
     */
    public String descriptor() {
        int colon = text.indexOf(':');
        if (colon < 1 || colon > LONGEST_DESCRIPTOR) {
            return "";
        }
        for (int i = 0; i < colon; i++) {
            char c = text.charAt(i);
            if (!(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) {
                return "";
            }
        }
        return text.substring(0, colon);
    }

    /** The text behind {@link #descriptor()}, or all of it. */
    public String value() {
        String descriptor = descriptor();
        return descriptor.isEmpty() ? text : text.substring(descriptor.length() + 1);
    }

    @Override
    public String toString() {
        return text;
    }
}
