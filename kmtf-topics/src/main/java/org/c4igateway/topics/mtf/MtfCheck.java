package org.c4igateway.topics.mtf;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.Severity;

/**
 * Verdict on a message without a model of it.
 *
 * @param accepted no error was found
 * @param messageName MTF message name from MSGID, or "" when none was found
 * @param rules ids of the rules that were found broken, also those that the bounded diagnostics do not show
 * @param diagnostics what was found, in the order of reading, bounded by the limits
 */
public record MtfCheck(boolean accepted, String messageName, Set<String> rules, List<Diagnostic> diagnostics) {

    public MtfCheck {
        rules = Set.copyOf(rules);
        diagnostics = List.copyOf(diagnostics);
    }

    /** The first error, or the first warning when there is no error; empty when nothing was found. */
    public Optional<Diagnostic> worst() {
        return diagnostics.stream().min(Comparator.comparing(Diagnostic::severity));
    }

    /** The errors among the diagnostics. */
    public List<Diagnostic> errors() {
        return diagnostics.stream()
                .filter(diagnostic -> diagnostic.severity() == Severity.ERROR)
                .toList();
    }
}
