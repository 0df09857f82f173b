package org.c4igateway.lab.chaos.schedule;

import java.util.Locale;

/**
 * One fault of a schedule.
 *
 * @param atMillis when it begins, after the first submit
 * @param kind what is done
 * @param system to which system
 * @param lengthMillis how long it lasts
 * @param strength from 0 to below 1; what it means depends on the kind
 */
public record PlannedFault(long atMillis, FaultKind kind, String system, long lengthMillis, double strength) {
    public PlannedFault {
        if (atMillis < 0 || lengthMillis < 0) {
            throw new IllegalArgumentException("a fault begins and lasts for no negative time");
        }
        if (!(strength >= 0 && strength < 1)) {
            throw new IllegalArgumentException("strength must be from 0 to below 1, not " + strength);
        }
    }

    /** When it ends, after the first submit. */
    public long endMillis() {
        return atMillis + lengthMillis;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%8.3f s  %-14s %-8s for %.1f s",
                atMillis / 1e3,
                kind.label(),
                system,
                lengthMillis / 1e3);
    }
}
