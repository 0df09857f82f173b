package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.NotPermittedException;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.transport.presence.SourceClock;
import org.c4igateway.dds.transport.wire.PacketMarks;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The writers of all topics, and which of them hold something back for batching. */
final class TopicWriters {
    private static final Logger LOG = LoggerFactory.getLogger(TopicWriters.class);
    private static final Duration RETRY_AFTER = Duration.ofMillis(10);
    private static final Duration RETRY_AFTER_FAILURE = Duration.ofMillis(100);

    private final Map<String, Slot<KmtfMessage>> byTopic = new HashMap<>();
    private final Set<String> forbidden = new TreeSet<>();
    private final DdsMeters meters;
    private final Slot<KmtfReceipt> receipts;
    private final SourceClock clock;
    private final Queue<Slot<?>> unflushed = new ConcurrentLinkedQueue<>();
    private final PacketMarks marks;

    /** @param clock tells the time of writing of each sample */
    TopicWriters(
            DdsParticipant participant, TopicCatalogue catalogue, TopicQos qos, SourceClock clock, DdsMeters meters) {
        this.marks = new PacketMarks(participant, qos.settings().dscp().marks());
        this.clock = clock;
        this.meters = meters;
        for (Topic topic : catalogue.topics()) {
            String name = TopicNames.ofMessages(topic.id());
            try {
                byTopic.put(
                        topic.id(),
                        new Slot<>(new ChainedWriter(
                                participant.createWriter(name, WireType.MESSAGE, qos.writer(topic)), qos.kept(topic))));
            } catch (NotPermittedException e) {
                LOG.debug("not written", e);
                forbidden.add(topic.id());
            }
        }
        if (!forbidden.isEmpty()) {
            LOG.warn("DDS Security does not permit this node to write {} topics: {}", forbidden.size(), forbidden);
        }
        this.receipts = new Slot<>(participant.createWriter(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptWriter()));
    }

    /** @return whether the permissions of this node keep it from writing that topic */
    boolean isForbidden(String topicId) {
        return forbidden.contains(topicId);
    }

    Optional<Slot<KmtfMessage>> find(String topicId) {
        return Optional.ofNullable(byTopic.get(topicId));
    }

    Slot<KmtfReceipt> receipts() {
        return receipts;
    }

    /**
     * Each writer is asked for one try at a time, each at most the blocking time of its reliability, and through the
     * gate.
     */
    <T extends WireRecord> SendOutcome write(
            Slot<T> slot, T value, Precedence precedence, Duration timeout, Gate gate) {
        long start = System.nanoTime();
        while (true) {
            WriteResult result = gate.pass(
                    () -> marks.around(precedence, this::flushAll, () -> slot.writer.write(value, clock.nanos())));
            if (result == null) {
                return new SendOutcome.Disconnected(ErrorCode.PEER_UNREACHABLE);
            }
            switch (result) {
                case WriteResult.Written() -> {
                    slot.failing.set(false);
                    if (!slot.isUnflushed.getAndSet(true)) {
                        unflushed.add(slot);
                    }
                    return SendOutcome.Accepted.INSTANCE;
                }
                case WriteResult.TimedOut() -> {
                    slot.writer.flush();
                    if (System.nanoTime() - start >= timeout.toNanos()) {
                        return new SendOutcome.BackPressured(RETRY_AFTER);
                    }
                }
                case WriteResult.Failed(int code, String detail) -> {
                    failed(slot, code, detail);
                    return new SendOutcome.BackPressured(RETRY_AFTER_FAILURE);
                }
                case WriteResult.Refused(String detail) -> {
                    return new SendOutcome.Rejected(ErrorCode.TRANSPORT_REFUSED, slot.writer.topic() + ": " + detail);
                }
                case WriteResult.Closed() -> {
                    return new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED);
                }
            }
        }
    }

    /** The row stays pending and is tried again, so the log has the first failure of a row of them. */
    private void failed(Slot<?> slot, int code, String detail) {
        meters.writeFailed();
        if (!slot.failing.getAndSet(true)) {
            LOG.warn("{}: write failed and is tried again: {} ({})", slot.writer.topic(), detail, code);
        }
    }

    void flush() {
        marks.around(this::flushAll);
    }

    private void flushAll() {
        for (Slot<?> slot = unflushed.poll(); slot != null; slot = unflushed.poll()) {
            slot.isUnflushed.set(false);
            slot.writer.flush();
        }
    }

    /** Lets an attempt to write through, or not. */
    interface Gate {
        /** Lets all through. */
        Gate OPEN = Supplier::get;

        /** @return the result of the attempt; null when it was not let through */
        @Nullable WriteResult pass(Supplier<WriteResult> attempt);
    }

    /** A writer with the mark that it waits for a flush. */
    static final class Slot<T extends WireRecord> {
        private final DdsWriter<T> writer;
        private final AtomicBoolean isUnflushed = new AtomicBoolean();
        private final AtomicBoolean failing = new AtomicBoolean();

        Slot(DdsWriter<T> writer) {
            this.writer = writer;
        }
    }
}
