package org.c4igateway.cli.base;

import org.c4igateway.lab.testbed.Mesh;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Prints why a command ended: one line for expected conditions, the stack trace for a defect. */
public final class CommandProblem implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception problem, CommandLine command, ParseResult arguments) {
        if (Mesh.isEnding()) { // whatever it is, it comes from things being taken down under the command
            command.getErr().println("c4i: stopped by a signal");
            return ExitStatus.NEGATIVE;
        }
        if (problem instanceof CommandException expected) {
            command.getErr().println("c4i: " + expected.getMessage());
            return expected.exitStatus();
        }
        command.getErr().println("c4i: this is a defect of c4i. Report it with the lines below");
        problem.printStackTrace(command.getErr());
        return ExitStatus.USAGE;
    }
}
