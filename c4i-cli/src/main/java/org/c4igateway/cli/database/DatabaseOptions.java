package org.c4igateway.cli.database;

import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.dbbridge.jdbc.DatabaseUrl;
import picocli.CommandLine.Option;

/** Selects the database of a command: by options, else by environment variables. The password is never an argument. */
public final class DatabaseOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "${env:C4I_DB_URL:-}",
            description = "JDBC URL of the interface database; default: C4I_DB_URL.")
    private String url = "";

    @Option(
            names = "--user",
            paramLabel = "ROLE",
            defaultValue = "${env:C4I_DB_USER:-}",
            description = "Role to log in as; default: C4I_DB_USER. Its password is taken from C4I_DB_PASSWORD.")
    private String user = "";

    /** What was given; may be without a URL. */
    public DatabaseAddress address() throws CommandException {
        DatabaseUrl.Fault fault = DatabaseUrl.fault(url).orElse(DatabaseUrl.Fault.SYNTAX);
        switch (fault) {
            case PASSWORD -> throw refused("a password", "set C4I_DB_PASSWORD");
            case KEY_PASSWORD -> throw refused("sslpassword", "protect the key by the permissions of its file");
            case USER -> throw refused("a login", "give --user or set C4I_DB_USER");
            case SYNTAX -> {} // the driver says what it does not take
        }
        String password = System.getenv("C4I_DB_PASSWORD");
        return new DatabaseAddress(url, user, password == null ? "" : password);
    }

    private static CommandException refused(String what, String remedy) {
        return CommandException.environment("the database URL contains " + what + "; remove it and " + remedy);
    }

    /** What was given, with a URL for certain. */
    public DatabaseAddress requiredAddress() throws CommandException {
        if (url.isBlank()) {
            throw CommandException.environment(
                    "no database given; use --url jdbc:postgresql://host/database or set C4I_DB_URL, C4I_DB_USER and C4I_DB_PASSWORD");
        }
        return address();
    }
}
