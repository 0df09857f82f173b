package org.c4igateway.cli.database.resync;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import org.c4igateway.cli.EdgeOption;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.database.DatabaseSession;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.resync.HoldingsExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Exports which messages a database has of another system. */
@Command(
        name = "export",
        description = {
            "Write to a file which messages this database has from SYSTEM and has sent to SYSTEM.",
            "The file contains numbers, digests, topics and times, but no payloads.",
            "The node may run. Needs a role with c4i_console, or a superuser."
        })
final class ResyncExportCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final EdgeOption edge = new EdgeOption();

    @Option(
            names = "--of",
            paramLabel = "SYSTEM",
            required = true,
            description = "The other system, where the file is compared.")
    private String of = "";

    @Option(
            names = "--since",
            paramLabel = "TIME",
            required = true,
            description = "Start of the period, such as 2026-11-22T06:00:00Z; choose a time before the backup.")
    private String since = "";

    @Option(names = "--out", paramLabel = "FILE", required = true, description = "File to write. Must not exist.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path out;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        SystemName other = systemName();
        Instant from = instant();
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = DatabaseSession.openForLong(address);
                Writer file = Files.newBufferedWriter(out, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long lines = new HoldingsExport(connection, edge.text()).write(other, from, file);
            spec.commandLine().getOut().println(out + ": " + lines + " lines; compare it at " + other);
            return ExitStatus.SUCCESS;
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        } catch (IOException e) {
            throw CommandException.environment(out + " is not written: " + e);
        }
    }

    private SystemName systemName() throws CommandException {
        if (!SystemName.isValid(of)) {
            throw CommandException.environment("--of " + of + " is not a system name");
        }
        return new SystemName(of);
    }

    private Instant instant() throws CommandException {
        try {
            return OffsetDateTime.parse(since).toInstant();
        } catch (DateTimeParseException e) {
            throw CommandException.environment(
                    "--since " + since + " is no time with its zone, such as 2026-11-22T06:00:00Z");
        }
    }
}
