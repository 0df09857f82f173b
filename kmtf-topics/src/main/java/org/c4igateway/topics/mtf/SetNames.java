package org.c4igateway.topics.mtf;

import java.util.Set;

/** Legal set identifiers. */
final class SetNames {
    static final Set<String> FREE_TEXT = Set.of("GENTEXT", "AMPN", "NARR", "RMKS");

    private SetNames() {}

    static boolean isLinear(String id) {
        return id.length() >= 3
                && id.length() <= 8
                && isCapital(id.charAt(0))
                && id.chars().allMatch(SetNames::isCapitalOrDigit)
                && !FREE_TEXT.contains(id);
    }

    static boolean isColumnar(String id) {
        return id.length() >= 3
                && id.length() <= 8
                && id.charAt(0) >= '0'
                && id.charAt(0) <= '9'
                && isCapital(id.charAt(1))
                && id.chars().allMatch(SetNames::isCapitalOrDigit);
    }

    private static boolean isCapital(int c) {
        return c >= 'A' && c <= 'Z';
    }

    private static boolean isCapitalOrDigit(int c) {
        return isCapital(c) || (c >= '0' && c <= '9');
    }
}
