package org.c4igateway.app;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Names of variables for secrets: ASCII letters, digits and {@code _} of the key. Where the name does not tell all of
 * the key, it ends with digits of a sum of the key, so that it is the same whatever other keys there are.
 */
final class SecretVariable {
    private static final Pattern LOST = Pattern.compile("[^A-Za-z0-9]+");

    /** All but the choice between a dot and a dash is told of these keys. */
    private static final Pattern TOLD = Pattern.compile("[a-z0-9]+(?:[.-][a-z0-9]+|\\[[0-9]+])*");

    private static final int SUM_DIGITS = 8;

    private SecretVariable() {}

    /** @param taken names of other keys, which this key does not get */
    static String name(String key, Collection<String> taken) {
        String letters = LOST.matcher(key).replaceAll("_").toUpperCase(Locale.ROOT);
        return TOLD.matcher(key).matches() && !taken.contains(letters) ? letters : letters + "_" + sum(key);
    }

    private static String sum(String key) {
        String digits =
                UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString();
        return digits.substring(0, SUM_DIGITS).toUpperCase(Locale.ROOT);
    }
}
