package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** One of the project's applications as a process of its own, which can be ended and started again. Thread-safe. */
public abstract class RestartableProcess implements AutoCloseable {
    final ServiceProcess service;

    protected RestartableProcess(ServiceProcess service) {
        this.service = service;
    }

    /** From the next start on it has these variables in its environment besides those of its configuration. */
    public void variables(Map<String, String> next) {
        service.variables(next);
    }

    /** Starts the process and returns at once; does nothing after {@link #close}. */
    public void start(String... jvmOptions) throws IOException {
        service.start(jvmOptions);
    }

    /** Whether the process runs. */
    public boolean isAlive() {
        return service.isAlive();
    }

    /** Process id, once it was started. */
    public long pid() {
        return service.pid();
    }

    /** Ends it without warning (SIGKILL) and waits until it is gone. */
    public void kill() throws InterruptedException {
        service.kill();
    }

    /** Ends it as an operator would (SIGTERM, which drains); kills it when it takes longer than 20 s. */
    public void stop() throws InterruptedException {
        service.stop();
    }

    /** The log of all its runs. */
    public Path log() {
        return service.log();
    }

    /** Its metrics as Prometheus reads them; empty while it does not answer. */
    public String metrics() throws InterruptedException {
        return service.metrics();
    }

    /** Kills it, for good. */
    @Override
    public void close() {
        service.close();
    }
}
