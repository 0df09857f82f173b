package org.c4igateway.cli.lab;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Experiments on real node processes over impaired links. */
@Command(
        name = "lab",
        description = {
            "Run experiments on real node processes over impaired links.",
            "Needs Linux, and root or user namespaces; see docs/lab.md."
        },
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            LabListCommand.class,
            LabRunCommand.class,
            LabReportCommand.class,
            LabAdviseCommand.class,
            LabGraphCommand.class,
            LabUpCommand.class,
            LabPrepareCommand.class,
            LabCleanCommand.class
        })
public final class LabCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }
}
