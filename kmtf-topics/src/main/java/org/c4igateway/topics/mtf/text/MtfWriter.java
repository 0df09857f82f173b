package org.c4igateway.topics.mtf.text;

import java.util.List;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfField;
import org.c4igateway.topics.mtf.MtfSet;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.scan.FreeTextLines;

/**
 * Writes documents as UTF-8. A document that was read and not changed is given back byte for byte; any other is laid
 * out afresh so that reading it gives an equal document. Stateless, safe for any thread.
 */
public final class MtfWriter {
    private static final String END = "//";

    private final int lineLength;
    private final StringBuilder out = new StringBuilder(512);
    private int lineStart;

    private MtfWriter(int lineLength) {
        this.lineLength = lineLength;
    }

    /** The bytes that were read, or a fresh layout with lines of at most 69 characters. */
    public static byte[] write(MtfDocument document) {
        return document.raw().orElseGet(() -> layOut(document, ParseOptions.STANDARD_LINE_LENGTH));
    }

    /**
     * A fresh layout whatever the document came from. A single field, cell row or word longer than the line stays whole
     * on a line of its own.
     *
     * @param lineLength longest line in characters
     */
    public static byte[] layOut(MtfDocument document, int lineLength) {
        MtfWriter writer = new MtfWriter(lineLength);
        writer.raw(document.heading().text());
        document.sets().forEach(writer::set);
        writer.raw(document.ending());
        return writer.out.toString().getBytes(MtfEncoding.UTF_8.charset());
    }

    private void raw(String text) {
        out.append(text);
        if (!text.isEmpty() && !text.endsWith("\n")) {
            out.append('\n');
        }
        lineStart = out.length();
    }

    private void set(MtfSet set) {
        out.append(set.id());
        switch (set) {
            case LinearSet linear -> linear(linear);
            case ColumnarSet columnar -> columnar(columnar);
            case FreeTextSet text -> freeText(text);
        }
        if (lineCharacters() + END.length() > lineLength) {
            newLine();
        }
        out.append(END);
        newLine();
    }

    private void linear(LinearSet set) {
        for (MtfField field : MtfField.withoutTrailingEmpty(set.fields())) {
            if (lineCharacters() + 1 + characters(field.text()) > lineLength) {
                newLine();
            }
            out.append('/').append(field.text());
        }
    }

    private void columnar(ColumnarSet set) {
        List<String> headers = set.headers();
        if (headers.isEmpty()) {
            return;
        }
        List<List<MtfField>> rows = set.rows();
        int[] widths = widths(headers, rows);
        newLine();
        row(headers, widths);
        for (List<MtfField> row : rows) {
            newLine();
            List<MtfField> cells = MtfField.withoutTrailingEmpty(row);
            row(
                    cells.isEmpty()
                            ? List.of("-")
                            : cells.stream().map(MtfField::text).toList(),
                    widths);
        }
    }

    private void row(List<String> cells, int[] widths) {
        for (int i = 0; i < cells.size(); i++) {
            out.append('/').append(cells.get(i));
            if (i < cells.size() - 1) {
                out.repeat(' ', Math.max(0, widths[i] - characters(cells.get(i))));
            }
        }
    }

    private static int[] widths(List<String> headers, List<List<MtfField>> rows) {
        int columns = headers.size();
        for (List<MtfField> row : rows) {
            columns = Math.max(columns, row.size());
        }
        int[] widths = new int[columns];
        for (int i = 0; i < headers.size(); i++) {
            widths[i] = characters(headers.get(i));
        }
        for (List<MtfField> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], characters(row.get(i).text()));
            }
        }
        return widths;
    }

    private void freeText(FreeTextSet set) {
        String text = set.text();
        if (!set.subject().isEmpty()) {
            out.append('/').append(set.subject());
        } else if (set.id().equals("GENTEXT") && !text.isEmpty()) {
            out.append("/-"); // else the text would be read as the subject
        }
        if (text.isEmpty()) {
            return;
        }
        out.append('/');
        text.lines().forEach(this::textLine);
        out.setLength(out.length() - 1); // the end mark goes on the last line when it fits
        lineStart = out.lastIndexOf("\n") + 1;
    }

    /** Writes one line of text, folded at blanks. */
    private void textLine(String line) {
        String rest = line.stripTrailing();
        while (lineCharacters() + characters(rest) > lineLength) {
            int blank = fold(rest, lineLength - lineCharacters());
            if (blank < 0) {
                break;
            }
            out.append(rest, 0, blank);
            newLine();
            rest = rest.substring(blank).stripLeading();
        }
        out.append(rest);
        newLine();
    }

    /** The last blank at which the first part fits the room and the second part still reads as text, or -1. */
    private static int fold(String text, int room) {
        int best = -1;
        int characters = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            boolean blank = text.charAt(i) == ' ';
            if (blank
                    && i > 0
                    && !FreeTextLines.isHazard(firstLine(text.substring(i).stripLeading()))) {
                best = i;
            }
            characters++;
            if (characters > room && best >= 0) {
                return best;
            }
        }
        return best;
    }

    /** A folded line may be cut anywhere behind its first words, so only its beginning can be a hazard. */
    private static String firstLine(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80);
    }

    private int lineCharacters() {
        return out.codePointCount(lineStart, out.length());
    }

    private static int characters(String text) {
        return text.codePointCount(0, text.length());
    }

    private void newLine() {
        out.append('\n');
        lineStart = out.length();
    }
}
