package org.c4igateway.cli.database;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.TopicsCommand;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.dbbridge.adopt.AdoptionCheck;
import org.c4igateway.dbbridge.adopt.AdoptionScript;
import org.c4igateway.dbbridge.adopt.MappingFile;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.adopt.SampleRow;
import org.c4igateway.dbbridge.table.TableCheck;
import org.c4igateway.topics.yaml.YamlNode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the SQL by which tables that a C4I server has feed the outbox and take received messages, or checks it. */
@Command(
        name = "adopt",
        description = {
            "Print SQL with triggers, so that tables of a C4I server feed the outbox and take received messages.",
            "A superuser of the interface database runs it. With --check: compare the mapping with the database;",
            "for the table bridge, with the external database, whose driver C4I_DRIVERS names.",
            "Exit status 1 when the mapping or a row is not accepted."
        })
public final class AdoptCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Option(names = "--remove", description = "Print the SQL that removes everything that the installing SQL made.")
    private boolean remove;

    @Option(
            names = "--check",
            description = "Check tables, columns, types, and show ten rows as they would be sent. Changes nothing.")
    private boolean check;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description = "Catalogue file; default: the reference catalogue.")
    private @Nullable Path catalogueFile;

    @Parameters(paramLabel = "MAP.yaml", description = "The mapping file.")
    private Path file = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        if (check && remove) {
            throw CommandException.environment("--check and --remove exclude each other");
        }
        MappingFile map = read();
        if (check) {
            return map.isForBridge() ? checkBridge(map) : check(map);
        }
        AdoptionScript script = new AdoptionScript(map);
        out().print(remove ? script.removal() : script.installation());
        out().flush();
        return ExitStatus.SUCCESS;
    }

    private MappingFile read() throws CommandException {
        try {
            MappingFile map = MappingFile.read(file);
            return check && map.isForBridge() ? map.requireForBridge() : map.requireForTriggers();
        } catch (IOException e) {
            throw CommandException.environment("cannot read " + file + ": " + e.getMessage());
        } catch (YamlNode.Fault e) {
            throw CommandException.negative(String.valueOf(e.getMessage()));
        }
    }

    private int check(MappingFile map) throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = DatabaseSession.open(address);
                AdoptionCheck found = new AdoptionCheck(connection, map, TopicsCommand.catalogue(catalogueFile))) {
            List<String> findings = found.findings();
            findings.forEach(out()::println);
            if (!findings.isEmpty()) {
                out().println(findings.size() + " findings; the mapping does not fit " + address);
                return ExitStatus.NEGATIVE;
            }
            boolean sendable = true;
            for (OutboundMapping mapping : map.outbound()) {
                sendable &= show(mapping, found.samples(mapping));
            }
            int wanted = map.outbound().size() + map.inbound().size();
            out().printf(
                            "The mapping fits %s; %d of %d triggers are installed.%n",
                            address, found.installedTriggers(), wanted);
            return sendable ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        }
    }

    /** The database is then the one elsewhere. */
    private int checkBridge(MappingFile map) throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        try (TableCheck found = new TableCheck(address.url(), address.user(), address.password(), map)) {
            List<String> findings = found.findings();
            findings.forEach(out()::println);
            if (!findings.isEmpty()) {
                out().println(findings.size() + " findings; the mapping does not fit " + address);
                return ExitStatus.NEGATIVE;
            }
            boolean sendable = true;
            for (OutboundMapping mapping : map.outbound()) {
                sendable &= show(
                        mapping,
                        found.samples(mapping).stream().map(AdoptCommand::row).toList());
            }
            out().println("The mapping fits " + address + "; the table bridge can use it.");
            return sendable ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        }
    }

    private static SampleRow row(TableCheck.Sample sample) {
        return new SampleRow(
                sample.key(),
                sample.topic(),
                Precedence.ofCode(sample.precedence()).name(),
                sample.destinations(),
                sample.payloadBytes(),
                sample.subject(),
                sample.problem().isEmpty() ? List.of() : List.of(sample.problem()));
    }

    private boolean show(OutboundMapping mapping, List<SampleRow> rows) {
        out().println(mapping.name() + ": rows of " + mapping.table() + " as they would be sent now");
        TextTable table = new TextTable("KEY", "TOPIC", "PRECEDENCE", "DESTINATIONS", "BYTES", "SUBJECT", "PROBLEM");
        for (SampleRow row : rows) {
            table.row(
                    row.key(),
                    row.topic(),
                    row.precedence(),
                    row.destinations(),
                    row.payloadBytes() < 0 ? "" : row.payloadBytes(),
                    row.subject(),
                    String.join("; ", row.problems()));
        }
        if (rows.isEmpty()) {
            out().println("  (no row fulfils the condition)");
        } else {
            table.print(out());
        }
        out().println();
        return rows.stream().allMatch(row -> row.problems().isEmpty());
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
