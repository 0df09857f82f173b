package org.c4igateway.core.fault;

/**
 * Why a message is refused, as a stable number that operators see as {@code GW-nnn}: an {@link ErrorCode} of this
 * release, or the number that a peer of another release gave. Two reasons with the same number are equal.
 */
public sealed interface ReasonCode permits ErrorCode, ForeignCode {
    /** Smallest number. */
    int MIN_NUMBER = 100;
    /** Largest number. */
    int MAX_NUMBER = 999;

    /** @return 100 to 999 */
    int number();

    /** @return the code as printed, for example {@code GW-301} */
    default String code() {
        return ErrorCode.PREFIX + number();
    }

    /**
     * @return the constant with that number, or the number alone when this release does not know it
     * @throws IllegalArgumentException when it is not 100 to 999
     */
    static ReasonCode of(int number) {
        for (ErrorCode known : ErrorCode.values()) {
            if (known.number() == number) {
                return known;
            }
        }
        return new ForeignCode(number);
    }

    /**
     * @param code text such as {@code GW-301}
     * @throws IllegalArgumentException when it is not {@code GW-} and three digits
     */
    static ReasonCode ofCode(String code) {
        if (!code.matches("GW-[1-9][0-9]{2}")) {
            throw new IllegalArgumentException("not GW- and three digits: " + code);
        }
        return of(Integer.parseInt(code.substring(ErrorCode.PREFIX.length())));
    }
}
