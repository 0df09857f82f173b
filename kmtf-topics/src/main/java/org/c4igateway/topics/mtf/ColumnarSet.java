package org.c4igateway.topics.mtf;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table: headers and rows. Immutable, safe for any thread. */
public final class ColumnarSet extends MtfSet {
    private final int[] rowEnds;

    ColumnarSet(SetView view, int[] rowEnds) {
        super(view);
        this.rowEnds = rowEnds.clone();
    }

    /**
     * Builds a table.
     *
     * @param headers column headers
     * @param rows rows of at least one and at most as many cells as there are headers; missing cells at the end are
     *     empty
     * @throws IllegalArgumentException when the identifier, a header or a cell has no legal form
     */
    public static ColumnarSet of(String id, List<String> headers, List<List<String>> rows) {
        if (!SetNames.isColumnar(id)) {
            throw new IllegalArgumentException("'" + id + "' is no identifier of a columnar set");
        }
        if (headers.isEmpty()) {
            throw new IllegalArgumentException("a columnar set has at least one header");
        }
        CellText text = new CellText(id);
        int[] ends = new int[rows.size() + 1];
        headers.forEach(header -> text.cell(new MtfField(header)));
        ends[0] = headers.size();
        for (int row = 0; row < rows.size(); row++) {
            List<String> cells = rows.get(row);
            if (cells.isEmpty() || cells.size() > headers.size()) {
                throw new IllegalArgumentException(
                        "row " + (row + 1) + " does not have 1 to " + headers.size() + " cells");
            }
            cells.forEach(cell -> text.cell(new MtfField(cell)));
            ends[row + 1] = ends[row] + cells.size();
        }
        return new ColumnarSet(text.endSet(), ends);
    }

    /** Column headers in order; empty when the set has no content. */
    public List<String> headers() {
        return rowEnds.length == 0
                ? List.of()
                : view.fields(0, rowEnds[0]).stream().map(MtfField::text).toList();
    }

    /** Rows in order, each as long as written. */
    public List<List<MtfField>> rows() {
        List<List<MtfField>> rows = new ArrayList<>();
        for (int row = 1; row < rowEnds.length; row++) {
            rows.add(view.fields(rowEnds[row - 1], rowEnds[row]));
        }
        return List.copyOf(rows);
    }

    /** Offset in the message of a cell, both from 0; the end of the set when there is no such cell. */
    public int cellOffset(int row, int column) {
        int cell = row + 1 < rowEnds.length ? rowEnds[row] + column : Integer.MAX_VALUE;
        return row + 1 < rowEnds.length && cell < rowEnds[row + 1] ? view.cellOffset(cell) : view.end();
    }

    private List<List<MtfField>> content() {
        return rows().stream().map(MtfField::withoutTrailingEmpty).toList();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ColumnarSet that
                && id().equals(that.id())
                && headers().equals(that.headers())
                && content().equals(that.content());
    }

    @Override
    public int hashCode() {
        return (id().hashCode() * 31 + headers().hashCode()) * 31 + content().hashCode();
    }

    @Override
    public String toString() {
        return id() + headers() + rows();
    }
}
