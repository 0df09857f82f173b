package org.c4igateway.topics.definition;

import java.util.List;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.Diagnostic;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MessageId;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfProfile;
import org.c4igateway.topics.mtf.MtfSet;

/**
 * Holds documents against the definition of their message. Immutable, safe for any thread, never throws on a document.
 */
public final class MtfValidator {
    private final DefinitionLibrary library;

    public MtfValidator(DefinitionLibrary library) {
        this.library = library;
    }

    /** Whether {@link #validate} would compare this document with anything. */
    public boolean knows(MtfDocument document) {
        return document.messageId().flatMap(id -> library.find(id.name())).isPresent();
    }

    /**
     * Deviations of the document from its definition, besides the parser's diagnostics.
     *
     * @return at most 100 diagnostics; empty for a message without definition
     */
    public List<Diagnostic> validate(MtfDocument document, MtfProfile profile) {
        Findings findings = new Findings(document, profile);
        document.messageId().map(MessageId::name).flatMap(library::find).ifPresent(definition -> {
            new SequenceMatcher(document.sets(), findings).match(definition);
            FieldMatcher fields = new FieldMatcher(findings);
            document.sets().forEach(set -> fields(set, fields));
        });
        return findings.all();
    }

    private void fields(MtfSet set, FieldMatcher matcher) {
        library.findSet(set.id()).ifPresent(definition -> {
            switch (set) {
                case LinearSet linear -> {
                    if (!definition.columnar()) {
                        matcher.linear(linear, definition);
                    }
                }
                case ColumnarSet columnar -> {
                    if (definition.columnar()) {
                        matcher.columnar(columnar, definition);
                    }
                }
                case FreeTextSet _ -> {}
            }
        });
    }
}
