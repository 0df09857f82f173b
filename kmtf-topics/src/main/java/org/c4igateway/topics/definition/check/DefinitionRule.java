package org.c4igateway.topics.definition.check;

import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.Severity;

/** Rules that compare a message with its definition, with stable ids and the severity per profile. */
public enum DefinitionRule {
    NONE("def.none", Severity.WARNING, "The message has no definition; only its syntax is judged.") {
        @Override
        public Severity severity(MtfProfile profile) {
            return Severity.WARNING;
        }
    },
    SET_MISSING("def.set-missing", Severity.ERROR, "A mandatory set or segment is missing."),
    SET_UNEXPECTED("def.set-unexpected", Severity.ERROR, "A set that the message does not have, or not at this place."),
    SET_REPEATED("def.set-repeated", Severity.ERROR, "A set or segment more often than allowed."),
    FIELD_MISSING("def.field-missing", Severity.ERROR, "A mandatory field is missing or empty."),
    FIELD_SURPLUS("def.field-surplus", Severity.WARNING, "More fields than the set has."),
    FIELD_FORMAT("def.field-format", Severity.WARNING, "Content that has none of the field's formats."),
    FIELD_DESCRIPTOR("def.field-descriptor", Severity.WARNING, "A descriptor that the field does not have."),
    COLUMN_HEADER("def.column-header", Severity.WARNING, "Column headers other than defined."),
    CONDITION("def.condition", Severity.ERROR, "A structural condition is not kept.");

    private final String id;
    private final Severity lenient;
    private final String meaning;

    DefinitionRule(String id, Severity lenient, String meaning) {
        this.id = id;
        this.lenient = lenient;
        this.meaning = meaning;
    }

    /** Stable id as printed in diagnostics. */
    public String id() {
        return id;
    }

    /** One sentence for the reference page. */
    public String meaning() {
        return meaning;
    }

    public Severity severity(MtfProfile profile) {
        return profile == MtfProfile.STRICT ? Severity.ERROR : lenient;
    }
}
