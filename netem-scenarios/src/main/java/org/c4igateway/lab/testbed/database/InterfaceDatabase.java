package org.c4igateway.lab.testbed.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.c4igateway.lab.history.ObservedSystem;

/**
 * The migrated interface database of one system. Immutable; each connection belongs to the caller.
 *
 * @param system the system whose database it is
 * @param url JDBC URL without login, for this process
 * @param nodeUrl the same for the node, which may run elsewhere
 * @param bridge member of c4i_bridge, for the node
 * @param app member of c4i_app, for the C4I server
 * @param console member of c4i_console, for the node's console
 * @param owner superuser, for audits
 */
public record InterfaceDatabase(
        String system, String url, String nodeUrl, Login bridge, Login app, Login console, Login owner)
        implements ObservedSystem {
    /** Name of the database. */
    public String name() {
        return url.substring(url.lastIndexOf('/') + 1).replaceFirst("[?].*", "");
    }

    /** A connection of the C4I server; submit and read only. */
    @Override
    public Connection openApp() throws SQLException {
        return open(app);
    }

    /** A connection that may read everything. */
    @Override
    public Connection openOwner() throws SQLException {
        return open(owner);
    }

    /** Creates the login of a history service, which goes when the database is dropped. */
    public Login admitHistory(String password) throws SQLException {
        Login login = new Login(historyUser(), password);
        try (Connection connection = openOwner();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "create role " + login.user() + " login password '" + login.password() + "' in role c4i_history");
        }
        return login;
    }

    String historyUser() {
        return name() + "_history";
    }

    private Connection open(Login login) throws SQLException {
        return DriverManager.getConnection(url, login.user(), login.password());
    }
}
