package org.c4igateway.topics.definition;

import java.util.List;
import org.c4igateway.topics.definition.check.DefinitionFindings;
import org.c4igateway.topics.definition.check.FieldMatcher;
import org.c4igateway.topics.definition.check.SequenceMatcher;
import org.c4igateway.topics.mtf.ColumnarSet;
import org.c4igateway.topics.mtf.FreeTextSet;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfSet;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfProfile;

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
        DefinitionFindings definitionFindings = new DefinitionFindings(document, profile);
        document.messageId().map(MsgidSet::name).flatMap(library::find).ifPresent(definition -> {
            new SequenceMatcher(document.sets(), definitionFindings).match(definition);
            FieldMatcher fields = new FieldMatcher(definitionFindings);
            document.sets().forEach(set -> fields(set, fields));
        });
        return definitionFindings.all();
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
