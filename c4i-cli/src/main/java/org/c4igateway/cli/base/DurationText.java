package org.c4igateway.cli.base;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.boot.convert.DurationStyle;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a positive time as configuration files have it: {@code 90s}, {@code 30m}, {@code 2h}, {@code 7d}, or ISO 8601
 * ({@code PT30M}). A number without a unit is refused, because it could mean milliseconds.
 */
public final class DurationText implements ITypeConverter<Duration> {
    private static final Duration LONGEST = Duration.ofDays(1_000_000);
    private static final Pattern WITHOUT_UNIT = Pattern.compile("[+-]?\\d+");

    @Override
    public Duration convert(String text) {
        Duration duration = read(text.strip().toLowerCase(Locale.ROOT));
        if (!duration.isPositive() || duration.compareTo(LONGEST) > 0) {
            throw new TypeConversionException(
                    "'" + text + "' is not a positive time of up to " + LONGEST.toDays() + "d");
        }
        return duration;
    }

    private static Duration read(String text) {
        try {
            if (!WITHOUT_UNIT.matcher(text).matches()) {
                return DurationStyle.detectAndParse(text);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // Says the same below.
        }
        throw new TypeConversionException("'" + text + "' is not a time such as 90s, 30m, 2h, 7d or PT30M");
    }
}
