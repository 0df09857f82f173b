package org.c4igateway.topics.mtf.scan;

import java.util.List;
import java.util.Set;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.DiagnosticLog;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.rule.ParseLimits;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.source.ByteClass;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCheck;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.MtfSource;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetKind;
import org.c4igateway.topics.mtf.source.SetStart;

/**
 * One pass over one message: heading, sets with their rules, ending. Every finished set goes to a sink as offsets, so
 * that a mere check builds nothing. One parse, one thread.
 */
public final class MtfScan {

    /** Takes over a finished set; the buffer is used again afterwards. */
    public interface SetSink {
        void accept(SetBuffer set);
    }

    private static final int BOM_BYTES = 3;

    private final byte[] bytes;
    private final ParseLimits limits;
    private final DiagnosticLog log;
    private final LineCursor cursor;
    private final DiagnosticReporter diagnosticReporter;
    private final LineCheck lineCheck;
    private final PageLines pages;
    private final SetBuffer set;
    private final SetStart match;
    private final LinearScan linear;
    private final ColumnarScan columnar;
    private final FreeTextScan freeText;
    private final MsgidRules msgid;
    private final SequenceRules sequence;
    private final SetSink sink;
    private final int textStart;
    private int mainStart;
    private int mainEnd = -1;
    private int sets;
    private boolean stopped;
    private boolean inJunk;
    private boolean readable;
    private int blankLine;

    public MtfScan(MtfSource source, ParseOptions options, SetSink sink) {
        this.bytes = source.bytes();
        this.limits = options.limits();
        this.sink = sink;
        this.log = new DiagnosticLog(options.profile(), limits.diagnostics());
        this.textStart = startsWithBom() ? BOM_BYTES : 0;
        this.cursor = new LineCursor(bytes, textStart);
        this.diagnosticReporter = new DiagnosticReporter(source, cursor, log);
        this.lineCheck = new LineCheck(source, options, diagnosticReporter);
        this.pages = new PageLines(source, diagnosticReporter);
        this.set = new SetBuffer(limits.fieldsPerSet());
        this.match = new SetStart(bytes);
        EndMark endMark = new EndMark(bytes, cursor, diagnosticReporter, pages);
        SetContinuation continuation = new SetContinuation(bytes, cursor, diagnosticReporter, pages);
        this.linear = new LinearScan(bytes, cursor, diagnosticReporter, set, endMark, continuation);
        this.columnar = new ColumnarScan(source, cursor, diagnosticReporter, set, endMark, continuation);
        this.freeText = new FreeTextScan(source, cursor, diagnosticReporter, set, endMark, continuation, pages);
        this.msgid = new MsgidRules(source, diagnosticReporter);
        this.sequence = new SequenceRules(diagnosticReporter, msgid);
    }

    public void run() {
        if (bytes.length > limits.messageBytes()) {
            mainStart = bytes.length;
            mainEnd = bytes.length;
            log.add(
                    MtfRule.LIMIT_MESSAGE,
                    1,
                    1,
                    "the message has " + bytes.length + " bytes; the limit is " + limits.messageBytes());
            return;
        }
        if (textStart > 0) {
            log.add(MtfRule.ENCODING_BOM, 1, 1, "byte order mark");
        }
        cursor.observe(lineCheck);
        heading();
        int firstLine = cursor.atEnd() ? 1 : cursor.number();
        mainText();
        if (!stopped) {
            finish(firstLine);
        }
        ending();
    }

    private void finish(int firstLine) {
        if (readable) {
            sequence.finish(firstLine);
        } else {
            log.add(MtfRule.SET_NONE, firstLine, 1, "no set can be read; this is not an MTF message");
        }
    }

    private void heading() {
        int found = new MainTextFinder(bytes).find(textStart);
        mainStart = found < 0 ? bytes.length : found;
        while (cursor.next() < mainStart && cursor.advance()) {
            // only the characters of the heading are looked at
        }
        lineCheck.mainText(true, cursor);
        cursor.advance();
    }

    private void mainText() {
        while (!cursor.atEnd() && !stopped) {
            if (cursor.at() != cursor.start() || !betweenSets()) {
                setOrJunk();
            }
            if (mainEnd >= 0) {
                return;
            }
        }
        mainEnd = cursor.start();
    }

    /** Handles a line that is no set although none is open; true when it was one. */
    private boolean betweenSets() {
        if (cursor.isBlank()) {
            blankLine = blankLine == 0 ? cursor.number() : blankLine;
            cursor.advance();
            return true;
        }
        if (EndingLines.isEnding(bytes, cursor)) {
            mainEnd = cursor.start();
            return true;
        }
        if (pages.isPage(cursor, false)) {
            pages.record(cursor);
            blankLine = 0;
            cursor.advance();
            return true;
        }
        if (blankLine > 0) {
            log.add(MtfRule.LINE_BLANK, blankLine, 1, "blank line between sets");
            blankLine = 0;
        }
        return false;
    }

    private void setOrJunk() {
        int p = cursor.at();
        while (p < cursor.end() && ByteClass.isBlank(bytes[p])) {
            p++;
        }
        SetStart.Shape shape = match.match(cursor, p);
        switch (shape) {
            case LINEAR -> set(SetKey.isFreeText(match.key()) ? SetKind.FREE_TEXT : SetKind.LINEAR);
            case COLUMNAR -> set(SetKind.COLUMNAR);
            case MALFORMED -> {
                if (inJunk) {
                    cursor.advance();
                } else {
                    diagnosticReporter.add(
                            MtfRule.SET_ID, p, "a set identifier is 3 to 8 capitals, or a digit and 2 to 7");
                    set(SetKind.LINEAR);
                }
            }
            case NONE -> junk(p);
        }
    }

    private void junk(int at) {
        if (!inJunk) {
            diagnosticReporter.add(
                    MtfRule.TEXT_OUTSIDE_SET, at, "text that belongs to no set; skipped up to the next set");
            inJunk = true;
        }
        cursor.advance();
    }

    private void set(SetKind kind) {
        inJunk = false;
        if (++sets > limits.sets()) {
            diagnosticReporter.add(
                    MtfRule.LIMIT_SETS, match.offset(), "more than " + limits.sets() + " sets; the rest is not read");
            stop();
            return;
        }
        if (match.offset() > cursor.start() && cursor.at() == cursor.start()) {
            diagnosticReporter.add(MtfRule.SET_INDENT, cursor.start(), "a set starts at column 1");
        }
        if (match.contentStart() > match.idEnd()) {
            diagnosticReporter.add(
                    MtfRule.SET_TRAILING_BLANKS, match.idEnd(), "blanks after an identifier that stands alone");
        }
        set.begin(kind, match, cursor);
        switch (kind) {
            case LINEAR -> linear.scan();
            case COLUMNAR -> columnar.scan();
            case FREE_TEXT -> freeText.scan();
        }
        finishSet();
    }

    private void finishSet() {
        if (set.end - set.start > limits.setBytes()) {
            diagnosticReporter.addAt(
                    MtfRule.LIMIT_SET_LENGTH,
                    set.line,
                    set.lineStart,
                    set.start,
                    "a set of " + (set.end - set.start) + " bytes; the limit is " + limits.setBytes());
        }
        if (isGold()) {
            diagnosticReporter.addAt(
                    MtfRule.DIALECT_OTHGOLD,
                    set.line,
                    set.lineStart,
                    set.start,
                    "this is OTH-Gold, not MTF; it is not read further");
            stop();
            return;
        }
        readable |= SetKey.isCommon(set.key) || endsWithMark();
        sequence.accept(set);
        sink.accept(set);
    }

    private boolean endsWithMark() {
        return set.end - set.idEnd > 1 && bytes[set.end - 1] == '/' && bytes[set.end - 2] == '/';
    }

    private boolean isGold() {
        if (set.key != SetKey.MSGID) {
            return false;
        }
        return set.gold || isGold(0) || (isGold(1) && !endsWithMark());
    }

    private boolean isGold(int cell) {
        return set.cellCount() > cell && GoldDialect.isNamed(bytes, set.cellStart(cell), set.cellEnd(cell));
    }

    private void stop() {
        stopped = true;
        mainEnd = Math.max(set.end, match.offset());
    }

    private void ending() {
        lineCheck.mainText(false, cursor);
        while (cursor.advance()) {
            // only the characters of the ending are looked at
        }
    }

    private boolean startsWithBom() {
        return bytes.length >= BOM_BYTES
                && (bytes[0] & 0xff) == 0xef
                && (bytes[1] & 0xff) == 0xbb
                && (bytes[2] & 0xff) == 0xbf;
    }

    public boolean accepted() {
        return log.errors() == 0;
    }

    public List<Diagnostic> diagnostics() {
        return log.all();
    }

    public Set<String> rules() {
        return log.rules();
    }

    public String messageName() {
        return msgid.messageName();
    }

    public int mainStart() {
        return mainStart;
    }

    public int mainEnd() {
        return mainEnd;
    }
}
