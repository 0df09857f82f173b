package org.c4igateway.cli.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.base.TextTable;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.shard.ShardLine;
import org.c4igateway.dbbridge.shard.ShardStatements;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows and changes how many nodes may send for a system at the same time. */
@Command(
        name = "shards",
        description = {
            "Show the shards of an interface database, and which node has each; with N, divide it into so many.",
            "Each shard has a part of the topics, which one node at a time sends. The node of shard 0 receives as well.",
            "A change needs the owner's login, and all nodes at the database must be of this release; they go over within seconds."
        })
final class ShardsCommand implements Callable<Integer> {
    private static final String NOT_ALLOWED = "42501";

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Parameters(arity = "0..1", paramLabel = "N", description = "How many shards, 1 to 64.")
    private @Nullable Integer shards;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        Integer wanted = shards;
        if (wanted == null) {
            show(database.requiredAddress());
        } else if (wanted < 1 || wanted > SystemName.MAX_SHARDS) {
            throw new ParameterException(
                    spec.commandLine(), "a database has 1 to " + SystemName.MAX_SHARDS + " shards, not " + wanted);
        } else {
            divide(database.requiredAddress(), wanted);
        }
        return ExitStatus.SUCCESS;
    }

    private void show(DatabaseAddress address) throws CommandException {
        List<ShardLine> lines;
        try (Connection connection = DatabaseSession.open(address)) {
            lines = ShardStatements.lines(connection);
        } catch (SQLException e) {
            throw DatabaseSession.problem(address, e);
        }
        out().printf("%d %s%n", lines.size(), lines.size() == 1 ? "shard" : "shards");
        TextTable table = new TextTable("shard", "epoch", "lock", "since", "holder");
        for (ShardLine line : lines) {
            Instant since = line.since();
            table.row(
                    line.number(),
                    line.epoch(),
                    line.held() ? "held" : "free",
                    since == null ? "-" : since.truncatedTo(ChronoUnit.SECONDS),
                    line.holder().isEmpty() ? "-" : line.holder());
        }
        table.print(out());
    }

    private void divide(DatabaseAddress address, int wanted) throws CommandException {
        try (Connection connection = DatabaseSession.openForChange(address)) {
            ShardStatements.divide(connection, wanted);
        } catch (SQLException e) {
            if (NOT_ALLOWED.equals(e.getSQLState())) {
                throw CommandException.environment("the role lacks a privilege: " + DatabaseText.of(e)
                        + "\n     log in as the owner of the schema: a superuser, or a member of c4i_owner");
            }
            throw DatabaseSession.problemOfChange(address, e, "'c4i database shards'");
        }
        out().printf("%d %s; the nodes take them within seconds%n", wanted, wanted == 1 ? "shard" : "shards");
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
