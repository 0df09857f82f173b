package org.c4igateway.cli.base;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a positive time such as {@code 90s}, {@code 30m}, {@code 2h}, {@code 7d}, or ISO 8601 ({@code PT30M}). */
public final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    @Override
    public Duration convert(String text) {
        Duration duration = read(text.strip().toLowerCase(Locale.ROOT));
        if (duration.isZero() || duration.isNegative()) {
            throw new TypeConversionException("'" + text + "' is not a positive time");
        }
        return duration;
    }

    private static Duration read(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (!matcher.matches()) {
            try {
                return Duration.parse(text);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException("'" + text + "' is not a time such as 90s, 30m, 2h, 7d or PT30M");
            }
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
