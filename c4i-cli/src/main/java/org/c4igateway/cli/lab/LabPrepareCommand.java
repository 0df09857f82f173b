package org.c4igateway.cli.lab;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.c4igateway.cli.base.CommandException;
import org.c4igateway.cli.base.ExitStatus;
import org.c4igateway.lab.transport.samples.ZenohTools;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Builds what a cell compares with and the project does not ship. */
@Command(
        name = "prepare",
        description = {
            "Build a program of others for the cells that compare with it, in the directory for caches:",
            "zenoh, for the cells zenoh-* of paper/peers. Needs cargo, cmake, a C compiler and libclang; cargo fetches",
            "the sources. Takes ten minutes or more."
        })
final class LabPrepareCommand implements Callable<Integer> {
    /** What can be built. */
    enum Peer {
        ZENOH
    }

    @Parameters(paramLabel = "PROGRAM", description = "zenoh")
    private Peer peer = Peer.ZENOH;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Override
    public Integer call() throws CommandException {
        return switch (peer) {
            case ZENOH -> zenoh();
        };
    }

    private int zenoh() throws CommandException {
        ZenohTools tools = ZenohTools.of(System.getenv());
        if (!tools.arePresent()) {
            build(tools);
        }
        spec.commandLine().getOut().println("zenoh " + ZenohTools.VERSION + " is in " + tools.directory());
        return ExitStatus.SUCCESS;
    }

    private static void build(ZenohTools tools) throws CommandException {
        try {
            int status = tools.build();
            if (status != 0 || !tools.arePresent()) {
                throw CommandException.environment("zenoh was not built, status " + status + "; the reason is above");
            }
        } catch (IOException e) {
            throw CommandException.environment("zenoh was not built: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.negative("interrupted");
        }
    }
}
