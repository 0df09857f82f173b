package org.c4igateway.topics.mtf;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.scan.MtfScan;
import org.c4igateway.topics.mtf.scan.SetBuffer;
import org.c4igateway.topics.mtf.source.MtfSource;

/**
 * Reads MTF messages. Stateless, safe for any thread, never blocks, throws on no input whatever it holds; time and
 * memory grow linearly with the input up to the limits of the options.
 */
public final class MtfParser {
    private MtfParser() {}

    /**
     * Reads a message into its model.
     *
     * @param bytes the message; not copied and not to be changed while the document is in use
     */
    public static MtfDocument parse(byte[] bytes, ParseOptions options) {
        MtfSource source = new MtfSource(bytes, options.encoding());
        List<MtfSet> sets = new ArrayList<>();
        MtfScan scan = new MtfScan(source, options, set -> sets.add(build(source, set)));
        scan.run();
        return MtfDocument.read(source, scan, sets);
    }

    /** Reads a message in UTF-8 with default limits. */
    public static MtfDocument parse(byte[] bytes, MtfProfile profile) {
        return parse(bytes, ParseOptions.of(profile));
    }

    /** Judges a message in UTF-8 with default limits, building nothing but the verdict: for the data path. */
    public static MtfCheck check(byte[] bytes, MtfProfile profile) {
        return check(bytes, ParseOptions.of(profile));
    }

    /** Judges a message, building nothing but the verdict. Same diagnostics as {@link #parse}. */
    public static MtfCheck check(byte[] bytes, ParseOptions options) {
        MtfScan scan = new MtfScan(new MtfSource(bytes, options.encoding()), options, _ -> {});
        scan.run();
        return new MtfCheck(scan.accepted(), scan.messageName(), scan.rules(), scan.diagnostics());
    }

    private static MtfSet build(MtfSource source, SetBuffer set) {
        SetView view = SetView.of(source, set);
        return switch (set.kind) {
            case LINEAR -> new LinearSet(view);
            case COLUMNAR -> new ColumnarSet(view, set.copyRowEnds());
            case FREE_TEXT -> new FreeTextSet(view);
        };
    }
}
