package org.c4igateway.cli.database;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.dbbridge.schema.PreparationScript;
import org.c4igateway.dbbridge.schema.PreparedLogin;
import org.postgresql.Driver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes everything that a node expects to find on a database server, or prints the SQL. */
@Command(
        name = "prepare",
        description = {
            "Create database, group roles, logins, schema and grants for the interface database of a system.",
            "Existing objects stay unchanged. Log in as a superuser, or as a role with CREATEROLE and CREATEDB.",
            "Passwords of new logins come from C4I_NODE_PASSWORD, C4I_APP_PASSWORD, C4I_CONSOLE_PASSWORD and C4I_HISTORY_PASSWORD;",
            "if such a variable is set, the login gets that password, even if it exists. Only the hash is sent."
        })
final class PrepareCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--system", paramLabel = "NAME", required = true, description = "The system, such as ALPHA.")
    private String system = "";

    @Option(names = "--console", description = "Also a login for the console of the node; needs C4I_CONSOLE_PASSWORD.")
    private boolean console;

    @Option(names = "--history", description = "Also a login for the history service; needs C4I_HISTORY_PASSWORD.")
    private boolean history;

    @Option(
            names = "--upgrade",
            description = "Upgrade a schema of an older release. Stop its nodes and make a dump before.")
    private boolean upgrade;

    @Option(names = "--print", description = "Print the SQL for psql and change nothing; connects to nothing.")
    private boolean print;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        String name = databaseName(address);
        List<PreparedLogin> logins = logins();
        PreparationScript script = new PreparationScript(name, logins);
        if (print) {
            out().print(script.forPsql());
            return ExitStatus.SUCCESS;
        }
        DatabasePreparation preparation = new DatabasePreparation(address, name, system, script);
        List<String> passwords = passwords(logins);
        preparation.requireUsable(upgrade);
        List<String> plan = preparation.plan(logins, passwords);
        out().println(preparation.makeDatabase());
        preparation.makeLogins(logins, passwords);
        plan.forEach(out()::println);
        out().println(preparation.migrate());
        if (history) {
            preparation.admitHistory();
        }
        out().printf("""
                %nIn the file of the node:%n
                c4i:
                  system: %s
                  database:
                    url: "%s"
                    username: %s
                    password: ${C4I_DB_PASSWORD}
                """, system, address.url(), logins.getFirst().name());
        return ExitStatus.SUCCESS;
    }

    private List<PreparedLogin> logins() throws CommandException {
        try {
            return PreparedLogin.of(system).stream().filter(this::isWanted).toList();
        } catch (IllegalArgumentException e) {
            throw CommandException.environment(String.valueOf(e.getMessage()));
        }
    }

    private boolean isWanted(PreparedLogin login) {
        return switch (login.group()) {
            case "c4i_console" -> console;
            case "c4i_history" -> history;
            default -> true;
        };
    }

    /** A password for each login; empty where none is given. */
    private static List<String> passwords(List<PreparedLogin> logins) {
        List<String> passwords = new ArrayList<>();
        for (PreparedLogin login : logins) {
            String given = System.getenv(DatabasePreparation.variable(login));
            passwords.add(given == null ? "" : given);
        }
        return passwords;
    }

    private static String databaseName(DatabaseAddress address) throws CommandException {
        Properties parsed = Driver.parseURL(address.url(), null);
        String name = parsed == null ? null : parsed.getProperty("PGDBNAME");
        if (name == null || name.isBlank() || !address.url().matches("jdbc:postgresql:(//[^/]+/)?[^/?]+(\\?.*)?")) {
            throw CommandException.environment("the URL names no database: " + address.url()
                    + "\n     write it as jdbc:postgresql://HOST:PORT/NAME");
        }
        return name;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
