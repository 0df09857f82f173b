package org.c4igateway.cli.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dbbridge.schema.PreparationScript;
import org.c4igateway.dbbridge.schema.PreparedLogin;
import org.c4igateway.dbbridge.schema.SchemaMigrator;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** Prepares one database as an administrator. Each step may be repeated. Blocks on the server; one thread. */
final class DatabasePreparation {
    private static final String NOT_ALLOWED = "42501";

    /** Database that every server has; from it the new one is made. */
    private static final String MAINTENANCE = "postgres";

    private final DatabaseAddress address;
    private final DatabaseAddress maintenance;
    private final String name;
    private final String system;
    private final PreparationScript script;

    /** @param address of the database to prepare, which need not exist, with the login of an administrator */
    DatabasePreparation(DatabaseAddress address, String name, String system, PreparationScript script) {
        this.address = address;
        this.maintenance = new DatabaseAddress(
                address.url().replaceFirst("/[^/?]+(\\?|$)", "/" + MAINTENANCE + "$1"),
                address.user(),
                address.password());
        this.name = name;
        this.system = system;
        this.script = script;
    }

    /** The variable of the environment with the password of a login. */
    static String variable(PreparedLogin login) {
        return switch (login.group()) {
            case "c4i_bridge" -> "C4I_NODE_PASSWORD";
            case "c4i_app" -> "C4I_APP_PASSWORD";
            case "c4i_history" -> "C4I_HISTORY_PASSWORD";
            default -> "C4I_CONSOLE_PASSWORD";
        };
    }

    /** Refuses, before anything is changed, a database of another system, and one that only an upgrade makes usable. */
    void requireUsable(boolean upgrade) throws CommandException {
        if (!exists()) {
            return;
        }
        int version = versionOfSchema();
        if (version == 0) {
            return;
        }
        if (version < SchemaMigrator.VERSION && !upgrade) {
            throw CommandException.environment(
                    "GW-104: the schema of %s has version %d, this release needs %d%n     stop the nodes of %s, make a dump, and give --upgrade"
                            .formatted(name, version, SchemaMigrator.VERSION, system));
        }
        String owner = system();
        if (!owner.isEmpty() && !owner.equals(system)) {
            throw CommandException.environment("GW-101: the database " + name + " belongs to the system " + owner
                    + ", not to " + system + "\n     correct --system, or name another database in --url");
        }
    }

    private boolean exists() throws CommandException {
        try (Connection connection = DatabaseSession.open(maintenance);
                PreparedStatement statement =
                        connection.prepareStatement("SELECT EXISTS (SELECT FROM pg_database WHERE datname = ?)")) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    private int versionOfSchema() throws CommandException {
        try {
            return migrator().version();
        } catch (GatewayException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    /** The system whose node has served the database; empty when none has. */
    private String system() throws CommandException {
        try (Connection connection = DatabaseSession.open(address);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT system_name FROM c4i.node")) {
            return row.next() ? row.getString(1) : "";
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    /** Makes the database when it is missing; says which. */
    String makeDatabase() throws CommandException {
        if (exists()) {
            return "database " + name + ": exists; other rights to connect stay unchanged";
        }
        execute(maintenance, List.of(script.database(), script.closing()));
        return "database " + name + ": created; only the logins below may connect";
    }

    /** What will be done about each login. Changes nothing; refuses a new one without a password. */
    List<String> plan(List<PreparedLogin> logins, List<String> passwords) throws CommandException {
        List<String> lines = new ArrayList<>();
        try (Connection connection = DatabaseSession.open(maintenance)) {
            for (int i = 0; i < logins.size(); i++) {
                lines.add(line(connection, logins.get(i), !passwords.get(i).isEmpty()));
            }
            return lines;
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    /** Makes roles and logins, in one transaction. The driver hashes each password before it sends it. */
    void makeLogins(List<PreparedLogin> logins, List<String> passwords) throws CommandException {
        try (Connection connection = DatabaseSession.open(maintenance)) {
            connection.setAutoCommit(false);
            run(connection, script.roles());
            run(connection, List.of(script.connecting()));
            for (int i = 0; i < logins.size(); i++) {
                if (!passwords.get(i).isEmpty()) {
                    connection
                            .unwrap(PGConnection.class)
                            .alterUserPassword(
                                    logins.get(i).name(), passwords.get(i).toCharArray(), "scram-sha-256");
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    /** What will be done about a login; a new one needs a password. */
    private static String line(Connection connection, PreparedLogin login, boolean withPassword)
            throws SQLException, CommandException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = ?)")) {
            statement.setString(1, login.name());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                boolean there = row.getBoolean(1);
                if (!there && !withPassword) {
                    throw CommandException.environment("the login " + login.name() + " of the " + login.user()
                            + " is new and needs a password: set " + variable(login));
                }
                return "login %s, of the %s, in %s: %s"
                        .formatted(
                                login.name(),
                                login.user(),
                                login.group(),
                                there ? withPassword ? "exists; password set" : "exists" : "created");
            }
        }
    }

    /** Brings the schema to this release. */
    String migrate() throws CommandException {
        SchemaMigrator migrator = migrator();
        try {
            int before = migrator.version();
            migrator.migrate();
            migrator.verify();
            String done =
                    before == 0 ? "created" : before == SchemaMigrator.VERSION ? "exists" : "upgraded from " + before;
            return String.format(Locale.ROOT, "schema c4i, version %d: %s", SchemaMigrator.VERSION, done);
        } catch (GatewayException e) {
            String remedy = e instanceof GatewayException.Fatal fatal ? "\n     " + fatal.remedy() : "";
            throw CommandException.environment(e.getMessage() + remedy);
        }
    }

    /** Grants the history service what it needs, which a migration without rights on roles may have left out. */
    void admitHistory() throws CommandException {
        execute(address, List.of(PreparationScript.admittingHistory()));
    }

    private SchemaMigrator migrator() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(address.url());
        if (!address.user().isEmpty()) {
            source.setUser(address.user());
        }
        if (!address.password().isEmpty()) {
            source.setPassword(address.password());
        }
        source.setConnectTimeout(10);
        return new SchemaMigrator(source);
    }

    private void execute(DatabaseAddress where, List<String> statements) throws CommandException {
        try (Connection connection = DatabaseSession.open(where)) {
            run(connection, statements);
        } catch (SQLException e) {
            throw problem(e);
        }
    }

    private static void run(Connection connection, List<String> statements) throws SQLException {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private CommandException problem(SQLException e) {
        if (NOT_ALLOWED.equals(e.getSQLState())) {
            return CommandException.environment(address + " lacks a privilege: " + e.getMessage()
                    + "\n     log in as a superuser or as a role with CREATEROLE and CREATEDB that owns the database;"
                    + "\n     or give the administrator the SQL that --print prints");
        }
        return DatabaseSession.problem(address, e);
    }
}
