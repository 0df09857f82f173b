package org.c4igateway.cli;

import java.util.concurrent.Callable;
import org.c4igateway.cli.base.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Print a script with which bash and zsh complete commands and options.",
            "For this shell: source <(c4i completion)"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        spec.commandLine().getOut().println(AutoComplete.bash(root.getCommandName(), root));
        return ExitStatus.SUCCESS;
    }
}
