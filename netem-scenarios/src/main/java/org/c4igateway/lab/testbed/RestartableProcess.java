package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Path;

/** One of the project's applications as a process of its own, which can be ended and started again. Thread-safe. */
public interface RestartableProcess extends AutoCloseable {
    /** Starts the process and returns at once; does nothing after {@link #close}. */
    void start(String... jvmOptions) throws IOException;

    /** Whether the process runs. */
    boolean isAlive();

    /** Process id, once it was started. */
    long pid();

    /** Ends it without warning (SIGKILL) and waits until it is gone. */
    void kill() throws InterruptedException;

    /** Ends it as an operator would (SIGTERM, which drains); kills it when it takes longer than 20 s. */
    void stop() throws InterruptedException;

    /** The log of all its runs. */
    Path log();

    /** Kills it, for good. */
    @Override
    void close();
}
