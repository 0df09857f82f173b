package org.c4igateway.topics.mtf.rule;

/** What the line limit of 69 counts. A Hangul syllable is 1 character, 2 columns, 3 bytes in UTF-8 and 2 in CP949. */
public enum LineUnit {
    CHARACTERS("characters"),
    COLUMNS("columns"),
    BYTES("bytes");

    private final String label;

    LineUnit(String label) {
        this.label = label;
    }

    /** Plural noun for messages. */
    public String label() {
        return label;
    }
}
