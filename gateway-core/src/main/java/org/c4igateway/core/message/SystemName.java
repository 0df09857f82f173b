package org.c4igateway.core.message;

import java.util.Objects;

/**
 * Name of a C4I system, the address of its node: 1 to 32 of {@code A-Z 0-9 . _ -}, starting with a letter or digit.
 *
 * <p>When several nodes send for one system, each a part of its topics (a shard), the node of shard 0 has the name of
 * the system and the others have it with {@code +} and the number of their shard, for example {@code ALPHA+2}. Such a
 * name is an address between nodes only: it names who wants receipts. Databases, rules, logs and people know systems.
 *
 * @param value the name as written
 */
public record SystemName(String value) implements Comparable<SystemName> {
    /** More shards than any system has. */
    public static final int MAX_SHARDS = 64;

    private static final int MAX_LENGTH = 32;
    /** Between the name of a system and the number of a shard. */
    public static final char SHARD = '+';

    public SystemName {
        Objects.requireNonNull(value);
        if (!isAddress(value)) {
            throw new IllegalArgumentException("not a system name (1-32 of A-Z 0-9 . _ -): " + value);
        }
    }

    /** @return whether {@code text} can be the name of a system; that of a node of a shard cannot */
    public static boolean isValid(String text) {
        return isValid(text, text.length());
    }

    /** @return whether {@code text} can be the address of a node: the name of a system, with or without a shard */
    public static boolean isAddress(String text) {
        int end = text.indexOf(SHARD);
        return end < 0 ? isValid(text) : isValid(text, end) && isShard(text, end + 1);
    }

    private static boolean isValid(String text, int length) {
        if (length == 0 || length > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            boolean alphanumeric = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            boolean punctuation = i > 0 && (c == '.' || c == '_' || c == '-');
            if (!alphanumeric && !punctuation) {
                return false;
            }
        }
        return true;
    }

    /** One way to write each number, so that equal addresses are equal texts. */
    private static boolean isShard(String text, int begin) {
        int digits = text.length() - begin;
        if (digits < 1 || digits > 2 || text.charAt(begin) == '0') {
            return false;
        }
        int number = 0;
        for (int i = begin; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
            number = 10 * number + (c - '0');
        }
        return number < MAX_SHARDS;
    }

    /**
     * @param number of the shard, from 0
     * @return address of the node that serves this shard of the system
     */
    public SystemName ofShard(int number) {
        SystemName system = system();
        return number == 0 ? system : new SystemName(system.value + SHARD + number);
    }

    /** @return the system, without the number of a shard */
    public SystemName system() {
        int end = value.indexOf(SHARD);
        return end < 0 ? this : new SystemName(value.substring(0, end));
    }

    /** @return the number of the shard that the node at this address serves */
    public int shard() {
        int end = value.indexOf(SHARD);
        return end < 0 ? 0 : Integer.parseInt(value.substring(end + 1));
    }

    /** @return whether this is the address of a node that serves a shard other than the first */
    public boolean isOfShard() {
        return value.indexOf(SHARD) >= 0;
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
