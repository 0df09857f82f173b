package org.c4igateway.cli.kmtf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.rule.Severity;
import org.c4igateway.topics.mtf.text.MtfTranscoder;
import org.c4igateway.topics.mtf.text.MtfTranscoder.Transcoded.Misfit;

/**
 * Checks a message. One in another encoding than the declared one gets one finding that says so, instead of one for
 * each byte, and is read in its own encoding for all other findings.
 */
final class EncodedCheck {
    private EncodedCheck() {}

    static MtfCheck of(byte[] message, PayloadRules rules, PolicyLevel level) {
        MtfEncoding declared = rules.encoding();
        if (level == PolicyLevel.OFF || !(MtfTranscoder.toUtf8(message, declared) instanceof Misfit misfit)) {
            return rules.check(message, level);
        }
        return MtfTranscoder.readsAs(message, declared)
                .map(actual -> explained(
                        finding(severity(declared, level), misfit, actual),
                        rules.withEncoding(actual).check(message, level)))
                .orElseGet(() -> rules.check(message, level));
    }

    /** A node converts other encodings than UTF-8, and refuses what it cannot convert at every level. */
    private static Severity severity(MtfEncoding declared, PolicyLevel level) {
        boolean refused = declared != MtfEncoding.UTF_8 || level.compareTo(PolicyLevel.STRICT) >= 0;
        return refused ? Severity.ERROR : Severity.WARNING;
    }

    private static Diagnostic finding(Severity severity, Misfit misfit, MtfEncoding actual) {
        String text = misfit.reason() + "; the message reads as " + actual.commonName() + "; check it with --encoding "
                + actual.label() + ", and set c4i.encoding: " + actual.label() + " where it is submitted";
        return new Diagnostic(severity, misfit.line(), misfit.column(), MtfRule.ENCODING_INVALID.id(), text);
    }

    private static MtfCheck explained(Diagnostic encoding, MtfCheck rest) {
        List<Diagnostic> all = new ArrayList<>();
        all.add(encoding);
        all.addAll(rest.diagnostics());
        Set<String> rules = new HashSet<>(rest.rules());
        rules.add(encoding.rule());
        boolean accepted = rest.accepted() && encoding.severity() != Severity.ERROR;
        return new MtfCheck(accepted, rest.messageName(), rules, all);
    }
}
