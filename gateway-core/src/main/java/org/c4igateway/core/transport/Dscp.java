package org.c4igateway.core.transport;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A differentiated services code point (RFC 2474): by which packets are told apart where a network queues them.
 *
 * @param value 0 to 63
 */
public record Dscp(int value) {
    /** What {@link #parse} reads, for people. */
    public static final String FORMS = "0 to 63, or a name such as AF41, CS5, EF";

    private static final int MOST = 63;
    private static final int EXPEDITED = 46;
    private static final int VOICE_ADMIT = 44;
    private static final Pattern CLASS = Pattern.compile("CS([0-7])");
    private static final Pattern ASSURED = Pattern.compile("AF([1-4])([1-3])");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,2}");

    public Dscp {
        if (value < 0 || value > MOST) {
            throw new IllegalArgumentException("a DSCP is 0 to 63: " + value);
        }
    }

    /**
     * Reads a number or one of the names of RFC 2474, 2597, 3246, 5865 and 8622: {@code CS0} to {@code CS7},
     * {@code AF11} to {@code AF43}, {@code EF}, {@code VOICE-ADMIT}, {@code LE}.
     *
     * @throws IllegalArgumentException when the text is none of these
     */
    public static Dscp parse(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        Matcher classes = CLASS.matcher(name);
        Matcher assured = ASSURED.matcher(name);
        if (NUMBER.matcher(name).matches()) {
            return new Dscp(Integer.parseInt(name));
        }
        if (classes.matches()) {
            return new Dscp(8 * Integer.parseInt(classes.group(1)));
        }
        if (assured.matches()) {
            return new Dscp(8 * Integer.parseInt(assured.group(1)) + 2 * Integer.parseInt(assured.group(2)));
        }
        return new Dscp(
                switch (name) {
                    case "EF" -> EXPEDITED;
                    case "VOICE-ADMIT" -> VOICE_ADMIT;
                    case "LE" -> 1;
                    default -> throw new IllegalArgumentException("'" + text + "' is no DSCP");
                });
    }

    /** @return the byte of the IP header that has it: TOS of IPv4, traffic class of IPv6, without ECN */
    public int trafficClass() {
        return value << 2;
    }
}
