package org.c4igateway.core.message;

import java.util.Objects;

/**
 * Name of a C4I system, the address of a node: 1 to 32 of {@code A-Z 0-9 . _ -}, starting with a letter or digit.
 *
 * @param value the name as written
 */
public record SystemName(String value) implements Comparable<SystemName> {
    private static final int MAX_LENGTH = 32;

    public SystemName {
        Objects.requireNonNull(value);
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a system name (1-32 of A-Z 0-9 . _ -): " + value);
        }
    }

    /** @return whether {@code text} can be a system name */
    public static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean alphanumeric = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            boolean punctuation = i > 0 && (c == '.' || c == '_' || c == '-');
            if (!alphanumeric && !punctuation) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int compareTo(SystemName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
