package org.c4igateway.core.transport;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rates as people write them: {@code 9600}, {@code 9.6kbit}, {@code 2Mbit}, {@code 1Gbit}; decimal units, as {@code tc}
 * has them.
 */
public final class BitRate {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(bit|kbit|mbit|gbit)?(?:/s)?");
    private static final Map<String, Long> UNITS =
            Map.of("bit", 1L, "kbit", 1_000L, "mbit", 1_000_000L, "gbit", 1_000_000_000L);

    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private BitRate() {}

    /** Whether it is a rate above 0. */
    public static boolean isValid(@Nullable String text) {
        if (text == null) {
            return false;
        }
        try {
            return bitsPerSecond(text) > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * The rate.
     *
     * @throws IllegalArgumentException when it is none, or does not fit into 63 bits
     */
    public static long bitsPerSecond(String text) {
        Matcher matcher = matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a rate: " + text);
        }
        long unit = UNITS.getOrDefault(matcher.group(2) == null ? "bit" : matcher.group(2), 1L);
        BigDecimal rate = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
        if (rate.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("more than " + MOST + " bit/s: " + text);
        }
        return rate.longValue();
    }

    private static Matcher matcher(String text) {
        return FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    }
}
