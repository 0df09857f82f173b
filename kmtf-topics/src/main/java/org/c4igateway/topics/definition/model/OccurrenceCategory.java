package org.c4igateway.topics.definition.model;

/** Occurrence category of a field, set or segment (ADatP-3 Part I §509). */
public enum OccurrenceCategory {
    /** Mandatory: always there, and a field is never the hyphen. */
    M,
    /** Operationally determined: may be left out. */
    O,
    /** Conditional: required or prohibited by a condition of the message; else as {@link #O}. */
    C
}
