package org.c4igateway.cli.base;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Columns aligned by their widest cell; numbers to the right. Not safe for concurrent use. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    public TextTable row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(String.valueOf(cell));
        }
        rows.add(row);
        return this;
    }

    public void print(PrintWriter out) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        boolean[] numeric = new boolean[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[column] = rows.stream()
                    .filter(row -> at < row.size())
                    .mapToInt(row -> row.get(at).length())
                    .max()
                    .orElse(0);
            numeric[column] = rows.stream()
                    .skip(1)
                    .filter(row -> at < row.size())
                    .allMatch(row -> row.get(at).matches("[-+0-9.,%]+"));
        }
        for (List<String> row : rows) {
            out.println(line(row, widths, numeric));
        }
    }

    private static String line(List<String> row, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            String blanks = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : GAP).append(numeric[column] ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }
}
