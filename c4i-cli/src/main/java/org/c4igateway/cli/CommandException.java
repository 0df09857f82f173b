package org.c4igateway.cli;

/** A condition that ends a command with a message for the person at the terminal and no stack trace. */
final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitStatus;

    private CommandException(int exitStatus, String message) {
        super(message);
        this.exitStatus = exitStatus;
    }

    /** The environment or an argument is wrong; the message says what to do. Exit status 2. */
    static CommandException environment(String message) {
        return new CommandException(C4i.USAGE, message);
    }

    /** The question was answered, and the answer is no. Exit status 1. */
    static CommandException negative(String message) {
        return new CommandException(C4i.NEGATIVE, message);
    }

    int exitStatus() {
        return exitStatus;
    }
}
