package org.c4igateway.dbbridge.outbox;

import java.time.OffsetDateTime;

/**
 * The days of the outbox that a read looks at, of which the server opens no other.
 *
 * @param from first instant
 * @param until first instant behind
 */
record DayRange(OffsetDateTime from, OffsetDateTime until) {
    static final DayRange ALL = new DayRange(OffsetDateTime.MIN, OffsetDateTime.MAX);

    /** @return whether no day of the other range is missing in this one */
    boolean contains(DayRange other) {
        return !from.isAfter(other.from) && !until.isBefore(other.until);
    }
}
