package org.c4igateway.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.MtfTranscoder;
import org.c4igateway.topics.mtf.MtfTranscoder.Transcoded.Misfit;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.rule.Severity;

/**
 * Checks a message. One in another encoding than the declared one gets one finding that says so, instead of one for
 * each byte, and is read in its own encoding for all other findings.
 */
final class EncodedCheck {
    private EncodedCheck() {}

    static MtfCheck of(byte[] message, PayloadRules rules, PolicyLevel level) {
        MtfCheck declared = rules.check(message, level);
        Optional<Severity> severity = declared.diagnostics().stream()
                .filter(found -> found.rule().equals(MtfRule.ENCODING_INVALID.id()))
                .map(Diagnostic::severity)
                .findFirst();
        if (severity.isEmpty() || !(MtfTranscoder.toUtf8(message, rules.encoding()) instanceof Misfit misfit)) {
            return declared;
        }
        return MtfTranscoder.readsAs(message, rules.encoding())
                .map(actual -> explained(
                        finding(severity.get(), misfit, actual),
                        rules.withEncoding(actual).check(message, level)))
                .orElse(declared);
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
