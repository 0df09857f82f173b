package org.c4igateway.core.fault;

/**
 * A code that a peer of another release gave and this one does not know. It is kept, stored and shown as it came; made
 * by {@link ReasonCode#of}.
 *
 * @param number 100 to 999, and none of {@link ErrorCode}
 */
record ForeignCode(int number) implements ReasonCode {
    ForeignCode {
        if (number < MIN_NUMBER || number > MAX_NUMBER) {
            throw new IllegalArgumentException("a code is " + MIN_NUMBER + " to " + MAX_NUMBER + ": " + number);
        }
    }

    @Override
    public String toString() {
        return code();
    }
}
