package org.c4igateway.cli.database.replay;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.cli.database.DatabaseOptions;
import org.c4igateway.cli.database.DatabaseSession;
import org.c4igateway.cli.doctor.DatabaseAddress;
import org.c4igateway.dbbridge.trail.OperatorActions.Signature;
import org.c4igateway.dbbridge.trail.ReplayChoice;
import org.c4igateway.dbbridge.trail.ReplayLine;
import org.c4igateway.dbbridge.trail.Replays;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Sends messages again to those who have not got them, and puts dead letters of what arrived back before the inbox. */
@Command(
        name = "replay",
        description = {
            "Send messages again, as new rows, to the destinations that have not got them; or put messages that were",
            "refused on arrival back before the inbox. A message must match all options. Needs a role with c4i_console.",
            "Exit status 1 when nothing is sent again, a number of --id does not exist, or --limit leaves rows out."
        },
        footer = {
            "",
            "Examples:",
            "  c4i replay --to BRAVO --since 2026-11-22T06:00:00Z --dry-run",
            "  c4i replay --id 1790000000000123 --reason \"BRAVO was restored\"",
            "  c4i replay --topic class:ORDER --to BRAVO --again --reason \"asked for by BRAVO\"",
            "  c4i replay --dead-letters=received --code GW-303 --reason \"rule corrected\""
        })
public final class ReplayCommand implements Callable<Integer> {
    @Mixin
    private final DatabaseOptions database = new DatabaseOptions();

    @Mixin
    private final ReplayOptions chosen = new ReplayOptions();

    @Option(names = "--dry-run", description = "Only show what would be sent again.")
    private boolean dryRun;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept in the log of actions.")
    private String reason = "";

    @Option(
            names = "--actor",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Name for the log of actions; default: the login of this machine.")
    private String actor = "";

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        List<ReplayChoice> choices = chosen.choices();
        Signature signature = dryRun ? new Signature("nobody", "dry run") : signature();
        DatabaseAddress address = database.requiredAddress();
        try (Connection connection = DatabaseSession.openForChange(address)) {
            ReplayReport report = report(connection, choices, signature);
            if (json) {
                report.printJson(spec.commandLine().getOut());
            } else {
                report.print(spec.commandLine().getOut());
            }
            boolean all = report.actions() > 0 && report.rest() == 0 && report.unknown() == 0;
            return all ? ExitStatus.SUCCESS : ExitStatus.NEGATIVE;
        } catch (SQLException e) {
            throw dryRun
                    ? DatabaseSession.problem(address, e)
                    : DatabaseSession.problemOfChange(address, e, "'c4i replay --dry-run'");
        }
    }

    private ReplayReport report(Connection connection, List<ReplayChoice> choices, Signature signature)
            throws SQLException {
        Replays replays = new Replays(connection);
        connection.setAutoCommit(false);
        try {
            List<List<ReplayLine>> parts = dryRun ? replays.plan(choices) : replays.replay(choices, signature);
            connection.commit();
            return new ReplayReport(parts, dryRun);
        } catch (SQLException e) {
            try {
                connection.rollback();
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private Signature signature() throws CommandException {
        if (reason.isBlank()) {
            throw CommandException.environment("--reason is missing; say why, or look first with --dry-run");
        }
        try {
            return new Signature(actor, reason);
        } catch (IllegalArgumentException e) {
            throw CommandException.environment("--reason or --actor: " + e.getMessage());
        }
    }
}
