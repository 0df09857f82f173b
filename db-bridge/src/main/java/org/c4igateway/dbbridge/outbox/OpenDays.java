package org.c4igateway.dbbridge.outbox;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Which days of the outbox are open in one snapshot, as {@code c4i.open_day} and {@code c4i.closed_days} have it. All
 * rows of the other days were written by transactions before {@code closedBefore}: who writes one later opens its day
 * in the same transaction ({@code docs/adr/0095-reads-look-at-open-days.md}).
 *
 * @param range from the first open day to the last one
 * @param closedBefore transaction id; a position behind it has no row of a closed day before it
 */
record OpenDays(DayRange range, long closedBefore) {
    /** No position suffices, so the first read looks at all days. */
    static final OpenDays UNKNOWN = new OpenDays(DayRange.ALL, Long.MAX_VALUE);

    /** First and last open day, as days since 1970, and the transaction; the days are empty when none is open. */
    static final String QUERY = """
            SELECT concat_ws(':', coalesce((min(d.day) - DATE '1970-01-01')::text, ''),
                   coalesce((max(d.day) - DATE '1970-01-01')::text, ''), (SELECT c.before FROM c4i.closed_days AS c)::text)
            FROM c4i.open_day AS d""";

    /** @param text answer to {@link #QUERY} */
    static OpenDays parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException("not days: " + text);
        }
        long before = Long.parseLong(parts[2]);
        if (parts[0].isEmpty()) {
            OffsetDateTime none = startOf(0);
            return new OpenDays(new DayRange(none, none), before);
        }
        return new OpenDays(
                new DayRange(startOf(Long.parseLong(parts[0])), startOf(Long.parseLong(parts[1]) + 1)), before);
    }

    /** @return where to look for rows behind these positions */
    DayRange rangeFor(List<SnapshotPosition> positions) {
        return areBehindClosedDays(positions) ? range : DayRange.ALL;
    }

    /**
     * @param looked at these days, in the snapshot that these open days are of
     * @return whether the other days have no row behind the positions
     */
    boolean isEnough(DayRange looked, List<SnapshotPosition> positions) {
        return looked.equals(DayRange.ALL) || (looked.contains(range) && areBehindClosedDays(positions));
    }

    private boolean areBehindClosedDays(List<SnapshotPosition> positions) {
        return positions.stream().allMatch(position -> position.startsAt() >= closedBefore);
    }

    private static OffsetDateTime startOf(long day) {
        return LocalDate.ofEpochDay(day).atStartOfDay().atOffset(ZoneOffset.UTC);
    }
}
