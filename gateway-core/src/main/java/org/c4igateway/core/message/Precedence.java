package org.c4igateway.core.message;

/** Precedence of ACP 121, most urgent first. The code is the value in the database and on the wire. */
public enum Precedence {
    FLASH(0),
    IMMEDIATE(1),
    PRIORITY(2),
    ROUTINE(3);

    private static final Precedence[] BY_CODE = values();

    private final int code;

    Precedence(int code) {
        this.code = code;
    }

    /** @return 0 for FLASH to 3 for ROUTINE */
    public int code() {
        return code;
    }

    /** @return whether {@code code} is that of a precedence */
    public static boolean isValid(int code) {
        return code >= 0 && code < BY_CODE.length;
    }

    /**
     * @param code 0 to 3
     * @throws IllegalArgumentException for any other code
     */
    public static Precedence ofCode(int code) {
        if (!isValid(code)) {
            throw new IllegalArgumentException("precedence must be 0 (FLASH) to 3 (ROUTINE): " + code);
        }
        return BY_CODE[code];
    }
}
