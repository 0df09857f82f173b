package org.c4igateway.cli.database.resync;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What two systems have of each other, after one of them was restored. */
@Command(
        name = "resync",
        description = {
            "After a restore: compare the messages that two systems have of each other, and send missing ones again.",
            "One system exports a file, the other compares it with its database. No network between them is needed."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ResyncExportCommand.class, ResyncCompareCommand.class})
public final class ResyncCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "name an action: export or compare");
    }
}
