package org.c4igateway.topics;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * One message type of the catalogue.
 *
 * @param id short identifier used on the wire and in the database, 1 to 16 of A-Z and 0-9
 * @param name MTF message name, the first field of the MSGID set
 * @param title full English title; free text
 * @param functionalArea operational area; free text
 * @param trafficClass how it is delivered
 * @param reliable whether every message must arrive (from the class unless overridden)
 * @param lifespan how long a message is worth delivering (from the class unless overridden); positive
 */
public record Topic(
        String id,
        String name,
        String title,
        String functionalArea,
        TrafficClass trafficClass,
        boolean reliable,
        Duration lifespan) {

    private static final int MAX_ID_CHARS = 16;
    private static final int MAX_NAME_CHARS = 32;

    public Topic {
        if (!isValidId(id)) {
            throw new IllegalArgumentException("topic id '" + id + "' is not 1 to 16 of A-Z and 0-9");
        }
        if (!isValidName(name)) {
            throw new IllegalArgumentException(
                    "topic name '" + name + "' is not 3 to 32 of A-Z, 0-9, blank, '.' and '-' (no blank at an end)");
        }
        if (lifespan.isNegative() || lifespan.isZero()) {
            throw new IllegalArgumentException("lifespan of topic " + id + " is not positive: " + lifespan);
        }
    }

    /**
     * A 32-bit digest of what two nodes must agree on: id, name, class, reliability and lifespan. Title and functional
     * area are for people and do not count. Stable across releases and machines.
     */
    public int digest() {
        return ByteBuffer.wrap(Sha256.of(canonical().getBytes(StandardCharsets.UTF_8)))
                .getInt();
    }

    /** One line without line end; fields parted by a character that none of them can hold. */
    String canonical() {
        return id
                + '|'
                + name
                + '|'
                + trafficClass
                + '|'
                + (reliable ? "RELIABLE" : "BEST_EFFORT")
                + '|'
                + lifespan.toMillis();
    }

    static boolean isValidId(String id) {
        if (id.isEmpty() || id.length() > MAX_ID_CHARS) {
            return false;
        }
        return id.chars().allMatch(Topic::isLetterOrDigit);
    }

    static boolean isValidName(String name) {
        if (name.length() < 3 || name.length() > MAX_NAME_CHARS || !name.equals(name.strip())) {
            return false;
        }
        return name.chars().allMatch(c -> isLetterOrDigit(c) || c == ' ' || c == '.' || c == '-');
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
