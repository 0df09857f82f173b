package org.c4igateway.cli.base;

import java.util.concurrent.CountDownLatch;
import org.c4igateway.app.start.ConfigurationFailure;

/** A service that runs in this process until a signal ends it. */
public final class ServiceRun {
    private ServiceRun() {}

    /**
     * Returns only when the start fails, which Spring has then explained in the log.
     *
     * @param start returns when the service runs
     * @return {@link ExitStatus#USAGE} if each start fails until somebody changes the configuration, so that a
     *     supervisor does not try again; else {@link ExitStatus#NEGATIVE}
     */
    public static int untilSignal(Runnable start) throws InterruptedException {
        try {
            start.run();
        } catch (RuntimeException e) {
            return ConfigurationFailure.isBehind(e) ? ExitStatus.USAGE : ExitStatus.NEGATIVE;
        }
        new CountDownLatch(1).await();
        return ExitStatus.SUCCESS;
    }
}
