package org.c4igateway.cli;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.MtfTranscoder;
import org.c4igateway.topics.mtf.MtfTranscoder.Transcoded.Misfit;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.rule.Severity;

/**
 * Checks a message. One in another encoding than the declared one gets one finding that says so, instead of one for
 * each byte, and is read in its own encoding for all other findings.
 */
final class EncodedCheck {
    private EncodedCheck() {}

    static MtfCheck of(byte[] message, ParseOptions options) {
        MtfEncoding declared = options.encoding();
        if (!(MtfTranscoder.toUtf8(message, declared) instanceof Misfit misfit)) {
            return MtfParser.check(message, options);
        }
        return MtfTranscoder.readsAs(message, declared)
                .map(actual -> findings(misfit, actual, MtfParser.check(message, options.withEncoding(actual))))
                .orElseGet(() -> MtfParser.check(message, options));
    }

    private static MtfCheck findings(Misfit misfit, MtfEncoding actual, MtfCheck rest) {
        String text = misfit.reason() + "; the message reads as " + actual.commonName() + "; check it with --encoding "
                + actual.label() + ", and set c4i.encoding: " + actual.label() + " where it is submitted";
        List<Diagnostic> all = new ArrayList<>();
        all.add(new Diagnostic(Severity.ERROR, misfit.line(), misfit.column(), MtfRule.ENCODING_INVALID.id(), text));
        all.addAll(rest.diagnostics());
        return new MtfCheck(false, rest.messageName(), all);
    }
}
