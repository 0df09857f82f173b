package org.c4igateway.lab.testbed.database;

import java.util.Objects;

/**
 * A role that may log in.
 *
 * @param user its name
 * @param password its secret; never printed
 */
public record Login(String user, String password) {
    public Login {
        Objects.requireNonNull(user);
        Objects.requireNonNull(password);
    }

    @Override
    public String toString() {
        return user;
    }
}
