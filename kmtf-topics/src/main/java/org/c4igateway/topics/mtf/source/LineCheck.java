package org.c4igateway.topics.mtf.source;

import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.rule.ParseOptions;

/** Characters of every line, and the length of those of the main text. One parse, one thread. */
public final class LineCheck implements LineCursor.LineObserver {
    private final MtfSource source;
    private final ParseOptions options;
    private final DiagnosticReporter diagnosticReporter;
    private final CharacterCheck characters;
    private boolean inMainText;

    public LineCheck(MtfSource source, ParseOptions options, DiagnosticReporter diagnosticReporter) {
        this.source = source;
        this.options = options;
        this.diagnosticReporter = diagnosticReporter;
        this.characters = new CharacterCheck(source, diagnosticReporter);
    }

    public void mainText(boolean newInMainText, LineCursor cursor) {
        inMainText = newInMainText;
        cursor.observeLinesLongerThan(newInMainText ? options.lineLength() : Integer.MAX_VALUE);
    }

    @Override
    public void suspect(LineCursor line) {
        if (line.has(CharacterCheck.SUSPECT)) {
            characters.inspect(line);
        }
        // no character has fewer bytes than columns, so a line short in bytes is short in every unit
        if (inMainText && line.end() - line.start() > options.lineLength()) {
            checkLength(line);
        }
    }

    private void checkLength(LineCursor line) {
        int length = length(line);
        if (length > options.lineLength()) {
            diagnosticReporter.add(
                    MtfRule.LINE_LENGTH,
                    line.start(),
                    "line of " + length + " " + options.lineUnit().label() + "; the limit is " + options.lineLength());
        }
    }

    private int length(LineCursor line) {
        return switch (options.lineUnit()) {
            case BYTES -> line.end() - line.start();
            case CHARACTERS -> MtfSource.characters(source.bytes(), line.start(), line.end(), source.encoding());
            case COLUMNS -> MtfSource.columns(source.bytes(), line.start(), line.end(), source.encoding());
        };
    }
}
