package org.c4igateway.wan.journal;

import java.util.Locale;

/** Why a record of a journal was given up. */
public enum JournalDrop {
    /** It had waited for too long. */
    AGE,
    /** It had to make room. */
    ROOM,
    /** Its bytes are no longer readable, or have an unknown form. */
    DAMAGED;

    /** The value of the metric's label. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
