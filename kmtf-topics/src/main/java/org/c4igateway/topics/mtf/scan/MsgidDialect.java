package org.c4igateway.topics.mtf.scan;

/** The three layouts of the MSGID set in use. */
public enum MsgidDialect {
    /** id / originator / serial / month / qualifier / qualifier serial. */
    CLASSIC,
    /** APP-11 and MIL-STD-6040B: the second field names the standard; up to 11 fields. */
    LONG,
    /** USMTF: the first field holds 'id,standard,year'; the rest as in the classic layout. */
    US_COMMA
}
