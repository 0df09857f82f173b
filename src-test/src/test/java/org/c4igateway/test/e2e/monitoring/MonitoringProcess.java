package org.c4igateway.test.e2e.monitoring;

import java.util.concurrent.TimeUnit;

/** A program beside the nodes that watches them; ended on close, by force when it takes its time. */
abstract class MonitoringProcess implements AutoCloseable {
    final Process process;

    MonitoringProcess(Process process) {
        this.process = process;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
