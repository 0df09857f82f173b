package org.c4igateway.dds.api;

import java.util.HexFormat;

/**
 * Identity of an entity on the network (RTPS 2.5, 9.3.1): a prefix for the participant, which begins with the vendor,
 * and a number for the entity.
 *
 * <pre>
 *  0       2                              12           16
 * +-------+------------------------------+------------+
 * | vendor|   rest of the prefix         | entity id  |
 * +-------+------------------------------+------------+
 * </pre>
 *
 * @param hex 32 hexadecimal digits
 */
public record Guid(String hex) {
    private static final int BYTES = 16;
    private static final int PREFIX_DIGITS = 24;

    public Guid {
        if (hex.length() != 2 * BYTES || !hex.chars().allMatch(HexFormat::isHexDigit)) {
            throw new IllegalArgumentException("a GUID has " + 2 * BYTES + " hexadecimal digits: " + hex);
        }
    }

    /** @return the GUID of 16 bytes in network order */
    public static Guid of(byte[] bytes) {
        return new Guid(HexFormat.of().formatHex(bytes));
    }

    /** @return the implementation that made it */
    public Vendor vendor() {
        return Vendor.ofId(HexFormat.fromHexDigits(hex, 0, 4));
    }

    /** @return whether both belong to the same participant */
    public boolean sameParticipant(Guid other) {
        return hex.regionMatches(0, other.hex, 0, PREFIX_DIGITS);
    }

    @Override
    public String toString() {
        return hex.substring(0, 8) + "." + hex.substring(8, 16) + "." + hex.substring(16, 24) + "." + hex.substring(24);
    }
}
