package org.c4igateway.dds.api.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery thread of a participant: waits until some sources have something, then lets each deliver. A source that
 * has more is served again without waiting, after the others.
 */
public final class DeliveryThread {
    private static final Logger LOG = LoggerFactory.getLogger(DeliveryThread.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Signals signals;
    private final String name;
    private final DdsEventListener events;
    private final Thread thread;
    private volatile boolean stopped;

    /** Something that delivers; the same object for its whole life. */
    public interface Source {
        /** Delivers some. @return whether there is more */
        boolean deliver();
    }

    /** Called by the provider when data has arrived. */
    public interface Signals {
        /**
         * Waits for sources.
         *
         * @param patient whether to wait until there is one or {@link #wake} is called; else returns at once
         * @param ready takes the sources that have something
         * @return false when waiting has failed for good, which ends the thread
         */
        boolean await(boolean patient, Consumer<Source> ready);

        /** Ends a wait. Called by other threads. */
        void wake();
    }

    /**
     * Creates a thread that is not started.
     *
     * @param events called when the thread ends by itself, and when a listener has failed
     */
    public DeliveryThread(String name, Signals signals, DdsEventListener events) {
        this.signals = signals;
        this.name = name;
        this.events = events;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Starts delivery. */
    public void start() {
        thread.start();
    }

    /** @return whether the thread has ended, after which entities may be deleted */
    public boolean stop() {
        stopped = true;
        signals.wake();
        if (Thread.currentThread().equals(thread)) {
            LOG.error("a DDS participant is closed from its own delivery thread");
            return false;
        }
        try {
            if (!thread.join(PATIENCE)) {
                // A listener blocks: let it go.
                thread.interrupt();
                return thread.join(PATIENCE);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Gives a listener its samples; for sources that this thread serves. A listener that throws loses them, not the
     * thread on which all others depend, and not what its source still has.
     */
    public <T extends WireRecord> void give(SampleListener<T> listener, List<Sample<T>> samples) {
        try {
            listener.onSamples(samples);
        } catch (RuntimeException | Error e) {
            dropped(e);
        }
    }

    private void run() {
        String reason = "waiting for data failed";
        try {
            deliverUntilStopped();
        } catch (RuntimeException | Error e) {
            LOG.error("DDS delivery thread {} ended by a defect", name, e);
            reason = String.valueOf(e);
        }
        if (!stopped) {
            events.onEvent(new DdsEvent.DeliveryEnded("", name, reason));
        }
    }

    private void deliverUntilStopped() {
        List<Source> unfinished = new ArrayList<>();
        List<Source> ready = new ArrayList<>();
        Consumer<Source> collect = ready::add;
        while (!stopped) {
            ready.clear();
            if (!signals.await(unfinished.isEmpty(), collect)) {
                return;
            }
            List<Source> turn = unfinished;
            unfinished = new ArrayList<>();
            for (Source source : turn) {
                deliver(source, unfinished);
            }
            for (Source source : ready) {
                if (!turn.contains(source)) {
                    deliver(source, unfinished);
                }
            }
        }
    }

    private void deliver(Source source, List<Source> unfinished) {
        try {
            if (!stopped && source.deliver()) {
                unfinished.add(source);
            }
        } catch (RuntimeException | Error e) {
            dropped(e);
        }
    }

    private void dropped(Throwable cause) {
        LOG.error("a DDS listener failed, and the batch that it was given is dropped", cause);
        events.onEvent(new DdsEvent.BatchDropped("", name, String.valueOf(cause)));
    }
}
