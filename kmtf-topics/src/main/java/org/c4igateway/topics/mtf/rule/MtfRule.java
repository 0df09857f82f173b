package org.c4igateway.topics.mtf.rule;

import static org.c4igateway.topics.mtf.rule.MtfRule.Weight.ERROR;
import static org.c4igateway.topics.mtf.rule.MtfRule.Weight.NONE;
import static org.c4igateway.topics.mtf.rule.MtfRule.Weight.WARNING;

/**
 * Every generic syntax rule with its stable id and its weight per profile. The table in docs/reference/mtf.md shows the
 * same rows. References are to ADatP-3 Part I.
 */
public enum MtfRule {
    ENCODING_INVALID("encoding.invalid", ERROR, WARNING, "Bytes that the declared encoding does not have."),
    ENCODING_BOM("encoding.bom", ERROR, WARNING, "A byte order mark before the text."),
    CHAR_NUL("char.nul", ERROR, WARNING, "A NUL character."),
    CHAR_CONTROL("char.control", ERROR, WARNING, "A control character other than the line end."),
    CHAR_BIDI("char.bidi", WARNING, WARNING, "A character that changes the writing direction and can hide text."),
    LINE_LENGTH("line.length", ERROR, WARNING, "A line of the main text longer than 69 (§313)."),
    LINE_BLANK("line.blank", ERROR, WARNING, "A blank line between sets or inside a formatted set."),
    PAGE_INTERRUPTION("page.interruption", WARNING, WARNING, "A PAGE line interrupts the main text (§303)."),
    MSGID_MISSING("msgid.missing", ERROR, WARNING, "No MSGID set: the only set that every message has."),
    MSGID_EMPTY("msgid.empty", ERROR, WARNING, "MSGID without a message name."),
    MSGID_NAME("msgid.name", ERROR, WARNING, "A message name that is not 3 to 19 of A-Z, 0-9, blank, '.' and '-'."),
    MSGID_FIELDS("msgid.fields", ERROR, WARNING, "Too few or too many fields for the dialect of MSGID."),
    MSGID_MONTH("msgid.month", ERROR, WARNING, "The month of a classic MSGID is not JAN to DEC."),
    MSGID_QUALIFIER("msgid.qualifier", ERROR, WARNING, "An unknown message qualifier."),
    MSGID_POSITION("msgid.position", ERROR, WARNING, "A set other than EXER, OPER and their AMPN before MSGID."),
    DIALECT_OTHGOLD("dialect.othgold", ERROR, ERROR, "OTH-Gold, a different format: refused."),
    EXER_OPER("exer.oper", ERROR, WARNING, "Both EXER and OPER: a message is an exercise or an operation."),
    EXER_POSITION("exer.position", ERROR, WARNING, "EXER or OPER after MSGID."),
    SET_REPEATED("set.repeated", ERROR, WARNING, "EXER, OPER or MSGID more than once."),
    REF_POSITION("ref.position", ERROR, WARNING, "REF after other sets of the main text."),
    AMPN_POSITION("ampn.position", ERROR, WARNING, "AMPN without a set to comment, after AMPN or after NARR."),
    NARR_POSITION("narr.position", ERROR, WARNING, "NARR after fewer than two sets, or after NARR."),
    RMKS_POSITION("rmks.position", ERROR, WARNING, "RMKS not last, or more than once."),
    SET_NONE("set.none", ERROR, ERROR, "No set can be read: this is not an MTF message."),
    SET_ID("set.id", ERROR, WARNING, "A set identifier that is not 3 to 8 capitals (columnar: digit and 2 to 7)."),
    SET_INDENT("set.indent", ERROR, WARNING, "A set that does not start at column 1."),
    SET_SAME_LINE("set.same-line", ERROR, WARNING, "A set that starts on the line on which another ends."),
    SET_TRAILING_BLANKS(
            "set.trailing-blanks",
            ERROR,
            WARNING,
            "Blanks after the end-of-set mark, or after a set identifier that stands alone on its line."),
    SET_TEXT_AFTER_END(
            "set.text-after-end", ERROR, WARNING, "Text after the end-of-set mark of a formatted set; it is ignored."),
    SET_UNTERMINATED("set.unterminated", ERROR, WARNING, "No end-of-set mark before the next set or the end."),
    SET_SPLIT_END("set.split-end", ERROR, WARNING, "The end-of-set mark is split over two lines."),
    SET_US_CONTINUATION(
            "set.us-continuation", ERROR, WARNING, "Continuation as in USMTF: slash at the line end or indented line."),
    TEXT_OUTSIDE_SET("text.outside-set", ERROR, WARNING, "Text that belongs to no set; skipped up to the next set."),
    FIELD_EMPTY("field.empty", ERROR, WARNING, "Nothing between two field marks; an empty field is one hyphen."),
    FIELD_DOUBLE_SLASH("field.double-slash", ERROR, WARNING, "The end-of-set mark in the middle of a line."),
    FIELD_WRAPPED("field.wrapped", ERROR, WARNING, "A field that goes on in the next line without a field mark."),
    FIELD_EDGE_BLANK("field.edge-blank", ERROR, WARNING, "A field that starts or ends with a blank."),
    FIELD_EMPTY_DESCRIPTOR("field.empty-descriptor", ERROR, WARNING, "A descriptor in front of an empty field."),
    FIELD_CHARSET("field.charset", ERROR, WARNING, "A character beyond printable ASCII in a formatted field."),
    FIELD_EXTENDED("field.extended", WARNING, NONE, "A character of the extended set in a formatted field."),
    COLUMNAR_LAYOUT("columnar.layout", ERROR, WARNING, "Fields on the line of a columnar set identifier."),
    COLUMNAR_HEADER("columnar.header", ERROR, WARNING, "A columnar set without header line."),
    COLUMNAR_CELLS("columnar.cells", ERROR, WARNING, "A row with more cells than headers."),
    COLUMNAR_ALIGNMENT("columnar.alignment", WARNING, WARNING, "A cell that does not start below its header."),
    TEXT_DOUBLE_SLASH(
            "text.double-slash",
            ERROR,
            WARNING,
            "'//' inside free text, as in a web address, or before a line that begins no set."),
    TEXT_EDGE_SLASH("text.edge-slash", ERROR, WARNING, "Free text that starts or ends with '/'."),
    TEXT_MISSING("text.missing", ERROR, WARNING, "GENTEXT without text, or another free text set without content."),
    GENTEXT_SUBJECT("gentext.subject", ERROR, WARNING, "A GENTEXT subject that is not 1 to 61 characters."),
    LIMIT_MESSAGE("limit.message", ERROR, ERROR, "The message is larger than the configured limit."),
    LIMIT_SETS("limit.sets", ERROR, ERROR, "More sets than the configured limit; the rest is not read."),
    LIMIT_SET_LENGTH("limit.set-length", ERROR, ERROR, "A set longer than the configured limit."),
    LIMIT_FIELDS("limit.fields", ERROR, ERROR, "More fields in a set than the configured limit."),
    LIMIT_DIAGNOSTICS("limit.diagnostics", WARNING, WARNING, "More diagnostics than kept; this is the last one shown.");

    /** Weight of a rule in one profile. */
    public enum Weight {
        ERROR,
        WARNING,
        /** Not reported. */
        NONE
    }

    private final String id;
    private final Weight strict;
    private final Weight lenient;
    private final String meaning;

    MtfRule(String id, Weight strict, Weight lenient, String meaning) {
        this.id = id;
        this.strict = strict;
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

    public Weight weight(MtfProfile profile) {
        return profile == MtfProfile.STRICT ? strict : lenient;
    }
}
