package org.c4igateway.core.fault;

/**
 * A setting has a value that is not accepted. Its name is relative: whoever reads settings from a file knows the key
 * above it.
 */
public final class InvalidSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String name;
    private final String value;
    private final String expected;

    private InvalidSettingException(String name, String value, String expected) {
        super(name + " must be " + expected + ": " + value);
        this.name = name;
        this.value = value;
        this.expected = expected;
    }

    /**
     * Refuses a value.
     *
     * @param name as users write it, for example {@code fetch-rows}
     * @param expected what is accepted, for example {@code a value above 0}
     */
    public static void require(boolean accepted, String name, Object value, String expected) {
        if (!accepted) {
            throw new InvalidSettingException(name, value.toString(), expected);
        }
    }

    public String name() {
        return name;
    }

    public String value() {
        return value;
    }

    public String expected() {
        return expected;
    }
}
