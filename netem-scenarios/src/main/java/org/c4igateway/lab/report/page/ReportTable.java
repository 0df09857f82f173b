package org.c4igateway.lab.report.page;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.scenario.Label;

/** A table of a report. Grows while rows are added; one thread. */
public final class ReportTable {
    private final Label title;
    private final List<Label> columns;
    private final List<List<Label>> rows = new ArrayList<>();

    /** @param columns their names in English; the words that are known have their Korean beside them */
    public ReportTable(Label title, List<String> columns) {
        this.title = title;
        this.columns = columns.stream().map(ColumnNames::of).toList();
    }

    /**
     * Adds a row.
     *
     * @param first its first cells
     * @param cells its other cells, in English as columns are named
     */
    public void row(List<Label> first, String... cells) {
        List<Label> row = new ArrayList<>(first);
        for (String cell : cells) {
            row.add(ColumnNames.of(cell));
        }
        row(row);
    }

    /** Adds a row of these cells. */
    public void row(List<Label> cells) {
        rows.add(List.copyOf(cells));
    }

    /** What it shows. */
    public Label title() {
        return title;
    }

    /** Its heads. */
    public List<Label> columns() {
        return columns;
    }

    /** Its cells, row by row. */
    public List<List<Label>> rows() {
        return List.copyOf(rows);
    }
}
