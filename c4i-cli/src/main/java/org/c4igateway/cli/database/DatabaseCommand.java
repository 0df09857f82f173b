package org.c4igateway.cli.database;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What an administrator of the database does. */
@Command(
        name = "database",
        description = "Prepare the interface database of a system, or divide it among nodes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {PrepareCommand.class, ShardsCommand.class})
public final class DatabaseCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "name a command: prepare or shards");
    }
}
