package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.dds.api.DdsEventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery thread of a participant: waits for any attached entity, then lets it deliver. Cyclone clears "data available"
 * with each take, so an entity that has more is served again without waiting, after the others.
 */
final class WaitsetLoop {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsetLoop.class);
    private static final int CAPACITY = 1_024;
    private static final long SELF = 0;
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final int waitset;
    private final MemorySegment cookies;
    private final Map<Long, Source> sources = new ConcurrentHashMap<>();
    private final AtomicLong nextCookie = new AtomicLong(SELF + 1);
    private final StatusSource statuses;
    private final SampleIntake intake;
    private final Thread thread;
    private volatile boolean stopped;

    /** An attached entity. */
    interface Source {
        /** Delivers some. @return whether there is more */
        boolean deliver(WaitsetLoop thread);
    }

    WaitsetLoop(int participant, Arena arena, String name, DdsEventListener events) {
        this.waitset = DdscEntity.check(DdscEntity.createWaitset(participant), "create a waitset");
        this.cookies = arena.allocate(JAVA_LONG, CAPACITY);
        this.statuses = new StatusSource(arena, events);
        this.intake = new SampleIntake(arena);
        DdscEntity.attach(waitset, waitset, SELF);
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    StatusSource statuses() {
        return statuses;
    }

    SampleIntake intake() {
        return intake;
    }

    void start() {
        thread.start();
    }

    /** @return the cookie for {@link #detach} */
    long attach(int entity, Source source) {
        long cookie = nextCookie.getAndIncrement();
        sources.put(cookie, source);
        DdscEntity.attach(waitset, entity, cookie);
        return cookie;
    }

    void detach(int entity, long cookie) {
        sources.remove(cookie);
        DdscEntity.detach(waitset, entity);
    }

    /** @return whether the thread has ended, after which entities may be deleted */
    boolean stop() {
        stopped = true;
        DdscEntity.trigger(waitset);
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

    private void run() {
        List<Source> unfinished = new ArrayList<>();
        while (!stopped) {
            long timeout = unfinished.isEmpty() ? Ddsc.INFINITE_NANOS : 0;
            int triggered = Ddsc.waitsetWait(waitset, cookies, CAPACITY, timeout);
            if (triggered < 0) {
                LOG.error("waiting for DDS data failed: {}", DdscEntity.describe(triggered));
                return;
            }
            List<Source> turn = unfinished;
            unfinished = new ArrayList<>();
            for (Source source : turn) {
                deliver(source, unfinished);
            }
            for (int i = 0; i < Math.min(triggered, CAPACITY); i++) {
                Source source = sources.get(cookies.getAtIndex(JAVA_LONG, i));
                if (source != null && !turn.contains(source)) {
                    deliver(source, unfinished);
                }
            }
        }
    }

    /** A listener that throws loses its batch, not the thread on which all others depend. */
    private void deliver(Source source, List<Source> unfinished) {
        try {
            if (!stopped && source.deliver(this)) {
                unfinished.add(source);
            }
        } catch (RuntimeException e) {
            LOG.error("a DDS listener failed", e);
        }
    }
}
