package org.c4igateway.topics;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits CSV text (RFC 4180: quotes double inside quotes) into rows that know their line. Blank lines and lines
 * starting with '#' are skipped.
 */
public final class CsvRows {

    /** One row and the line (from 1) on which it starts. */
    public record Row(int line, List<String> cells) {}

    /** Receives a problem with its line. */
    public interface Problems {
        /** A problem of a line, from 1. */
        void add(int line, String reason);
    }

    private final String text;
    private final Problems problems;
    private int position;
    private int line = 1;

    /** @param problems hears what is wrong */
    public CsvRows(String text, Problems problems) {
        this.text = text;
        this.problems = problems;
    }

    /** All rows, the header among them. */
    public List<Row> all() {
        List<Row> rows = new ArrayList<>();
        while (position < text.length()) {
            if (text.charAt(position) == '#') {
                skipLine();
                continue;
            }
            int start = line;
            List<String> cells = row();
            if (cells.size() > 1 || !cells.getFirst().isBlank()) {
                rows.add(new Row(start, List.copyOf(cells)));
            }
        }
        return rows;
    }

    private void skipLine() {
        while (position < text.length() && text.charAt(position++) != '\n') {
            // a comment has no meaning
        }
        line++;
    }

    private List<String> row() {
        List<String> cells = new ArrayList<>();
        while (true) {
            cells.add(atQuote() ? quoted() : plain());
            if (position >= text.length()) {
                return cells;
            }
            char end = text.charAt(position++);
            if (end == '\n') {
                line++;
                return cells;
            }
        }
    }

    private boolean atQuote() {
        return position < text.length() && text.charAt(position) == '"';
    }

    private String plain() {
        int start = position;
        while (position < text.length() && text.charAt(position) != ',' && text.charAt(position) != '\n') {
            position++;
        }
        return text.substring(start, position);
    }

    private String quoted() {
        int startLine = line;
        StringBuilder cell = new StringBuilder();
        position++;
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '"' && !atQuote()) {
                String rest = plain();
                if (!rest.isBlank()) {
                    problems.add(line, "text after a closing quote: '" + rest.strip() + "'");
                }
                return cell.toString();
            }
            if (c == '"') {
                position++;
            } else if (c == '\n') {
                line++;
            }
            cell.append(c);
        }
        problems.add(startLine, "a quote is never closed");
        return cell.toString();
    }
}
