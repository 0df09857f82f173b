package org.c4igateway.cli.doctor;

import java.util.Objects;

/**
 * Where a database is and who asks.
 *
 * @param url JDBC URL; empty when none is configured
 * @param user role to log in as; may be empty
 * @param password its password; may be empty
 */
public record DatabaseAddress(String url, String user, String password) {
    public DatabaseAddress {
        Objects.requireNonNull(url);
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }

    @Override
    public String toString() {
        return url + " as " + (user.isEmpty() ? "the default user" : user);
    }
}
