package org.c4igateway.cli.base;

/** The exit status of every command. */
public final class ExitStatus {
    /** The command did what it was asked for. */
    public static final int SUCCESS = 0;
    /**
     * It did, and the answer is no: a difference, a refused message, a failed check. Of a service: it could not start,
     * and may when it is started again.
     */
    public static final int NEGATIVE = 1;
    /** Wrong usage, or something around the command is missing. */
    public static final int USAGE = 2;

    private ExitStatus() {}
}
