package org.c4igateway.cli.lab;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.net.StrayNetworks;
import org.c4igateway.lab.testbed.StrayWorkspaces;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Removes what testbeds left behind whose process was killed. */
@Command(
        name = "clean",
        description = "Remove networks, processes and directories that a killed lab, demo or bench left behind.")
final class LabCleanCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        try {
            List<String> networks = StrayNetworks.remove();
            List<String> workspaces = StrayWorkspaces.remove();
            networks.forEach(name -> spec.commandLine().getOut().println("removed network namespace " + name));
            workspaces.forEach(name -> spec.commandLine().getOut().println("removed " + name));
            if (networks.isEmpty() && workspaces.isEmpty()) {
                spec.commandLine().getOut().println("nothing was left behind");
            }
            return ExitStatus.SUCCESS;
        } catch (IOException e) {
            throw CommandException.negative("not everything could be removed: " + e.getMessage());
        }
    }
}
