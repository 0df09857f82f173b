package org.c4igateway.core.transport;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.jspecify.annotations.Nullable;

/**
 * Marks of packets as configuration names them, below a key {@code dscp}: numbers of 0 to 63 or names such as
 * {@code EF}. Without any of them nothing is marked; what is not named beside others has 0.
 *
 * @param flash of FLASH, and of what belongs to no message
 * @param immediate of IMMEDIATE
 * @param priority of PRIORITY
 * @param routine of ROUTINE
 */
public record DscpSettings(
        @Nullable String flash,
        @Nullable String immediate,
        @Nullable String priority,
        @Nullable String routine) {
    /** Nothing is marked. */
    public static final DscpSettings NONE = new DscpSettings(null, null, null, null);

    /**
     * A mark that there is not.
     *
     * @param key below {@code dscp}
     * @param text its value
     */
    public record Wrong(String key, String text) {}

    /** @return the first that is no DSCP */
    public Optional<Wrong> wrong() {
        return texts().entrySet().stream()
                .filter(each -> !isDscp(each.getValue()))
                .map(each -> new Wrong(each.getKey(), each.getValue()))
                .findFirst();
    }

    private static boolean isDscp(String text) {
        try {
            var _ = Dscp.parse(text);
            return true;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        put(texts, "flash", flash);
        put(texts, "immediate", immediate);
        put(texts, "priority", priority);
        put(texts, "routine", routine);
        return texts;
    }

    private static void put(Map<String, String> texts, String key, @Nullable String text) {
        if (text != null) {
            texts.put(key, text);
        }
    }

    /**
     * @return the same as values
     * @throws IllegalArgumentException when one is {@link #wrong}
     */
    public PrecedenceMarks marks() {
        Map<Precedence, Dscp> marks = new EnumMap<>(Precedence.class);
        texts().forEach((key, text) -> marks.put(Precedence.valueOf(key.toUpperCase(Locale.ROOT)), Dscp.parse(text)));
        return new PrecedenceMarks(marks);
    }
}
