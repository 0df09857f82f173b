package org.c4igateway.cli.doctor;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.c4igateway.lab.tool.ToolRun;

/** The embedded PostgreSQL that the demonstration uses and, when named, the configured database. */
final class DatabaseCheck implements Check {
    private static final int OLDEST_MAJOR = 15;

    private final DatabaseAddress address;

    DatabaseCheck(DatabaseAddress address) {
        this.address = address;
    }

    @Override
    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(embedded().neededForDemo());
        findings.add(embeddedAsRoot().neededForDemo());
        findings.add(configured());
        return findings;
    }

    private static Finding embedded() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String name = system.contains("mac") ? "darwin" : system.contains("windows") ? "windows" : "linux";
        String arch = System.getProperty("os.arch", "");
        String binaries = "/postgres-" + name + "-" + ("aarch64".equals(arch) ? "arm_64" : "x86_64") + ".txz";
        return DatabaseCheck.class.getResource(binaries) != null
                ? Finding.ok("embedded PostgreSQL", "binaries for " + name + " " + arch)
                : Finding.missing(
                        "embedded PostgreSQL",
                        "no binaries for " + name + " " + arch,
                        "use a PostgreSQL server by --url, or run on Linux x86-64");
    }

    private static Finding embeddedAsRoot() {
        String name = "PostgreSQL user";
        if (!"root".equals(System.getProperty("user.name"))) {
            return Finding.ok(name, "not root");
        }
        ToolRun unshare = ToolRun.of("unshare", "-U", "true");
        return unshare.succeeded()
                ? Finding.ok(name, "root; PostgreSQL runs as another user in a user namespace")
                : Finding.missing(
                        name,
                        "PostgreSQL refuses to run as root, and user namespaces are not available: "
                                + unshare.firstLine(),
                        "run as an ordinary user, or allow user namespaces (sysctl user.max_user_namespaces)");
    }

    private Finding configured() {
        String name = "interface database";
        if (address.url().isEmpty()) {
            return Finding.warn(name, "none configured", "give --url or C4I_DB_URL to check one");
        }
        Properties login = new Properties();
        login.setProperty("user", address.user());
        login.setProperty("password", address.password());
        login.setProperty("connectTimeout", "5");
        login.setProperty("socketTimeout", "5");
        try (Connection connection = DriverManager.getConnection(address.url(), login)) {
            return reached(name, connection);
        } catch (SQLException e) {
            return Finding.missing(
                    name,
                    address.url() + ": " + e.getMessage(),
                    "start PostgreSQL " + OLDEST_MAJOR + " or newer there, or correct the URL, user and password");
        }
    }

    private static Finding reached(String name, Connection connection) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        if (major < OLDEST_MAJOR) {
            return Finding.missing(
                    name, "PostgreSQL " + major, "upgrade it to PostgreSQL " + OLDEST_MAJOR + " or newer");
        }
        try (Statement statement = connection.createStatement();
                ResultSet schema = statement.executeQuery("select to_regclass('c4i.outbox') is not null")) {
            boolean migrated = schema.next() && schema.getBoolean(1);
            return migrated
                    ? Finding.ok(name, "PostgreSQL " + major + " with the schema c4i")
                    : Finding.warn(name, "PostgreSQL " + major + " without the schema c4i", "start a node on it once");
        }
    }
}
