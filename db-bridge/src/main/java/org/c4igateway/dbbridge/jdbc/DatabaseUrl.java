package org.c4igateway.dbbridge.jdbc;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * Checks the JDBC URL of an interface database. It may contain the address and connection parameters. It must not
 * contain a secret, because URLs are logged, exported and printed. It must not contain a login either, because that
 * would silently override the configured ones, including those of the console and the owner.
 */
public final class DatabaseUrl {
    private static final Pattern LOGIN_BEFORE_HOST = Pattern.compile("//[^/?]*@");

    private DatabaseUrl() {}

    /** Why a URL is not accepted. */
    public enum Fault {
        /**
         * A parameter {@code password}, or {@code name:password@} before the host, which the driver does not know
         * anyway.
         */
        PASSWORD,
        /** A parameter {@code sslpassword}, the secret of the client's key. */
        KEY_PASSWORD,
        /** A parameter {@code user}. */
        USER,
        /** The driver does not take it. */
        SYNTAX
    }

    /** Checks for secrets first, so that a URL without the first two faults may be shown. */
    public static Optional<Fault> fault(String url) {
        if (LOGIN_BEFORE_HOST.matcher(url).find() || hasParameter(url, "password")) {
            return Optional.of(Fault.PASSWORD);
        }
        if (hasParameter(url, "sslpassword")) {
            return Optional.of(Fault.KEY_PASSWORD);
        }
        if (hasParameter(url, "user")) {
            return Optional.of(Fault.USER);
        }
        return url.startsWith("jdbc:postgresql:") && Driver.parseURL(url, new Properties()) != null
                ? Optional.empty()
                : Optional.of(Fault.SYNTAX);
    }

    private static boolean hasParameter(String url, String name) {
        return Arrays.stream(url.toLowerCase(Locale.ROOT).split("[?&]", -1))
                .skip(1)
                .anyMatch(parameter -> parameter.startsWith(name + "="));
    }
}
