package org.c4igateway.cli.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.DurationText;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and changes who gets what the C4I server publishes. */
@Command(
        name = "subscribers",
        description = {
            "Show and change the register of subscribers of an interface database: the systems that get published messages.",
            "Nodes enter themselves. Changes need a role with c4i_console."
        },
        synopsisSubcommandLabel = "COMMAND")
public final class SubscribersCommand implements Callable<Integer> {
    private static final String LIST = """
            SELECT system, pattern, transport, extract(epoch FROM look_back)::bigint || 's',
                   to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                   coalesce(to_char(last_seen AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '-'),
                   CASE WHEN retired IS NULL THEN '' ELSE 'retired by ' || retired_by || ': ' || retired_reason END
            FROM c4i.subscriber ORDER BY system, pattern
            """;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    @Command(name = "list", description = "List the systems with their subscriptions.")
    int list(@Mixin DatabaseOptions database) throws CommandException {
        TextTable table = new TextTable("system", "pattern", "transport", "looks back", "since", "last seen", "state");
        return with(database, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(LIST);
                    ResultSet row = statement.executeQuery()) {
                int columns = row.getMetaData().getColumnCount();
                while (row.next()) {
                    Object[] cells = new Object[columns];
                    for (int i = 0; i < columns; i++) {
                        cells[i] = row.getString(i + 1);
                    }
                    table.row(cells);
                }
            }
            table.print(out());
        });
    }

    @Command(
            name = "add",
            description = "Add a subscriber whose node has never announced itself, so that rows wait for it.")
    int add(
            @Mixin DatabaseOptions database,
            @Parameters(paramLabel = "SYSTEM", description = "The subscriber.") String system,
            @Parameters(paramLabel = "PATTERN", description = "Topic id, * for any characters; or class: and a class.")
                    String pattern,
            @Option(
                            names = "--from",
                            paramLabel = "TIME",
                            converter = DurationText.class,
                            description = "Look back for this time, such as 24h; default: no look-back.")
                    @Nullable Duration from)
            throws CommandException {
        return change(database, connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT c4i.add_subscriber(?, ?, ?::bigint * interval '1 s')")) {
                statement.setString(1, system);
                statement.setString(2, pattern);
                statement.setLong(3, from == null ? 0 : from.toSeconds());
                statement.execute();
            }
            out().printf("%s subscribes to %s%n", system, pattern);
        });
    }

    @Command(
            name = "retire",
            description = {
                "Send no more published messages to a subscriber.",
                "Its waiting rows end as rejected with GW-316. Rows that name it as destination still go to it."
            })
    int retire(
            @Mixin DatabaseOptions database,
            @Parameters(paramLabel = "SYSTEM", description = "The subscriber.") String system,
            @Option(
                            names = "--reason",
                            paramLabel = "TEXT",
                            required = true,
                            description = "Why; kept in the register.")
                    String reason)
            throws CommandException {
        return change(database, connection -> {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT c4i.retire_subscriber(?, session_user::text, ?)")) {
                statement.setString(1, system);
                statement.setString(2, reason);
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    out().printf("%s is retired; %d rows that waited for it ended%n", system, row.getLong(1));
                }
            }
        });
    }

    @Command(
            name = "restore",
            description = "Undo a retirement: the subscriber gets messages that are published from now on.")
    int restore(
            @Mixin DatabaseOptions database,
            @Parameters(paramLabel = "SYSTEM", description = "The subscriber.") String system)
            throws CommandException {
        return change(database, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT c4i.restore_subscriber(?)")) {
                statement.setString(1, system);
                statement.execute();
            }
            out().printf("%s gets messages that are published from now on%n", system);
        });
    }

    /** What a command does with a connection. */
    private interface Work {
        void with(Connection connection) throws SQLException;
    }

    private static int with(DatabaseOptions database, Work work) throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = DatabaseSession.open(address)) {
            work.with(connection);
            return ExitStatus.SUCCESS;
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        }
    }

    private static int change(DatabaseOptions database, Work work) throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = DatabaseSession.openForChange(address)) {
            work.with(connection);
            return ExitStatus.SUCCESS;
        } catch (SQLException e) {
            throw DatabaseSession.problemOfChange(address, e, "'c4i subscribers list'");
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
