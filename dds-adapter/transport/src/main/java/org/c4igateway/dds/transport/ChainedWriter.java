package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * A writer of messages whose samples each name the one before: {@link KmtfMessage#previousNanos} is the source time of
 * the last sample of the same origin that this writer has written. A reader that misses one sees it on the next, see
 * {@link org.c4igateway.dds.transport.presence.SampleChains}. Remembers {@value #MAX_ORIGINS} origins; a sample of
 * another one names none. What is not {@link KmtfMessage#isOfNode of a node} is written as it is.
 */
public final class ChainedWriter implements DdsWriter<KmtfMessage> {
    private static final int MAX_ORIGINS = 4_096;

    private final DdsWriter<KmtfMessage> writer;
    /** Guarded by this, as is the order of writing. */
    private final Map<String, Long> lastNanos = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX_ORIGINS;
        }
    };

    /** @param writer is closed with this one */
    public ChainedWriter(DdsWriter<KmtfMessage> writer) {
        this.writer = writer;
    }

    @Override
    public String topic() {
        return writer.topic();
    }

    /** Without a source time there is no chain; use {@link #write(KmtfMessage, long)}. */
    @Override
    public WriteResult write(KmtfMessage value) {
        throw new UnsupportedOperationException("a chained sample needs its source time");
    }

    @Override
    public synchronized WriteResult write(KmtfMessage value, long sourceNanos) {
        if (!value.isOfNode()) {
            return writer.write(value, sourceNanos);
        }
        long previous = lastNanos.getOrDefault(value.origin(), KmtfMessage.NONE_BEFORE);
        WriteResult result = writer.write(value.following(previous), sourceNanos);
        if (result instanceof WriteResult.Written) {
            lastNanos.put(value.origin(), sourceNanos);
        }
        return result;
    }

    @Override
    public WriteResult dispose(KmtfMessage value) {
        return writer.dispose(value);
    }

    @Override
    public WriteResult unregister(KmtfMessage value) {
        return writer.unregister(value);
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public int matchedReaders() {
        return writer.matchedReaders();
    }

    @Override
    public boolean awaitAcknowledged(Duration timeout) {
        return writer.awaitAcknowledged(timeout);
    }

    @Override
    public void close() {
        writer.close();
    }
}
