package org.c4igateway.topics.definition;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.topics.definition.check.DefinitionRule;
import org.c4igateway.topics.mtf.LinearSet;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.LineUnit;
import org.c4igateway.topics.mtf.rule.MtfEncoding;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.c4igateway.topics.mtf.rule.Severity;

/**
 * Judges payloads at a level of policy. Immutable, safe for any thread, throws on no payload.
 *
 * @param library definitions for {@link PolicyLevel#DEFINITIONS}
 * @param encoding of the payloads
 * @param lineUnit what the longest line is counted in
 */
public record PayloadRules(DefinitionLibrary library, MtfEncoding encoding, LineUnit lineUnit) {
    private static final MtfCheck NOT_LOOKED_AT = new MtfCheck(true, "", Set.of(), List.of());

    public PayloadRules {
        Objects.requireNonNull(library);
        Objects.requireNonNull(encoding);
        Objects.requireNonNull(lineUnit);
    }

    /** Rules for payloads in UTF-8, with lines counted in characters. */
    public static PayloadRules of(DefinitionLibrary library) {
        return new PayloadRules(library, MtfEncoding.UTF_8, LineUnit.CHARACTERS);
    }

    /** @return the same rules for payloads in another encoding */
    public PayloadRules withEncoding(MtfEncoding other) {
        return new PayloadRules(library, other, lineUnit);
    }

    /**
     * Judges a payload.
     *
     * @return accepted unless the level refuses it; errors are what it was refused for
     */
    public MtfCheck check(byte[] payload, PolicyLevel level) {
        return switch (level) {
            case OFF -> NOT_LOOKED_AT;
            case CARRY -> carried(syntax(payload, MtfProfile.LENIENT));
            case LENIENT -> syntax(payload, MtfProfile.LENIENT);
            case STRICT -> syntax(payload, MtfProfile.STRICT);
            case DEFINITIONS -> defined(payload);
        };
    }

    private MtfCheck syntax(byte[] payload, MtfProfile profile) {
        return MtfParser.check(payload, options(profile));
    }

    private static MtfCheck carried(MtfCheck check) {
        if (check.accepted()) {
            return check;
        }
        List<Diagnostic> warnings = check.diagnostics().stream()
                .map(found ->
                        new Diagnostic(Severity.WARNING, found.line(), found.column(), found.rule(), found.text()))
                .toList();
        return new MtfCheck(true, check.messageName(), check.rules(), warnings);
    }

    private MtfCheck defined(byte[] payload) {
        MtfDocument document = MtfParser.parse(payload, options(MtfProfile.STRICT));
        MtfValidator validator = new MtfValidator(library);
        List<Diagnostic> found = validator.knows(document)
                ? validator.validate(document, MtfProfile.STRICT)
                : List.of(undefined(document));
        List<Diagnostic> all = Stream.concat(document.diagnostics().stream(), found.stream())
                .sorted(Comparator.comparingInt(Diagnostic::line).thenComparingInt(Diagnostic::column))
                .toList();
        boolean accepted = all.stream().noneMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
        String name = document.messageId().map(MsgidSet::name).orElse("");
        Set<String> rules = all.stream().map(Diagnostic::rule).collect(Collectors.toUnmodifiableSet());
        return new MtfCheck(document.accepted() && accepted, name, rules, all);
    }

    private static Diagnostic undefined(MtfDocument document) {
        int place = document.first("MSGID").map(LinearSet::offset).orElse(0);
        return document.diagnosticAt(
                place,
                DefinitionRule.NONE.severity(MtfProfile.STRICT),
                DefinitionRule.NONE.id(),
                "there is no definition of this message; only its syntax is judged");
    }

    private ParseOptions options(MtfProfile profile) {
        return ParseOptions.of(profile).withEncoding(encoding).withLineUnit(lineUnit);
    }
}
