package org.c4igateway.cli.base;

import java.util.concurrent.CountDownLatch;

/** A service that runs in this process until a signal ends it. */
public final class ServiceRun {
    private ServiceRun() {}

    /**
     * Returns only when the start fails, which Spring has then explained in the log.
     *
     * @param start returns when the service runs
     * @return an {@link ExitStatus}
     */
    public static int untilSignal(Runnable start) throws InterruptedException {
        try {
            start.run();
        } catch (RuntimeException e) {
            return ExitStatus.USAGE;
        }
        new CountDownLatch(1).await();
        return ExitStatus.SUCCESS;
    }
}
