package org.c4igateway.dds.cyclone;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.c4igateway.dds.cyclone.library.StatusKind;
import org.jspecify.annotations.Nullable;

/** Takes what has arrived and gives it to the listener in batches, on the delivery thread. */
final class CycloneReader<T extends WireRecord> implements DdsReader, WaitsetLoop.Source {
    private final CycloneParticipant participant;
    private final String topic;
    private final WireType<T> type;
    private final int entity;
    private final SampleListener<T> listener;
    private final ReentrantLock delivery = new ReentrantLock();
    private final HeldSamples held = new HeldSamples();
    private final List<Sample<T>> batch = new ArrayList<>();
    private final List<Sample<T>> batchView = Collections.unmodifiableList(batch);
    private volatile boolean closed;
    private boolean unfinished;
    private @Nullable WaitsetLoop loop;
    private long cookie;

    CycloneReader(
            CycloneParticipant participant, String topic, WireType<T> type, int entity, SampleListener<T> listener) {
        this.participant = participant;
        this.topic = topic;
        this.type = type;
        this.entity = entity;
        this.listener = listener;
    }

    int entity() {
        return entity;
    }

    void attach(WaitsetLoop thread) {
        int mask = StatusKind.mask(StatusKind.OF_READERS) | StatusKind.DATA_AVAILABLE.bit();
        DdscEntity.setStatusMask(entity, mask);
        loop = thread;
        cookie = thread.attach(entity, this);
    }

    @Override
    public int matchedWriters() {
        return closed ? 0 : DdscEntity.matchedWriters(entity);
    }

    @Override
    public boolean hasWriter(long writer) {
        return !closed && DdscEntity.writersOf(entity).contains(writer);
    }

    @Override
    public Optional<Guid> writer(long handle) {
        return closed ? Optional.empty() : DdscEntity.writer(entity, handle);
    }

    @Override
    public void dismiss(long writer) {
        writer(writer).ifPresent(participant::dismiss);
    }

    @Override
    public boolean deliver(WaitsetLoop thread) {
        delivery.lock();
        try {
            if (closed) {
                return false;
            }
            int changes = thread.statuses().report(entity, topic, StatusKind.OF_READERS);
            if (!unfinished && (changes & StatusKind.DATA_AVAILABLE.bit()) == 0) {
                return false;
            }
            unfinished = true; // also after a defect
            unfinished = thread.intake().take(entity, type, held, batch);
            if (!batch.isEmpty()) {
                thread.thread().give(listener, batchView);
            }
            return unfinished;
        } finally {
            batch.clear();
            delivery.unlock();
        }
    }

    @Override
    public void close() {
        delivery.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            participant.forget(this);
            if (loop != null) {
                loop.detach(entity, cookie);
            }
            DdscEntity.delete(entity);
            held.release();
        } finally {
            delivery.unlock();
        }
    }
}
