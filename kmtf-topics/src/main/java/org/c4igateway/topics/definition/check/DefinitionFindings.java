package org.c4igateway.topics.definition.check;

import java.util.ArrayList;
import java.util.List;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfProfile;

/** Collects what a validation finds, up to a bound. One validation, one thread. */
public final class DefinitionFindings {
    private static final int MOST = 100;

    private final MtfDocument document;
    private final MtfProfile profile;
    private final List<Diagnostic> all = new ArrayList<>();

    public DefinitionFindings(MtfDocument document, MtfProfile profile) {
        this.document = document;
        this.profile = profile;
    }

    void add(DefinitionRule rule, int offset, String text) {
        if (all.size() < MOST) {
            all.add(document.diagnosticAt(offset, rule.severity(profile), rule.id(), text));
        }
    }

    boolean full() {
        return all.size() >= MOST;
    }

    public List<Diagnostic> all() {
        return List.copyOf(all);
    }
}
