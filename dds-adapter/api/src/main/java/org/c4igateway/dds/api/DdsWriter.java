package org.c4igateway.dds.api;

import java.time.Duration;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.type.WireRecord;

/**
 * Writes one topic. Safe for use by several threads: writes take turns.
 *
 * @param <T> type of the data
 */
public interface DdsWriter<T extends WireRecord> extends AutoCloseable {
    /** @return name of the topic */
    String topic();

    /** Writes a sample; keeps nothing of it. Blocks for at most the max blocking time of the reliability policy. */
    WriteResult write(T value);

    /**
     * Writes a sample on behalf of another writer, with the original source time. Blocks like
     * {@link #write(WireRecord)}; its lifespan counts from that time.
     *
     * @param sourceNanos nanoseconds since the epoch; a negative time is refused
     */
    WriteResult write(T value, long sourceNanos);

    /**
     * Disposes the instance of {@code value}; only its key members are used. Blocks like {@link #write(WireRecord)}.
     */
    WriteResult dispose(T value);

    /**
     * Unregisters the instance of {@code value} for this writer; only its key members are used. Readers see it without
     * writers unless others write it, or disposed when {@link QosPolicy.WriterDataLifecycle} says so (default). Blocks
     * like {@link #write(WireRecord)}.
     */
    WriteResult unregister(T value);

    /** Sends samples that batching holds back. Does not wait for readers. */
    void flush();

    /** @return number of readers matched now */
    int matchedReaders();

    /** Waits until every matched reliable reader has acknowledged everything. @return whether that happened in time */
    boolean awaitAcknowledged(Duration timeout);

    /**
     * Idempotent. Instances that were not disposed are disposed if {@link QosPolicy.WriterDataLifecycle} requires it
     * (default).
     */
    @Override
    void close();
}
