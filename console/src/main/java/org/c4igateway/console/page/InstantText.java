package org.c4igateway.console.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes instants in UTC, the same in every language. */
final class InstantText {
    private static final DateTimeFormatter SECOND = formatter("yyyy-MM-dd HH:mm:ss");
    private static final DateTimeFormatter MILLI = formatter("yyyy-MM-dd HH:mm:ss.SSS");

    /** To the second. */
    public String second(Instant instant) {
        return SECOND.format(instant);
    }

    /** To the millisecond. */
    public String milli(Instant instant) {
        return MILLI.format(instant);
    }

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }
}
