package org.c4igateway.topics.mtf;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.scan.SetBuffer;
import org.c4igateway.topics.mtf.source.MtfSource;

/** Position of a set in its message, and access to its cells as fields. Immutable. */
final class SetView {
    private final MtfSource source;
    private final int start;
    private final int idEnd;
    private final int end;
    private final int line;
    private final int[] cells;

    /** Keeps {@code cells}: start and end offset of each. */
    private SetView(MtfSource source, int start, int idEnd, int end, int line, int[] cells) {
        this.source = source;
        this.start = start;
        this.idEnd = idEnd;
        this.end = end;
        this.line = line;
        this.cells = cells;
    }

    static SetView of(MtfSource source, SetBuffer set) {
        return new SetView(source, set.start, set.idEnd, set.end, set.line, set.copyCells());
    }

    /** A view for a set that was built, not read. */
    static SetView built(String text, int idLength, int... cells) {
        byte[] bytes = text.getBytes(MtfEncoding.UTF_8.charset());
        return new SetView(new MtfSource(bytes, MtfEncoding.UTF_8), 0, idLength, bytes.length, 1, cells);
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    int line() {
        return line;
    }

    String id() {
        return source.text(start, idEnd);
    }

    byte[] raw() {
        return source.copy(start, end);
    }

    int cellCount() {
        return cells.length / 2;
    }

    String cellText(int cell) {
        return source.text(cells[2 * cell], cells[2 * cell + 1]);
    }

    int cellOffset(int cell) {
        return cells[2 * cell];
    }

    List<MtfField> fields(int from, int to) {
        List<MtfField> fields = new ArrayList<>(to - from);
        for (int cell = from; cell < to; cell++) {
            fields.add(MtfField.read(cellText(cell)));
        }
        return List.copyOf(fields);
    }
}
