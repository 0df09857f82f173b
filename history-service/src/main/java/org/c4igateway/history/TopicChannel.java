package org.c4igateway.history;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One topic: what of it is kept, and its writer in the partition of the history. What that writer has no room for,
 * because a reader does not acknowledge, waits here up to a bound and holds up nothing else: after an attempt that
 * found no room the writer is left alone for a while, and longer each time. One thread, except for the figures.
 */
final class TopicChannel {
    private static final Logger LOG = LoggerFactory.getLogger(TopicChannel.class);
    /** An attempt without room blocks for the blocking time of the writer, so it must be rare. */
    private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

    private static final long LONGEST_REST_NANOS = 64 * REST_NANOS;

    private final Topic topic;
    private final boolean persistent;
    private final Duration lifespan;
    private final TopicIndex.Bounds bounds;
    private final LongSupplier nanos;
    private final Duration patience;
    private final Deque<Step> waiting = new ArrayDeque<>();
    private TopicIndex index;
    private @Nullable DdsWriter<KmtfMessage> writer;
    private boolean complained;
    private long restingUntil;
    private long restNanos;
    /** The last attempt ended because there was no room. */
    private boolean timedOut;

    private volatile int samples;
    private volatile long bytes;
    private final AtomicLong unserved = new AtomicLong();
    private volatile int readers;

    /** @param nanos a clock that is never set */
    TopicChannel(HistoryPlan plan, Topic topic, LongSupplier nanos) {
        this.nanos = nanos;
        this.restingUntil = nanos.getAsLong();
        this.patience = plan.dds().blocking();
        this.bounds = plan.bounds(topic);
        this.topic = topic;
        this.persistent = plan.qos().durability(topic) == Durability.Kind.PERSISTENT;
        this.lifespan = plan.qos().lifespan(topic);
        this.index = new TopicIndex(bounds);
    }

    private interface Step {
        WriteResult on(DdsWriter<KmtfMessage> writer);
    }

    Topic topic() {
        return topic;
    }

    /** @return whether its samples outlive the service */
    boolean isPersistent() {
        return persistent;
    }

    TopicIndex index() {
        return index;
    }

    /** Forgets everything, before the history is read. */
    void clear() {
        index = new TopicIndex(bounds);
        waiting.clear();
        restNanos = 0;
        restingUntil = nanos.getAsLong();
    }

    /** @return what was written before this is outlived, by the clock of this machine */
    long outlivedBefore(long nowNanos) {
        return lifespan.compareTo(Duration.ofNanos(nowNanos)) >= 0 ? Long.MIN_VALUE : nowNanos - lifespan.toNanos();
    }

    void open(DdsWriter<KmtfMessage> opened) {
        writer = opened;
    }

    /** Gives a sample to readers, with its own source time. */
    void give(KeptSample sample) {
        put(writing -> writing.write(sample.message(), sample.sourceNanos()));
    }

    /** Late readers no longer get this instance; readers that have it see that it has no writers. */
    void forget(InstanceKey key) {
        put(writing -> writing.unregister(ofKey(key)));
    }

    /** Tells readers that the instance was disposed. */
    void dispose(InstanceKey key) {
        put(writing -> writing.dispose(ofKey(key)));
        forget(key);
    }

    private void put(Step step) {
        if (waiting.size() >= bounds.samples()) {
            waiting.removeFirst();
            unserved.incrementAndGet();
        }
        waiting.addLast(step);
    }

    private static KmtfMessage ofKey(InstanceKey key) {
        return new KmtfMessage(
                key.parts().get(0), key.parts().get(1), 0, "", 0, 0, Long.MAX_VALUE, "", List.of(), new byte[0]);
    }

    /** Gives what waits, as far as there is room; does nothing while the writer is left alone. */
    void serve() {
        DdsWriter<KmtfMessage> writing = writer;
        if (writing == null) {
            return;
        }
        if (!waiting.isEmpty() && nanos.getAsLong() - restingUntil >= 0) {
            attempt(writing);
        }
        samples = index.samples();
        bytes = index.bytes();
        readers = writing.matchedReaders();
    }

    /**
     * As {@link #serve}, but waits for a reader that is slow: until all is given, or the reader has acknowledged
     * nothing for as long as a node would wait. From then on until it acknowledges, this waits no more.
     *
     * @param beat called while this waits
     */
    void serveWell(Runnable beat) {
        DdsWriter<KmtfMessage> writing = writer;
        long since = nanos.getAsLong();
        boolean stuck = restNanos > REST_NANOS;
        serve();
        while (writing != null && !stuck && timedOut && isHeldUp()) {
            beat.run();
            if (attempt(writing)) {
                since = nanos.getAsLong();
            }
            stuck = nanos.getAsLong() - since >= patience.toNanos();
        }
    }

    /** @return whether there was room for something */
    private boolean attempt(DdsWriter<KmtfMessage> writing) {
        int before = waiting.size();
        timedOut = false;
        while (!waiting.isEmpty() && isDone(waiting.getFirst().on(writing))) {
            waiting.removeFirst();
        }
        writing.flush();
        boolean some = waiting.size() < before;
        restNanos = some ? REST_NANOS : Math.clamp(2 * restNanos, REST_NANOS, LONGEST_REST_NANOS);
        restingUntil = nanos.getAsLong() + (waiting.isEmpty() ? 0 : restNanos);
        return some;
    }

    /** @return whether something waits for room at the writer */
    boolean isHeldUp() {
        return !waiting.isEmpty();
    }

    private boolean isDone(WriteResult result) {
        return switch (result) {
            case WriteResult.Written() -> true;
            case WriteResult.Refused(String detail) -> {
                complain(detail);
                yield true;
            }
            case WriteResult.Failed(int code, String detail) -> {
                complain(detail + " (" + code + ")");
                yield false;
            }
            case WriteResult.TimedOut() -> {
                timedOut = true;
                yield false;
            }
            case WriteResult.Closed() -> false;
        };
    }

    private void complain(String detail) {
        if (!complained) {
            complained = true;
            LOG.warn("The history of {} cannot be given to readers: {}", topic.id(), detail);
        }
    }

    /** @return samples kept; any thread */
    int samples() {
        return samples;
    }

    /** @return bytes of those; any thread */
    long bytes() {
        return bytes;
    }

    /** @return matched readers of the history; any thread */
    int readers() {
        return readers;
    }

    /** @return samples that readers did not get because one of them held the writer back for too long; any thread */
    long unserved() {
        return unserved.get();
    }
}
