package org.c4igateway.topics.mtf;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.Severity;

/**
 * Moves a message between UTF-8 and the encoding of an edge. Nothing is replaced in silence: what does not fit is
 * reported and becomes '?'. Stateless, safe for any thread.
 */
public final class MtfTranscoder {
    private static final String INVALID = "encoding.invalid";
    private static final String UNMAPPABLE = "encoding.unmappable";
    private static final int KEPT = 100;

    private MtfTranscoder() {}

    /** A message in its new encoding, with an error for each character that did not fit. */
    public static final class Transcoded {
        private final byte[] bytes;
        private final List<Diagnostic> diagnostics;

        private Transcoded(byte[] bytes, List<Diagnostic> diagnostics) {
            this.bytes = bytes;
            this.diagnostics = List.copyOf(diagnostics);
        }

        /** Whether the way back gives the same message. */
        public boolean lossless() {
            return diagnostics.isEmpty();
        }

        /** An error per character that did not fit; at most 100 are kept. */
        public List<Diagnostic> diagnostics() {
            return diagnostics;
        }

        /** The bytes, as a copy. */
        public byte[] bytes() {
            return bytes.clone();
        }
    }

    /** Edge bytes to UTF-8. */
    public static Transcoded toUtf8(byte[] edge, MtfEncoding from) {
        List<Diagnostic> diagnostics = new ArrayList<>(0);
        CharsetDecoder decoder = from.charset()
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(edge);
        CharBuffer out = CharBuffer.allocate(edge.length + 1);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (!result.isError()) {
                break;
            }
            report(diagnostics, out, INVALID, "byte that " + from + " does not have");
            in.position(in.position() + result.length());
            out.put('?');
        }
        decoder.flush(out);
        byte[] utf8 = out.flip().toString().getBytes(MtfEncoding.UTF_8.charset());
        return new Transcoded(utf8, diagnostics);
    }

    /** UTF-8 to edge bytes. */
    public static Transcoded fromUtf8(byte[] utf8, MtfEncoding to) {
        Transcoded decoded = toUtf8(utf8, MtfEncoding.UTF_8);
        List<Diagnostic> diagnostics = new ArrayList<>(decoded.diagnostics());
        CharsetEncoder encoder = to.charset()
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer in = CharBuffer.wrap(new String(decoded.bytes(), MtfEncoding.UTF_8.charset()));
        ByteBuffer out = ByteBuffer.allocate((int) Math.ceil(encoder.maxBytesPerChar() * (in.length() + 1.0)));
        while (true) {
            CoderResult result = encoder.encode(in, out, true);
            if (!result.isError()) {
                break;
            }
            int codePoint = Character.codePointAt(in, 0);
            CharBuffer handled = in.duplicate();
            report(diagnostics, handled, UNMAPPABLE, String.format("U+%04X is not in %s", codePoint, to));
            in.position(in.position() + result.length());
            out.put((byte) '?');
        }
        encoder.flush(out);
        byte[] edge = new byte[out.flip().remaining()];
        out.get(edge);
        return new Transcoded(edge, diagnostics);
    }

    /** Reports at the position of the characters handled so far. */
    private static void report(List<Diagnostic> diagnostics, CharBuffer done, String rule, String text) {
        if (diagnostics.size() >= KEPT) {
            return;
        }
        CharBuffer handled = done.duplicate().flip();
        int line = 1;
        int column = 1;
        for (int i = 0; i < handled.length(); i++) {
            boolean newLine = handled.charAt(i) == '\n';
            line += newLine ? 1 : 0;
            column = newLine ? 1 : column + (Character.isLowSurrogate(handled.charAt(i)) ? 0 : 1);
        }
        diagnostics.add(new Diagnostic(Severity.ERROR, line, column, rule, text));
    }
}
