package org.c4igateway.topics.mtf.rule;

/** How much deviation from the written syntax is accepted. */
public enum MtfProfile {
    /** Exactly the syntax of ADatP-3 Part I. */
    STRICT,
    /** What circulates in practice: deviations whose meaning is certain become warnings. */
    LENIENT
}
