package org.c4igateway.topics.mtf.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.source.Utf8Check;

/**
 * Moves a message between UTF-8 and the encoding of an edge. It replaces nothing: a message that does not fit is not
 * converted, and the result names the first place that does not fit. A message of ASCII characters only is the same in
 * all encodings and is not copied. Stateless, safe for any thread.
 */
public final class MtfTranscoder {
    /** The charset of KS X 1001: 2,350 syllables. */
    private static final Charset KS_X_1001 = Charset.forName("EUC-KR");

    private static final char FIRST_SYLLABLE = '\uac00';
    private static final char LAST_SYLLABLE = '\ud7a3';

    private MtfTranscoder() {}

    /** Result of a conversion. */
    public sealed interface Transcoded {
        /**
         * The message in its new encoding.
         *
         * @param bytes may be the array that was given; for reading only
         */
        record Text(byte[] bytes) implements Transcoded {}

        /**
         * The message does not fit.
         *
         * @param offset of the first byte in question in the message that was given, from 0
         * @param line of that place, from 1
         * @param column of that place in characters, from 1
         * @param reason what is wrong there
         */
        record Misfit(int offset, int line, int column, String reason) implements Transcoded {
            @Override
            public String toString() {
                return "line " + line + ", column " + column + " (byte " + offset + "): " + reason;
            }
        }
    }

    /**
     * Edge bytes to UTF-8. The message fits when turning the result back gives the same bytes and when it is not Hangul
     * in UTF-8, which some edge encodings read as other characters.
     */
    public static Transcoded toUtf8(byte[] edge, MtfEncoding from) {
        if (isAscii(edge)) {
            return new Transcoded.Text(edge);
        }
        if (from == MtfEncoding.UTF_8) {
            int bad = Utf8Check.firstInvalid(edge, 0, edge.length);
            return bad < 0 ? new Transcoded.Text(edge) : misfit(edge, bad, from, hex(edge, bad, 1) + " is not UTF-8");
        }
        CharBuffer text = CharBuffer.allocate(edge.length + 1);
        ByteBuffer in = ByteBuffer.wrap(edge);
        CoderResult result = decoder(from.charset()).decode(in, text, true);
        if (result.isError()) {
            String bytes = hex(edge, in.position(), result.length());
            return misfit(edge, in.position(), from, bytes + " is no character of " + from.label());
        }
        int syllable = hangulInUtf8(edge);
        if (syllable >= 0) {
            return misfit(edge, syllable, from, hex(edge, syllable, 3) + " is a Hangul syllable in UTF-8");
        }
        String characters = text.flip().toString();
        int other = Arrays.mismatch(edge, characters.getBytes(from.charset()));
        if (other >= 0) {
            return misfit(edge, other, from, "this character of " + from.label() + " does not turn back the same");
        }
        return new Transcoded.Text(characters.getBytes(StandardCharsets.UTF_8));
    }

    /** UTF-8 to edge bytes. */
    public static Transcoded fromUtf8(byte[] utf8, MtfEncoding to, Unmappable unmappable) {
        if (isAscii(utf8)) {
            return new Transcoded.Text(utf8);
        }
        if (toUtf8(utf8, MtfEncoding.UTF_8) instanceof Transcoded.Misfit misfit) {
            return misfit;
        }
        if (to == MtfEncoding.UTF_8) {
            return new Transcoded.Text(utf8);
        }
        String text = new String(utf8, StandardCharsets.UTF_8);
        CharBuffer in = CharBuffer.wrap(text);
        CharsetEncoder encoder = encoder(to.charset());
        ByteBuffer out = ByteBuffer.allocate((int) Math.ceil(encoder.maxBytesPerChar() * (in.length() + 1.0)));
        CoderResult result = encoder.encode(in, out, true);
        if (!result.isError()) {
            return new Transcoded.Text(Arrays.copyOf(out.array(), out.position()));
        }
        return switch (unmappable) {
            case REJECT -> {
                int at = text.substring(0, in.position()).getBytes(StandardCharsets.UTF_8).length;
                String name = nameOf(text.codePointAt(in.position()));
                yield misfit(utf8, at, MtfEncoding.UTF_8, name + " is not in " + to.label());
            }
            case ESCAPE -> new Transcoded.Text(escaped(text, encoder).getBytes(to.charset()));
        };
    }

    /**
     * Guesses what a message is written in that is not in the declared encoding. Reads it once or twice.
     *
     * @return UTF-8 when it is well-formed UTF-8, MS949 when it is not and reads as MS949 with Hangul; empty when
     *     neither, when that is what was declared, or when it holds nothing but ASCII
     */
    public static Optional<MtfEncoding> readsAs(byte[] message, MtfEncoding declared) {
        if (isAscii(message)) {
            return Optional.empty();
        }
        MtfEncoding guess = MtfEncoding.UTF_8;
        if (Utf8Check.firstInvalid(message, 0, message.length) >= 0) {
            guess = MtfEncoding.CP949;
            if (!holdsHangul(message)) {
                return Optional.empty();
            }
        }
        return guess == declared ? Optional.empty() : Optional.of(guess);
    }

    /**
     * Whether it is MS949 and holds Hangul as people write it: mostly syllables of KS X 1001. Bytes of windows-1252
     * before a letter, such as a quotation mark, read as one of the 8,822 rare syllables that MS949 adds.
     */
    private static boolean holdsHangul(byte[] message) {
        CharBuffer text;
        try {
            text = decoder(MtfEncoding.CP949.charset()).decode(ByteBuffer.wrap(message));
        } catch (CharacterCodingException e) {
            return false;
        }
        CharsetEncoder common = KS_X_1001.newEncoder();
        long syllables = text.chars().filter(MtfTranscoder::isSyllable).count();
        long frequent = text.chars()
                .filter(c -> isSyllable(c) && common.canEncode((char) c))
                .count();
        return frequent > 0 && 2 * frequent >= syllables;
    }

    private static boolean isSyllable(int c) {
        return c >= FIRST_SYLLABLE && c <= LAST_SYLLABLE;
    }

    /**
     * Where the first Hangul syllable is when the whole message is well-formed UTF-8, else -1. Text that was written in
     * an edge encoding is not: a syllable in MS949 begins with 0xB0 to 0xC8 and in nearly every case cannot be UTF-8.
     */
    private static int hangulInUtf8(byte[] message) {
        if (Utf8Check.firstInvalid(message, 0, message.length) >= 0) {
            return -1;
        }
        for (int i = 0; i + 2 < message.length; i++) {
            if ((message[i] & 0xf0) == 0xe0) {
                int c = (message[i] & 0x0f) << 12 | (message[i + 1] & 0x3f) << 6 | (message[i + 2] & 0x3f);
                if (c >= FIRST_SYLLABLE && c <= LAST_SYLLABLE) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static String escaped(String text, CharsetEncoder encoder) {
        encoder.reset();
        StringBuilder escaped = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(c -> {
            if (c < 0x80 || encoder.canEncode(Character.toString(c))) {
                escaped.appendCodePoint(c);
            } else {
                escaped.append(String.format("\\u{%04X}", c));
            }
        });
        return escaped.toString();
    }

    private static Transcoded.Misfit misfit(byte[] message, int offset, MtfEncoding encoding, String reason) {
        String before = new String(message, 0, offset, encoding.charset());
        int lineStart = before.lastIndexOf('\n') + 1;
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        return new Transcoded.Misfit(offset, line, 1 + before.codePointCount(lineStart, before.length()), reason);
    }

    private static String nameOf(int codePoint) {
        String name = Character.getName(codePoint);
        return String.format("U+%04X", codePoint) + (name == null ? "" : " " + name);
    }

    private static String hex(byte[] bytes, int from, int length) {
        return "0x" + HexFormat.of().withUpperCase().formatHex(bytes, from, Math.min(bytes.length, from + length));
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static CharsetDecoder decoder(Charset charset) {
        return charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    private static CharsetEncoder encoder(Charset charset) {
        return charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }
}
