package org.c4igateway.cli.base;

/** A condition that ends a command with a message for the person at the terminal and no stack trace. */
public final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitStatus;

    private CommandException(int exitStatus, String message) {
        super(message);
        this.exitStatus = exitStatus;
    }

    /** The environment or an argument is wrong; the message says what to do. Exit status 2. */
    public static CommandException environment(String message) {
        return new CommandException(ExitStatus.USAGE, message);
    }

    /** The question was answered, and the answer is no. Exit status 1. */
    public static CommandException negative(String message) {
        return new CommandException(ExitStatus.NEGATIVE, message);
    }

    int exitStatus() {
        return exitStatus;
    }
}
