package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.type.KmtfMessage;

/**
 * A writer of messages whose samples each name the one before: {@link KmtfMessage#previousNanos} is the source time of
 * the last sample of the same origin that this writer has written. A reader that misses one sees it on the next, see
 * {@link org.c4igateway.dds.transport.presence.SampleChains}. Remembers {@value #MAX_ORIGINS} origins; a sample of
 * another one names none. What is not {@link KmtfMessage#isOfNode of a node} is written as it is.
 *
 * <p>Origin and subject are the key of an instance. DDS keeps an instance at the writer, with its history, and at
 * readers for as long as it is registered, so the one of an origin that was written longest ago is unregistered when
 * more is {@link Kept} than may be: subjects are made up by those who submit.
 */
public final class ChainedWriter implements DdsWriter<KmtfMessage> {
    private static final int MAX_ORIGINS = 4_096;

    private final DdsWriter<KmtfMessage> writer;
    private final Kept kept;
    /** Guarded by this, as is the order of writing. The one written last comes last. */
    private final SequencedMap<String, Origin> origins = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * How much a writer keeps of one origin.
     *
     * @param ofSubject most samples of one subject, at least one
     * @param ofOrigin most samples of all subjects together, at least {@code ofSubject}
     */
    public record Kept(int ofSubject, int ofOrigin) {
        public Kept {
            if (ofSubject < 1 || ofOrigin < ofSubject) {
                throw new IllegalArgumentException("invalid history depths: " + ofSubject + ", " + ofOrigin);
            }
        }
    }

    /** What is known of an origin. */
    private static final class Origin {
        private long lastNanos = KmtfMessage.NONE_BEFORE;
        /** Samples that are kept by subject. The one written last comes last. */
        private final SequencedMap<String, Integer> subjects = new LinkedHashMap<>();

        private long samples;

        void wrote(String subject, int most) {
            int before = subjects.getOrDefault(subject, 0);
            int now = Math.min(most, before + 1);
            subjects.putLast(subject, now);
            samples += now - before;
        }
    }

    /** @param writer is closed with this one */
    public ChainedWriter(DdsWriter<KmtfMessage> writer, Kept kept) {
        this.writer = writer;
        this.kept = kept;
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
        Origin origin = origins.computeIfAbsent(value.origin(), name -> new Origin());
        KmtfMessage chained = value.isOfNode() ? value.following(origin.lastNanos) : value;
        WriteResult result = writer.write(chained, sourceNanos);
        if (result instanceof WriteResult.Written) {
            if (value.isOfNode()) {
                origin.lastNanos = sourceNanos;
            }
            origin.wrote(value.subject(), kept.ofSubject());
            forget(value.origin(), origin, kept.ofOrigin());
        }
        if (origins.size() > MAX_ORIGINS) {
            Map.Entry<String, Origin> eldest = origins.firstEntry();
            forget(eldest.getKey(), eldest.getValue(), 0);
            origins.remove(eldest.getKey());
        }
        return result;
    }

    /** One that cannot be unregistered now, because the writer has no room, is tried again with the next message. */
    private void forget(String name, Origin origin, int left) {
        while (origin.samples > left
                && writer.unregister(KmtfMessage.key(
                                name, origin.subjects.firstEntry().getKey()))
                        instanceof WriteResult.Written) {
            origin.samples -= origin.subjects.pollFirstEntry().getValue();
        }
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
