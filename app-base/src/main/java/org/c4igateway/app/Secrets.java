package org.c4igateway.app;

import java.util.Arrays;

/** Which keys hold what must not be shown. */
final class Secrets {
    private Secrets() {}

    /** @param key as people write it, such as {@code c4i.database.owner-password} */
    static boolean isSecret(String key) {
        return Arrays.asList(key.split("[.\\-\\[\\]]", -1)).contains("password");
    }
}
