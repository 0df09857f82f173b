package org.c4igateway.lab.testbed.database;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random passwords that live as long as their testbed. */
public final class TestbedPasswords {
    private static final int BYTES = 16;

    private final SecureRandom random = new SecureRandom();

    /** Another one. */
    public String next() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
