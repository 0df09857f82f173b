package org.c4igateway.dds.transport;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.dds.transport.presence.Presence;
import org.c4igateway.dds.transport.presence.WrittenAnnouncement;
import org.c4igateway.dds.transport.presence.WrittenSample;

/** Takes samples to the handler: what is for this system, and only while delivery runs. */
final class SampleReceiver {
    private static final long STOP_PATIENCE_SECONDS = 2;

    private final TransportContext context;
    private final String ownName;
    /** What the addresses of the nodes of its shards begin with. */
    private final String ownShards;

    private final InboundHandler handler;
    private final Presence presence;
    private final DdsMeters meters;
    private final ForeignOrigins origins;
    private final ReadWriteLock running = new ReentrantReadWriteLock();
    private volatile boolean stopped;

    SampleReceiver(TransportContext context, Outlets outlets) {
        this.context = context;
        this.ownName = context.self().system().value();
        this.ownShards = ownName + SystemName.SHARD;
        this.handler = outlets.handler();
        this.presence = outlets.presence();
        this.meters = outlets.meters();
        this.origins = outlets.origins();
    }

    /** Where things go. */
    record Outlets(InboundHandler handler, Presence presence, DdsMeters meters, ForeignOrigins origins) {}

    /**
     * Ends delivery and waits a moment for calls that run; one that blocks for longer is left to the participant's end.
     */
    void stop() {
        stopped = true;
        try {
            if (running.writeLock().tryLock(STOP_PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                running.writeLock().unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The handler may block on messages, so they have the delivery thread for that, which all topics share. What a node
     * sent does not wait for an inbox that is stuck: the thread would hold up all that others send each other.
     */
    SampleListener<KmtfMessage> messages(MessageTopic topic) {
        return samples -> {
            count(topic, samples);
            deliver(samples, sample -> message(topic, sample));
        };
    }

    /** Once per batch, as this is the path of every message. */
    private void count(MessageTopic topic, List<Sample<KmtfMessage>> samples) {
        int others = 0;
        for (Sample<KmtfMessage> sample : samples) {
            if (sample instanceof Sample.Data<KmtfMessage> data
                    && !isOwn(data.value().origin())) {
                others++;
            }
        }
        if (others > 0) {
            meters.samples(topic.id(), others);
        }
    }

    /**
     * What a reader reads.
     *
     * @param gapless see {@link TopicQos#isGapless}
     */
    record MessageTopic(String id, boolean gapless) {
        String source() {
            return "DDS topic " + TopicNames.ofMessages(id);
        }
    }

    SampleListener<KmtfReceipt> receipts() {
        return SampleListener.prompt(samples -> deliver(samples, this::receipt));
    }

    SampleListener<KmtfNode> nodes() {
        return SampleListener.prompt(samples -> deliver(samples, this::node));
    }

    private interface Step<T extends WireRecord> {
        void take(Sample<T> sample);
    }

    private <T extends WireRecord> void deliver(List<Sample<T>> samples, Step<T> step) {
        running.readLock().lock();
        try {
            for (int i = 0; i < samples.size() && !stopped; i++) {
                step.take(samples.get(i));
            }
        } finally {
            running.readLock().unlock();
        }
    }

    private void message(MessageTopic topic, Sample<KmtfMessage> sample) {
        switch (sample) {
            case Sample.Data<KmtfMessage> data when isOwn(data.value().origin()) -> {
                // Of another shard of this system: no node of it greets another one, and no row is for itself.
            }
            case Sample.Data<KmtfMessage> data -> {
                if (isAdmitted(topic, data)) {
                    message(topic, data);
                } else {
                    meters.notAdmitted();
                }
            }
            case Sample.Malformed<KmtfMessage> malformed ->
                handler.onMalformed(
                        topic.source(), ErrorCode.MALFORMED_ENVELOPE, malformed.reason(), malformed.bytes());
            case Sample.StateChange<KmtfMessage> _ -> {
                // Messages are events: that a writer is gone says nothing about them.
            }
        }
    }

    /** @return whether that origin is this system, whichever of its nodes */
    private boolean isOwn(String origin) {
        return origin.equals(ownName) || origin.startsWith(ownShards);
    }

    /** What a node wrote before it knew of this start of ours, or behind what is lost, is sent again, in order. */
    private boolean isAdmitted(MessageTopic topic, Sample.Data<KmtfMessage> data) {
        String origin = data.value().origin();
        if (!SystemName.isAddress(origin)) {
            return true;
        }
        WrittenSample written = new WrittenSample(
                data.writer(), data.sourceNanos(), data.value().previousNanos());
        SystemName system = new SystemName(origin);
        boolean follows = presence.follows(system, written);
        if (!follows) {
            meters.gap(topic.id());
        }
        return presence.isAdmitted(system, written, follows || !topic.gapless());
    }

    private void message(MessageTopic topic, Sample.Data<KmtfMessage> data) {
        KmtfMessage wire = data.value();
        String self = context.self().value();
        if (!wire.destinations().isEmpty() && !wire.destinations().contains(self)) {
            meters.notAddressed();
            return;
        }
        String from = topic.source() + " of " + wire.origin();
        if (!wire.topicId().equals(topic.id())) {
            handler.onMalformed(
                    from, ErrorCode.MALFORMED_ENVELOPE, "topic_id is '" + wire.topicId() + "'", wire.payload());
        } else {
            // Also what is larger than this node accepts: the core refuses it with a receipt, or it would come again
            // for ever.
            hand(from, data);
        }
    }

    private void hand(String from, Sample.Data<KmtfMessage> data) {
        KmtfMessage wire = data.value();
        Message message;
        try {
            message = WireMapping.fromWire(wire);
        } catch (IllegalArgumentException e) {
            handler.onMalformed(from, ErrorCode.MALFORMED_ENVELOPE, String.valueOf(e.getMessage()), wire.payload());
            return;
        }
        origins.add(message.id().origin());
        if (!isOfNode(data)) {
            handler.onMessage(message);
        } else if (!handler.offerMessage(message)) {
            presence.refused(message.id().origin(), data.sourceNanos());
        }
    }

    /** A node sends again what is not confirmed; an application does not. */
    private static boolean isOfNode(Sample.Data<KmtfMessage> data) {
        return data.value().previousNanos() != 0;
    }

    private void receipt(Sample<KmtfReceipt> sample) {
        String source = "DDS topic " + TopicNames.RECEIPT;
        switch (sample) {
            case Sample.Data<KmtfReceipt> data -> {
                KmtfReceipt wire = data.value();
                if (wire.origin().equals(context.self().value())) {
                    receipt(source + " of " + wire.receiver(), wire);
                }
            }
            case Sample.Malformed<KmtfReceipt> malformed -> malformedControl(source, malformed);
            case Sample.StateChange<KmtfReceipt> _ -> {
                // The node topic reports the receiver's presence.
            }
        }
    }

    private void receipt(String from, KmtfReceipt wire) {
        Receipt receipt;
        try {
            if (Greeting.isGreeting(wire)) {
                presence.greeted(Greeting.fromWire(wire));
                return;
            }
            receipt = WireMapping.fromWire(wire);
        } catch (IllegalArgumentException e) {
            handler.onMalformedControl(from, ErrorCode.MALFORMED_ENVELOPE, String.valueOf(e.getMessage()), new byte[0]);
            return;
        }
        handler.onReceipt(receipt);
    }

    private void node(Sample<KmtfNode> sample) {
        String source = "DDS topic " + TopicNames.NODE;
        switch (sample) {
            case Sample.Data<KmtfNode> data when data.state() == InstanceState.ALIVE -> node(source, data);
            case Sample.Data<KmtfNode> data -> gone(data.value().system(), data.writer());
            case Sample.StateChange<KmtfNode> change
            when change.state() != InstanceState.ALIVE ->
                gone(change.key().parts().getFirst(), change.writer());
            case Sample.StateChange<KmtfNode> _ -> {
                // An announcement follows.
            }
            case Sample.Malformed<KmtfNode> malformed -> malformedControl(source, malformed);
        }
    }

    private void node(String source, Sample.Data<KmtfNode> data) {
        try {
            presence.announced(new WrittenAnnouncement(WireMapping.fromWire(data.value()), data.writer()));
        } catch (IllegalArgumentException e) {
            String detail = data.value().system() + ": " + e.getMessage();
            handler.onMalformedControl(source, ErrorCode.MALFORMED_ENVELOPE, detail, new byte[0]);
        }
    }

    private void gone(String system, long writer) {
        if (SystemName.isAddress(system)) {
            presence.gone(new SystemName(system), writer);
        }
    }

    private void malformedControl(String source, Sample.Malformed<?> malformed) {
        handler.onMalformedControl(source, ErrorCode.MALFORMED_ENVELOPE, malformed.reason(), malformed.bytes());
    }
}
