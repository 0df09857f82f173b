package org.c4igateway.console.access;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A user of the console.
 *
 * @param password from the environment or a file; in clear, or a bcrypt hash behind <code>{bcrypt}</code>
 * @param role permissions
 */
public record ConsoleUser(
        @DefaultValue("") String password,
        @DefaultValue("VIEWER") Role role) {
    static final String BCRYPT = "{bcrypt}";

    /** @return whether the password is a hash and not in clear */
    public boolean isHash() {
        return password.startsWith(BCRYPT);
    }

    @Override
    public String toString() {
        return "ConsoleUser[role=" + role + "]";
    }
}
