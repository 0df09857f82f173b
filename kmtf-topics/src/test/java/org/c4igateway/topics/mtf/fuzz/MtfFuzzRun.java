package org.c4igateway.topics.mtf.fuzz;

import java.util.Arrays;
import java.util.List;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.MtfSet;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.text.MtfWriter;

/**
 * Reads damaged messages in every profile and encoding and holds the parser to its promises: no throw, bounded
 * diagnostics, the check agrees with the parse, bytes kept, and what STRICT accepts survives a fresh layout.
 */
public final class MtfFuzzRun {
    private static final MtfProfile[] PROFILES = MtfProfile.values();
    private static final MtfEncoding[] ENCODINGS = MtfEncoding.values();

    /**
     * What a run saw.
     *
     * @param inputs inputs read
     * @param bytes their bytes
     * @param accepted inputs accepted
     * @param diagnostics diagnostics given
     */
    public record Summary(long inputs, long bytes, long accepted, long diagnostics) {}

    private final MtfMutator mutator;
    private long bytes;
    private long accepted;
    private long diagnostics;

    public MtfFuzzRun(List<byte[]> corpus, long seed) {
        this.mutator = new MtfMutator(corpus, seed);
    }

    /**
     * Reads this many inputs in the calling thread.
     *
     * @throws IllegalStateException when a promise is broken; the message holds the input in hexadecimal
     */
    public Summary run(long inputs) {
        for (long i = 0; i < inputs; i++) {
            ParseOptions options = ParseOptions.of(PROFILES[(int) (i % 2)])
                    .withEncoding(ENCODINGS[i % 8 == 7 ? 1 + (int) (i / 8 % 2) : 0]);
            byte[] input = mutator.next();
            try {
                read(input, options);
            } catch (RuntimeException e) {
                throw new IllegalStateException(
                        "input " + i + " " + options + ": "
                                + java.util.HexFormat.of().formatHex(input),
                        e);
            }
        }
        return new Summary(inputs, bytes, accepted, diagnostics);
    }

    private void read(byte[] input, ParseOptions options) {
        MtfDocument document = hold(input, options);
        bytes += input.length;
        accepted += document.accepted() ? 1 : 0;
        diagnostics += document.diagnostics().size();
    }

    /**
     * Reads one input.
     *
     * @throws IllegalStateException when a promise is broken
     */
    public static MtfDocument hold(byte[] input, ParseOptions options) {
        MtfDocument document = MtfParser.parse(input, options);
        MtfCheck check = MtfParser.check(input, options);
        require(check.accepted() == document.accepted(), "check and parse disagree");
        require(check.diagnostics().equals(document.diagnostics()), "check and parse say different things");
        require(document.diagnostics().size() <= options.limits().diagnostics(), "too many diagnostics");
        require(document.accepted() || !check.errors().isEmpty(), "refused without an error");
        require(Arrays.equals(MtfWriter.write(document), input), "bytes not kept");
        touch(document);
        return document;
    }

    /** Makes everything that is made on demand, and lays out afresh what STRICT accepts. */
    private static void touch(MtfDocument document) {
        int end = 0;
        for (MtfSet set : document.sets()) {
            require(set.offset() >= end && set.endOffset() >= set.offset(), "sets overlap");
            end = set.endOffset();
            require(!set.id().isEmpty() && !set.toString().isEmpty(), "a set cannot be read");
        }
        require(!document.sets().isEmpty() || !document.accepted(), "accepted without a set");
        byte[] fresh = MtfWriter.layOut(document, ParseOptions.STANDARD_LINE_LENGTH);
        if (document.accepted() && document.diagnostics().isEmpty()) {
            MtfDocument again = MtfParser.parse(fresh, ParseOptions.lenient());
            require(again.sets().equals(document.sets()), "a fresh layout reads differently");
        }
    }

    private static void require(boolean promise, String broken) {
        if (!promise) {
            throw new IllegalStateException(broken);
        }
    }
}
