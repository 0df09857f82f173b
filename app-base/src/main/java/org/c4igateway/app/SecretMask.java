package org.c4igateway.app;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** Masks secrets: values of keys with the name of a secret, and passwords within URLs. */
public final class SecretMask {
    private static final Pattern PARAMETER = Pattern.compile("(?i)([?&;][a-z_-]*password=)[^&;\\s'\"]+");
    private static final Pattern BEFORE_HOST = Pattern.compile("(//)[^/@?\\s'\"]+@");
    private static final String MASK = "$1***";

    private SecretMask() {}

    /** @param key as people write it, such as {@code c4i.database.owner-password} */
    static boolean isSecret(String key) {
        String canonical = key.toLowerCase(Locale.ROOT).replaceAll("[-_]", "");
        return Arrays.stream(canonical.split("[.\\[\\]]", -1)).anyMatch(segment -> segment.endsWith("password"));
    }

    /** The same for one value: it is secret by its key, or it is a URL with a password. */
    static boolean isSecret(String key, Object value) {
        String text = value.toString();
        return isSecret(key) || !masked(text).equals(text);
    }

    /** @return the text with three stars for each password of the URLs within it */
    public static String masked(String text) {
        String parameters = PARAMETER.matcher(text).replaceAll(MASK);
        return BEFORE_HOST.matcher(parameters).replaceAll(MASK + "@");
    }

    /** @return what may be shown of a value */
    public static String shown(String key, Object value) {
        return isSecret(key) ? "***" : masked(value.toString());
    }
}
