package org.c4igateway.lab.testbed.config;

import java.util.Map;
import org.c4igateway.lab.testbed.database.Login;

/**
 * Writes the part of a node's configuration that turns its console on. Passwords are left to the environment.
 *
 * @param user who may log in, as operator
 * @param database the console's login to the interface database
 */
public record ConsoleYaml(Login user, Login database) {
    private static final String USER_PASSWORD = "C4I_CONSOLE_PASSWORD";
    private static final String DATABASE_PASSWORD = "C4I_CONSOLE_DB_PASSWORD";

    /** Variables that the file refers to. */
    public Map<String, String> environment() {
        return Map.of(USER_PASSWORD, user.password(), DATABASE_PASSWORD, database.password());
    }

    public String text() {
        return """
                c4i:
                  console:
                    enabled: true
                    database:
                      username: %s
                      password: ${%s}
                    users:
                      "[%s]":
                        password: ${%s}
                        role: operator
                """.formatted(database.user(), DATABASE_PASSWORD, user.user(), USER_PASSWORD);
    }
}
