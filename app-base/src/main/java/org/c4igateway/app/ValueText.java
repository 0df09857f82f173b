package org.c4igateway.app;

import java.time.Duration;
import java.util.Locale;
import org.springframework.util.unit.DataSize;

/** Writes a value as files of configuration have it. */
public final class ValueText {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long KIB = 1_024;
    private static final long MIB = KIB * KIB;

    private ValueText() {}

    /** @return numbers and truth as they are; durations and sizes in the largest unit that is exact */
    public static Object of(Object value) {
        return switch (value) {
            case Number number -> number;
            case Boolean truth -> truth;
            case Duration duration -> duration(duration);
            case DataSize size -> size(size.toBytes());
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            default -> value.toString();
        };
    }

    private static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (duration.toNanosPart() != 0) {
            return duration.equals(Duration.ofMillis(duration.toMillis()))
                    ? duration.toMillis() + "ms"
                    : duration.toString();
        }
        if (seconds == 0 || seconds % MINUTE != 0) {
            return seconds + "s";
        }
        return seconds % DAY == 0
                ? seconds / DAY + "d"
                : seconds % HOUR == 0 ? seconds / HOUR + "h" : seconds / MINUTE + "m";
    }

    private static String size(long bytes) {
        return bytes % MIB == 0 ? bytes / MIB + "MB" : bytes % KIB == 0 ? bytes / KIB + "KB" : bytes + "B";
    }
}
