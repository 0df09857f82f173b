package org.c4igateway.dds.api;

import java.time.Duration;

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
     * Writes a sample that somebody else wrote, with the time when that was. Blocks like {@link #write(WireRecord)};
     * its lifespan counts from that time.
     *
     * @param sourceNanos nanoseconds since the epoch, not negative
     */
    WriteResult write(T value, long sourceNanos);

    /**
     * Says that the instance of {@code value} is no more; only its key members are looked at. Blocks like
     * {@link #write(WireRecord)}.
     */
    WriteResult dispose(T value);

    /**
     * Says that this writer has no more to say about the instance of {@code value}; only its key members are looked at.
     * Readers see it without writers unless others write it, or disposed when {@link QosPolicy.WriterDataLifecycle}
     * says so (default). Blocks like {@link #write(WireRecord)}.
     */
    WriteResult unregister(T value);

    /** Sends what batching holds back. Does not wait for anybody. */
    void flush();

    /** @return number of readers matched now */
    int matchedReaders();

    /** Waits until every matched reliable reader has acknowledged everything. @return whether that happened in time */
    boolean awaitAcknowledged(Duration timeout);

    /**
     * Idempotent. Instances that nobody disposed are disposed when {@link QosPolicy.WriterDataLifecycle} says so
     * (default).
     */
    @Override
    void close();
}
