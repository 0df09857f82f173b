package org.c4igateway.jms.client;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The few threads that the client library shares among all connections of one transport, instead of hundreds per
 * process.
 */
public final class ClientThreads implements AutoCloseable {
    private static final int WORKERS = 4;
    private static final long IDLE_SECONDS = 30;

    private final ExecutorService workers = pool(WORKERS, "c4i-jms-worker-");
    private final ExecutorService flowControl = pool(1, "c4i-jms-credits-");
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, named("c4i-jms-timer-"), new ThreadPoolExecutor.DiscardPolicy());

    void applyTo(ActiveMQConnectionFactory factory) {
        factory.getServerLocator().setThreadPools(workers, timer, flowControl);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        flowControl.shutdown();
        workers.shutdown();
    }

    /** Connections that end late may still submit tasks, which are not needed then. */
    private static ExecutorService pool(int threads, String prefix) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads,
                threads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                named(prefix),
                new ThreadPoolExecutor.DiscardPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String prefix) {
        return Thread.ofPlatform().daemon().name(prefix, 0).factory();
    }
}
