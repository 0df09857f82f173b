package org.c4igateway.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.cyclone.library.Ddsc;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A delivery thread of a participant, on a waitset. Cyclone clears "data available" with each take, so an entity that
 * has more says so.
 */
final class WaitsetLoop implements DeliveryThread.Signals {
    private static final Logger LOG = LoggerFactory.getLogger(WaitsetLoop.class);
    private static final int CAPACITY = 1_024;
    private static final long SELF = 0;

    private final int waitset;
    private final MemorySegment cookies;
    private final Map<Long, DeliveryThread.Source> sources = new ConcurrentHashMap<>();
    private final AtomicLong nextCookie = new AtomicLong(SELF + 1);
    private final StatusSource statuses;
    private final SampleIntake intake;
    private final DeliveryThread thread;

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
        this.thread = new DeliveryThread(name, this, events);
    }

    StatusSource statuses() {
        return statuses;
    }

    SampleIntake intake() {
        return intake;
    }

    DeliveryThread thread() {
        return thread;
    }

    /** @return the cookie for {@link #detach} */
    long attach(int entity, Source source) {
        long cookie = nextCookie.getAndIncrement();
        sources.put(cookie, () -> source.deliver(this));
        DdscEntity.attach(waitset, entity, cookie);
        return cookie;
    }

    void detach(int entity, long cookie) {
        sources.remove(cookie);
        DdscEntity.detach(waitset, entity);
    }

    @Override
    public boolean await(boolean patient, Consumer<DeliveryThread.Source> ready) {
        int triggered = Ddsc.waitsetWait(waitset, cookies, CAPACITY, patient ? Ddsc.INFINITE_NANOS : 0);
        if (triggered < 0) {
            LOG.error("waiting for DDS data failed: {}", DdscEntity.describe(triggered));
            return false;
        }
        for (int i = 0; i < Math.min(triggered, CAPACITY); i++) {
            DeliveryThread.Source source = sources.get(cookies.getAtIndex(JAVA_LONG, i));
            if (source != null) {
                ready.accept(source);
            }
        }
        return true;
    }

    @Override
    public void wake() {
        DdscEntity.trigger(waitset);
    }
}
