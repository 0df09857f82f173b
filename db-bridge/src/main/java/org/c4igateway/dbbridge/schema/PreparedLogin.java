package org.c4igateway.dbbridge.schema;

import java.util.List;
import java.util.Locale;

/**
 * A login of one system to its interface database, and the group role from which it has all that it may do.
 *
 * @param name of the login
 * @param group role that it is a member of
 * @param user who logs in with it
 */
public record PreparedLogin(String name, String group, String user) {
    private static final String SYSTEM = "[A-Z0-9._-]{1,32}";

    /**
     * The logins of a system: that of the node, of the C4I server, of the console and of the history service, in this
     * order.
     *
     * @throws IllegalArgumentException when a system cannot have that name
     */
    public static List<PreparedLogin> of(String system) {
        if (!system.matches(SYSTEM)) {
            throw new IllegalArgumentException("system '" + system + "' is not 1 to 32 of A-Z 0-9 . _ -");
        }
        String prefix = system.toLowerCase(Locale.ROOT).replaceAll("[.-]", "_");
        return List.of(
                new PreparedLogin(prefix + "_node", "c4i_bridge", "node"),
                new PreparedLogin(prefix + "_app", "c4i_app", "C4I server"),
                new PreparedLogin(prefix + "_console", "c4i_console", "console"),
                new PreparedLogin(prefix + "_history", "c4i_history", "history service"));
    }
}
