package org.c4igateway.console.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes instants in a zone, the same in every language. Outside of UTC each has its offset. */
final class InstantText {
    private final ZoneId zone;
    private final DateTimeFormatter second;
    private final DateTimeFormatter milli;

    InstantText(ZoneId zone) {
        this.zone = zone;
        String offset = isUtc() ? "" : " xxx";
        this.second = formatter("yyyy-MM-dd HH:mm:ss" + offset);
        this.milli = formatter("yyyy-MM-dd HH:mm:ss.SSS" + offset);
    }

    private boolean isUtc() {
        return zone.normalized().equals(ZoneOffset.UTC);
    }

    /** Name of the zone. */
    public String zone() {
        return isUtc() ? "UTC" : zone.getId();
    }

    /** To the second. */
    public String second(Instant instant) {
        return second.format(instant);
    }

    /** To the millisecond. */
    public String milli(Instant instant) {
        return milli.format(instant);
    }

    /** In the largest units that it is a whole number of: {@code 3 d}, {@code 90 min}. */
    public String span(Duration span) {
        long seconds = span.toSeconds();
        if (seconds % Duration.ofDays(1).toSeconds() == 0) {
            return span.toDays() + " d";
        }
        if (seconds % Duration.ofHours(1).toSeconds() == 0) {
            return span.toHours() + " h";
        }
        return seconds % Duration.ofMinutes(1).toSeconds() == 0 ? span.toMinutes() + " min" : seconds + " s";
    }

    private DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(zone);
    }
}
