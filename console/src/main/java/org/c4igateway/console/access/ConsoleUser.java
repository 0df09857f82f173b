package org.c4igateway.console.access;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * A user of the console.
 *
 * @param password from the environment or a file; in clear, or a bcrypt hash behind <code>{bcrypt}</code>. Empty: this
 *     user has none, and logs in by certificate
 * @param certificate subject of the user's client certificate, as RFC 2253 writes it; null: none
 * @param role permissions
 */
public record ConsoleUser(
        @DefaultValue("") String password,
        @Nullable String certificate,
        @DefaultValue("VIEWER") Role role) {
    /** Least number of characters of a password. */
    public static final int SHORTEST_PASSWORD = 12;

    /** Most bytes of a password in UTF-8: bcrypt would not see the rest. */
    public static final int MOST_BYTES = 72;

    static final String BCRYPT = "{bcrypt}";
    private static final Pattern HASH = Pattern.compile("\\{bcrypt}\\$2[aby]?\\$\\d\\d\\$[./A-Za-z0-9]{53}");

    /**
     * @return what a file may hold in place of a password
     * @throws IllegalArgumentException when it is too short, or too long for bcrypt (72 bytes)
     */
    public static String hashed(String password) {
        if (password.length() < SHORTEST_PASSWORD) {
            throw new IllegalArgumentException("a password has at least " + SHORTEST_PASSWORD + " characters");
        }
        return BCRYPT + new BCryptPasswordEncoder().encode(password);
    }

    /** @return whether somebody can log in with the password */
    public boolean hasUsablePassword() {
        return isHash()
                ? HASH.matcher(password).matches()
                : password.length() >= SHORTEST_PASSWORD
                        && password.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES;
    }

    /** @return whether the password is a hash and not in clear */
    public boolean isHash() {
        return password.startsWith(BCRYPT);
    }

    /**
     * @return subject of the client certificate, comparable with those of certificates; null: none
     * @throws IllegalArgumentException when it is not written as RFC 2253 says
     */
    public @Nullable X500Principal subject() {
        return certificate == null ? null : new X500Principal(certificate);
    }

    @Override
    public String toString() {
        return "ConsoleUser[role=" + role + "]";
    }
}
