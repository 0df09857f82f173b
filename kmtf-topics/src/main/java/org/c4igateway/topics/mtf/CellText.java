package org.c4igateway.topics.mtf;

import java.util.Arrays;
import org.c4igateway.topics.mtf.rule.MtfEncoding;

/** Assembles the bytes and cell offsets of a set that is built in memory. One use. */
final class CellText {
    private final StringBuilder text = new StringBuilder(64);
    private final int idLength;
    private int[] cells = new int[16];
    private int count;
    private int bytes;

    CellText(String id) {
        append(id);
        idLength = id.length();
    }

    void cell(MtfField field) {
        append("/");
        piece(field.text());
    }

    /** Text of any form that is one cell. */
    void piece(String piece) {
        if (count + 2 > cells.length) {
            cells = Arrays.copyOf(cells, cells.length * 2);
        }
        cells[count++] = bytes;
        append(piece);
        cells[count++] = bytes;
    }

    void append(String more) {
        text.append(more);
        bytes += more.getBytes(MtfEncoding.UTF_8.charset()).length;
    }

    SetView endSet() {
        append("//");
        return SetView.built(text.toString(), idLength, Arrays.copyOf(cells, count));
    }
}
