package org.c4igateway.topics.mtf.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.c4igateway.topics.mtf.rule.DiagnosticLog;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.source.DiagnosticReporter;
import org.c4igateway.topics.mtf.source.EndingLines;
import org.c4igateway.topics.mtf.source.LineCursor;
import org.c4igateway.topics.mtf.source.MtfSource;
import org.c4igateway.topics.mtf.source.PageLines;
import org.c4igateway.topics.mtf.source.SetKey;
import org.c4igateway.topics.mtf.source.SetStart;

/** What free text may hold so that it is read back as the same text. */
public final class FreeTextLines {
    private FreeTextLines() {}

    /** The words of a text: what counts when layout does not. */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringTokenizer tokens = new StringTokenizer(text, " \t\n\r");
        while (tokens.hasMoreTokens()) {
            words.add(tokens.nextToken());
        }
        return words;
    }

    /** The lines of a text without blanks at their ends. */
    public static List<String> stripped(String text) {
        return text.lines().map(String::strip).toList();
    }

    /** Gives back the text without white space at its ends, or throws when it cannot be free text. */
    public static String require(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw new IllegalArgumentException("free text without a word");
        }
        if (stripped.contains("//") || stripped.startsWith("/") || stripped.endsWith("/")) {
            throw new IllegalArgumentException("free text neither holds '//' nor starts or ends with '/'");
        }
        if (stripped.lines().skip(1).anyMatch(line -> isHazard(line))) {
            throw new IllegalArgumentException(
                    "a line of free text reads as a set, a page line or the end of the message");
        }
        return stripped;
    }

    /** Whether a line inside free text would be taken for something else. */
    public static boolean isHazard(String line) {
        byte[] bytes = (line + '\n').getBytes(MtfEncoding.UTF_8.charset());
        LineCursor cursor = new LineCursor(bytes, 0);
        if (!cursor.advance()) {
            return false;
        }
        SetStart match = new SetStart(bytes);
        boolean set = match.match(cursor, 0) == SetStart.Shape.LINEAR && SetKey.isCommon(match.key());
        MtfSource source = new MtfSource(bytes, MtfEncoding.UTF_8);
        DiagnosticLog log = new DiagnosticLog(MtfProfile.STRICT, 1);
        boolean page = new PageLines(source, new DiagnosticReporter(source, cursor, log)).isPage(cursor, true);
        return set || page || EndingLines.isEnding(bytes, cursor);
    }
}
