package org.c4igateway.topics.mtf.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects diagnostics up to a cap and counts errors beyond it. One parse, one thread. */
public final class DiagnosticLog {
    private final MtfProfile profile;
    private final int cap;
    private final List<Diagnostic> diagnostics = new ArrayList<>(0);
    private final EnumSet<MtfRule> found = EnumSet.noneOf(MtfRule.class);
    private int errors;

    public DiagnosticLog(MtfProfile profile, int cap) {
        this.profile = profile;
        this.cap = cap;
    }

    /** Whether a report of this rule would be kept: lets callers avoid building texts that are not kept. */
    public boolean wants(MtfRule rule) {
        return rule.weight(profile) != MtfRule.Weight.NONE;
    }

    public void add(MtfRule rule, int line, int column, String text) {
        if (wants(rule)) {
            found.add(rule);
        }
        switch (rule.weight(profile)) {
            case ERROR -> {
                errors++;
                keep(new Diagnostic(Severity.ERROR, line, column, rule.id(), text));
            }
            case WARNING -> keep(new Diagnostic(Severity.WARNING, line, column, rule.id(), text));
            case NONE -> {}
        }
    }

    private void keep(Diagnostic diagnostic) {
        if (diagnostics.size() < cap - 1) {
            diagnostics.add(diagnostic);
        } else if (diagnostics.size() == cap - 1) {
            diagnostics.add(capMark(diagnostic));
        } else if (diagnostic.severity() == Severity.ERROR && errors == 1) {
            diagnostics.set(cap - 1, diagnostic); // a refused message always shows at least one error
        }
    }

    private Diagnostic capMark(Diagnostic last) {
        if (last.severity() == Severity.ERROR && errors == 1) {
            return last;
        }
        return new Diagnostic(
                Severity.WARNING,
                last.line(),
                last.column(),
                MtfRule.LIMIT_DIAGNOSTICS.id(),
                "more than " + (cap - 1) + " diagnostics; the rest is not shown");
    }

    public boolean full() {
        return diagnostics.size() >= cap;
    }

    /** Nothing that another report of this rule would change: it is counted, and neither shown nor decisive. */
    public boolean saturated(MtfRule rule) {
        return full() && found.contains(rule) && (errors > 0 || rule.weight(profile) != MtfRule.Weight.ERROR);
    }

    /** Ids of all rules that were reported, those beyond the cap too. */
    public Set<String> rules() {
        return found.isEmpty() ? Set.of() : found.stream().map(MtfRule::id).collect(Collectors.toUnmodifiableSet());
    }

    public int errors() {
        return errors;
    }

    /** In the order of the text; the diagnostic in the last allowed place stays last. */
    public List<Diagnostic> all() {
        if (diagnostics.size() > 1) {
            List<Diagnostic> sortable = full() ? diagnostics.subList(0, cap - 1) : diagnostics;
            sortable.sort(Comparator.comparingInt(Diagnostic::line).thenComparingInt(Diagnostic::column));
        }
        return List.copyOf(diagnostics);
    }
}
