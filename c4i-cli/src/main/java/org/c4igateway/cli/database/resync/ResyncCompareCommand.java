package org.c4igateway.cli.database.resync;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.c4igateway.cli.EdgeOption;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.database.DatabaseSession;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.resync.HoldingsComparison;
import org.c4igateway.dbbridge.resync.HoldingsDifference;
import org.c4igateway.dbbridge.resync.HoldingsDifference.Kind;
import org.c4igateway.dbbridge.resync.HoldingsHeader;
import org.c4igateway.dbbridge.resync.RowReopening;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares the file of a peer with this database, and sends again what the peer has lost. */
@Command(
        name = "compare",
        description = {
            "List the messages on which this database and the FILE of a peer disagree. Changes nothing without --replay.",
            "Exit status 1 when there are differences."
        })
final class ResyncCompareCommand implements Callable<Integer> {
    private static final String BRIDGE_IS_ACTIVE = "C4024";

    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final EdgeOption edge = new EdgeOption();

    @Parameters(paramLabel = "FILE", description = "File that the peer wrote with: c4i resync export --of THIS-SYSTEM.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path file;

    @Option(
            names = "--replay",
            description = {
                "Send again, under their old numbers, messages that are delivered here and that the peer has lost.",
                "All nodes of this system must be stopped. They send when they start."
            })
    private boolean replay;

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Name for the log of actions; default: the login of this machine.")
    private String actor = "";

    /** Whether the database was asked to change rows and has not answered. */
    private boolean asked;

    private final List<Long> lost = new ArrayList<>();
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection =
                        replay ? DatabaseSession.openForChange(address) : DatabaseSession.openForLong(address);
                BufferedReader reader = Files.newBufferedReader(file)) {
            HoldingsHeader header = new HoldingsComparison(connection, edge.text(), reader, this::show).compare();
            summarise(header);
            if (replay && !lost.isEmpty()) {
                return status(counts.keySet(), lost.size() - replay(connection, header.holder()));
            }
            return counts.isEmpty() ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (SQLException e) {
            if (BRIDGE_IS_ACTIVE.equals(e.getSQLState())) {
                throw CommandException.negative(
                        "nothing was changed: a node is active on this database; stop all nodes of this system and replay again");
            }
            throw asked
                    ? DatabaseSession.problemOfChange(address, e, "'c4i resync compare' without --replay")
                    : DatabaseSession.problem(address, e);
        } catch (IOException e) {
            throw CommandException.environment(file + ": " + e.getMessage());
        }
    }

    /**
     * @param kinds of the differences
     * @param remaining lost rows that are not sent again
     * @return success when a replay leaves no difference behind
     */
    static int status(Set<Kind> kinds, long remaining) {
        return remaining == 0 && kinds.stream().allMatch(Kind::isReplayable) ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
    }

    private void show(HoldingsDifference holdingsDifference) {
        counts.merge(holdingsDifference.kind(), 1, Integer::sum);
        if (holdingsDifference.kind().isReplayable()) {
            lost.add(holdingsDifference.sequence());
        }
        spec.commandLine()
                .getOut()
                .println(word(holdingsDifference.kind()) + "\t" + holdingsDifference.sequence() + "\t"
                        + holdingsDifference.about());
    }

    private void summarise(HoldingsHeader header) {
        PrintWriter out = spec.commandLine().getOut();
        SystemName peer = header.holder();
        out.println(header.of() + " and " + peer + ", since " + header.since() + ", as of " + header.exportedAt() + ": "
                + (counts.isEmpty() ? "no differences" : "differences"));
        counts.forEach((kind, n) -> out.println(n + " " + word(kind) + ": " + advice(kind, peer)));
    }

    private String advice(Kind kind, SystemName peer) {
        return switch (kind) {
            case NOT_IN_OUTBOX -> peer + " has them and this outbox lost them; do not submit them again for " + peer;
            case LOST_THERE, OTHER_CONTENT -> replay ? "sent again" : "compare with --replay sends them again";
            case LOST_HERE, OTHER_CONTENT_HERE ->
                "c4i resync export --of " + peer + " here, c4i resync compare --replay at " + peer;
        };
    }

    private static String word(Kind kind) {
        return switch (kind) {
            case NOT_IN_OUTBOX -> "not-in-outbox";
            case LOST_THERE -> "lost-there";
            case OTHER_CONTENT -> "other-content-there";
            case LOST_HERE -> "lost-here";
            case OTHER_CONTENT_HERE -> "other-content-here";
        };
    }

    /** @return how many rows are pending again */
    private long replay(Connection connection, SystemName peer) throws SQLException {
        asked = true;
        long reopened = new RowReopening(connection, peer).reopen(lost, actor, "resync with " + file.getFileName());
        spec.commandLine()
                .getOut()
                .println(reopened + " rows for " + peer + " are pending again; start the nodes of this system");
        return reopened;
    }
}
