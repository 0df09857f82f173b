package org.c4igateway.topics.mtf.scan;

import java.util.Arrays;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.SetKind;
import org.c4igateway.topics.mtf.source.SetStart;

/**
 * The set being read, as offsets; used again for the next set. Cells are the fields of a linear set, the headers and
 * then all rows of a columnar one, and for free text the subject (GENTEXT only) followed by the pieces of text between
 * page interruptions.
 */
public final class SetBuffer {
    public SetKind kind = SetKind.LINEAR;
    long key;
    public int start;
    public int idEnd;
    /** As in {@link SetStart#contentStart()}. */
    int contentStart;

    public int end;
    public int line;
    int lineStart;
    /** The line is one of OTH-Gold, not of MTF. */
    boolean gold;

    private final int maxCells;
    private int[] cells = new int[64];
    private int cellCount;
    private int[] rowEnds = new int[16];
    private int rowCount;
    private boolean cellsExceeded;

    SetBuffer(int maxCells) {
        this.maxCells = maxCells;
    }

    void begin(SetKind newKind, SetStart match, LineCursor cursor) {
        kind = newKind;
        key = match.key();
        start = match.offset();
        idEnd = match.idEnd();
        contentStart = match.contentStart();
        end = idEnd;
        line = cursor.number();
        lineStart = cursor.start();
        gold = false;
        cellCount = 0;
        rowCount = 0;
        cellsExceeded = false;
    }

    /** Adds a cell; false the first time when there is no room for it. Later ones are dropped silently. */
    boolean add(int cellStart, int cellEnd) {
        if (cellCount >= maxCells) {
            boolean first = !cellsExceeded;
            cellsExceeded = true;
            return !first;
        }
        if (2 * cellCount + 2 > cells.length) {
            cells = Arrays.copyOf(cells, cells.length * 2);
        }
        cells[2 * cellCount] = cellStart;
        cells[2 * cellCount + 1] = cellEnd;
        cellCount++;
        return true;
    }

    /** Moves the end of the last cell, unless later ones have been dropped. */
    void extendLast(int cellEnd) {
        if (!cellsExceeded) {
            cells[2 * cellCount - 1] = cellEnd;
        }
    }

    void endRow() {
        if (rowCount == rowEnds.length) {
            rowEnds = Arrays.copyOf(rowEnds, rowEnds.length * 2);
        }
        rowEnds[rowCount++] = cellCount;
    }

    int cellCount() {
        return cellCount;
    }

    int rowCount() {
        return rowCount;
    }

    int cellStart(int cell) {
        return cells[2 * cell];
    }

    int cellEnd(int cell) {
        return cells[2 * cell + 1];
    }

    public int[] copyCells() {
        return Arrays.copyOf(cells, 2 * cellCount);
    }

    public int[] copyRowEnds() {
        return Arrays.copyOf(rowEnds, rowCount);
    }
}
