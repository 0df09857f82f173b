package org.c4igateway.dbbridge.schema;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The SQL by which an administrator makes what an interface database needs outside its schema: roles, logins, and who
 * may connect. Each statement may run again. Passwords are in none of them. Immutable.
 */
public final class PreparationScript {
    /** Login that migrates where the node itself does it; it owns the schema and nothing else. */
    public static final String MIGRATOR = "c4i_migrator";

    private static final String OWNER = "c4i_owner";

    private final String database;
    private final List<PreparedLogin> logins;

    /** @param logins that may connect to the database */
    public PreparationScript(String database, List<PreparedLogin> logins) {
        this.database = database;
        this.logins = List.copyOf(logins);
    }

    /** Makes the database; it cannot run in a transaction, and fails where the database is there. */
    public String database() {
        return "CREATE DATABASE " + quoted(database) + " TEMPLATE template0 ENCODING 'UTF8'";
    }

    /** Makes the group roles and logins that are missing. Roles belong to the server and serve all its databases. */
    public List<String> roles() {
        return Stream.concat(
                        Stream.of(OWNER, "c4i_bridge", "c4i_app", "c4i_console", "c4i_history")
                                .map(role -> role(role, "NOLOGIN")),
                        logins.stream()
                                .flatMap(login -> Stream.of(
                                        role(login.name(), "LOGIN"),
                                        "GRANT " + login.group() + " TO " + quoted(login.name()))))
                .toList();
    }

    /**
     * Closes a database that was just made to everybody, since the group roles serve other databases, too. One that was
     * there may have users that need it open.
     */
    public String closing() {
        return "REVOKE ALL ON DATABASE " + quoted(database) + " FROM PUBLIC";
    }

    /** Lets those logins connect to the database. */
    public String connecting() {
        return "GRANT CONNECT ON DATABASE " + quoted(database) + " TO "
                + logins.stream().map(login -> quoted(login.name())).collect(Collectors.joining(", "));
    }

    /** Lets the history service in, also where the schema was there before its role; runs in the database. */
    public static String admittingHistory() {
        return "SELECT c4i.admit_history()";
    }

    /** All of it for psql, with a login for the migration, which the node then runs. It asks for each password. */
    public String forPsql() {
        StringBuilder script = new StringBuilder("""
                -- Run by psql as a superuser of the server: psql -v ON_ERROR_STOP=1 -f FILE. It may run again.
                -- The schema comes with the first start of the node: c4i.database.migrate: true, owner-username: c4i_migrator.
                """);
        roles().forEach(statement -> script.append(statement).append(";\n"));
        script.append(role(MIGRATOR, "LOGIN"))
                .append(";\nGRANT " + OWNER + " TO " + MIGRATOR + " WITH ADMIN OPTION;\n");
        script.append("SELECT unnest(ARRAY[")
                .append(literal(database()))
                .append(", ")
                .append(literal(closing()))
                .append("]) WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = ")
                .append(literal(database))
                .append(") \\gexec\n");
        script.append(connecting()).append(";\n");
        script.append("GRANT CONNECT, CREATE ON DATABASE ")
                .append(quoted(database))
                .append(" TO " + MIGRATOR + ";\n-- psql hashes a password before it sends it.\n");
        Stream.concat(logins.stream().map(PreparedLogin::name), Stream.of(MIGRATOR))
                .forEach(login ->
                        script.append("\\password ").append(quoted(login)).append('\n'));
        return script.toString();
    }

    private static String role(String name, String kind) {
        return "DO $$ BEGIN CREATE ROLE " + quoted(name) + " " + kind
                + "; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$";
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
