package org.c4igateway.topics.mtf.source;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfRule;

/** Looks closer at the few lines that hold anything but printable ASCII. One parse, one thread. */
final class CharacterCheck {
    static final int SUSPECT = ByteClass.CONTROL | ByteClass.NUL | ByteClass.HIGH | ByteClass.CARRIAGE_RETURN;

    private final MtfSource source;
    private final byte[] bytes;
    private final DiagnosticReporter diagnosticReporter;
    private final CharsetDecoder decoder;
    private final CharBuffer characters = CharBuffer.allocate(256);

    CharacterCheck(MtfSource source, DiagnosticReporter diagnosticReporter) {
        this.source = source;
        this.bytes = source.bytes();
        this.diagnosticReporter = diagnosticReporter;
        this.decoder = source.encoding()
                .charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /**
     * Reports what is wrong with the characters of the cursor's line. Call for lines with {@link #SUSPECT} flags only.
     */
    void inspect(LineCursor line) {
        if (line.has(ByteClass.HIGH)) {
            checkEncoding(line);
            checkBidi(line);
        }
        if (line.has(ByteClass.CONTROL | ByteClass.NUL | ByteClass.CARRIAGE_RETURN)) {
            checkControls(line);
        }
    }

    private void checkControls(LineCursor line) {
        for (int i = line.start(); i < line.end(); i++) {
            int c = ByteClass.of(bytes[i]);
            if (c == ByteClass.NUL && !diagnosticReporter.saturated(MtfRule.CHAR_NUL)) {
                add(MtfRule.CHAR_NUL, line, i, "NUL character");
            } else if ((c == ByteClass.CONTROL || c == ByteClass.CARRIAGE_RETURN)
                    && !diagnosticReporter.saturated(MtfRule.CHAR_CONTROL)) {
                add(MtfRule.CHAR_CONTROL, line, i, "control character " + hex(bytes[i]));
            }
        }
    }

    private void checkEncoding(LineCursor line) {
        if (source.encoding() == MtfEncoding.UTF_8) {
            int bad = Utf8Check.firstInvalid(bytes, line.start(), line.end());
            while (bad >= 0) {
                addInvalid(line, bad);
                bad = diagnosticReporter.saturated(MtfRule.ENCODING_INVALID)
                        ? -1
                        : Utf8Check.firstInvalid(bytes, bad + 1, line.end());
            }
            return;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, line.start(), line.end() - line.start());
        decoder.reset();
        while (true) {
            characters.clear();
            CoderResult result = decoder.decode(in, characters, true);
            if (result.isError() && !diagnosticReporter.saturated(MtfRule.ENCODING_INVALID)) {
                addInvalid(line, in.position());
                in.position(in.position() + result.length());
            } else if (!result.isOverflow()) {
                return;
            }
        }
    }

    private void addInvalid(LineCursor line, int at) {
        add(
                MtfRule.ENCODING_INVALID,
                line,
                at,
                "byte " + hex(bytes[at]) + " is not valid in " + source.encoding() + " here");
    }

    /** U+202A to U+202E, U+2066 to U+2069 and the C1 controls; all of them only reachable in UTF-8. */
    private void checkBidi(LineCursor line) {
        if (source.encoding() != MtfEncoding.UTF_8) {
            return;
        }
        for (int i = line.start(); i + 1 < line.end(); i++) {
            int first = bytes[i] & 0xff;
            int second = bytes[i + 1] & 0xff;
            if (first == 0xc2 && second < 0xa0 && !diagnosticReporter.saturated(MtfRule.CHAR_CONTROL)) {
                add(
                        MtfRule.CHAR_CONTROL,
                        line,
                        i,
                        "control character U+00" + hex(bytes[i + 1]).substring(2));
            } else if (first == 0xe2 && i + 2 < line.end() && isBidi(second, bytes[i + 2] & 0xff)) {
                add(MtfRule.CHAR_BIDI, line, i, "character that changes the writing direction");
            }
        }
    }

    private static boolean isBidi(int second, int third) {
        return (second == 0x80 && third >= 0xaa && third <= 0xae) || (second == 0x81 && third >= 0xa6 && third <= 0xa9);
    }

    private void add(MtfRule rule, LineCursor line, int at, String text) {
        diagnosticReporter.addAt(rule, line.number(), line.start(), at, text);
    }

    private static String hex(byte b) {
        return "0x" + Character.toUpperCase(Character.forDigit((b >> 4) & 0xf, 16))
                + Character.toUpperCase(Character.forDigit(b & 0xf, 16));
    }
}
