package org.c4igateway.dbbridge.publish;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.c4igateway.core.store.OutboxSignal;

/** A signal that a test gives by hand. */
final class HandSignal implements OutboxSignal {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final AtomicInteger rowsSeen = new AtomicInteger();
    private volatile boolean tellsEachCommit;

    @Override
    public Registration listen(Runnable wake, IntSupplier readers) {
        listeners.add(wake);
        return () -> listeners.remove(wake);
    }

    @Override
    public void rowsSeen() {
        rowsSeen.incrementAndGet();
    }

    @Override
    public boolean tellsEachCommit() {
        return tellsEachCommit;
    }

    /** From now on it says that it tells of each message. */
    void tellOfEachCommit() {
        tellsEachCommit = true;
    }

    void wake() {
        listeners.forEach(Runnable::run);
    }

    int listeners() {
        return listeners.size();
    }

    int timesRowsWereSeen() {
        return rowsSeen.get();
    }
}
