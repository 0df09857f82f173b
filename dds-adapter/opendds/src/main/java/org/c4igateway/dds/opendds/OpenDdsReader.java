package org.c4igateway.dds.opendds;

import DDS.DataReader;
import DDS.InstanceHandleSeqHolder;
import DDS.Subscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.cdr.DecodeOutcome;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.api.provider.WritingOrder;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.opendds.status.ReaderStatuses;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader with a subscriber of its own; takes what has arrived and gives it to the listener on the delivery thread.
 */
final class OpenDdsReader<T extends WireRecord> implements DdsReader, DeliveryThread.Source {
    private static final Logger LOG = LoggerFactory.getLogger(OpenDdsReader.class);
    private static final int MAX_SAMPLES = 256;
    /** Numbers for each sample, see {@link NativeTypes#take}. */
    private static final int INFOS = 4;

    private static final long VALID = 1L << 32;
    private static final byte[] NOTHING = {};

    /** Parts of a reader. */
    record Parts<T extends WireRecord>(Subscriber subscriber, DataReader reader, SampleListener<T> listener, Qos qos) {}

    private final OpenDdsParticipant participant;
    private final String topic;
    private final WireType<T> type;
    private final Parts<T> parts;
    private final boolean ignoreLocal;
    private final int handle;
    private final long input;
    private final WireCodec<T> codec;
    private final byte[][] taken = new byte[MAX_SAMPLES][];
    private final long[] infos = new long[MAX_SAMPLES * INFOS];
    private final ReaderStatuses statuses;
    private final WritingOrder order = new WritingOrder();
    private final DeliveryLoop loop;
    private final ReentrantLock delivery = new ReentrantLock();
    private volatile boolean closed;
    private boolean unfinished;

    OpenDdsReader(OpenDdsParticipant participant, String topic, WireType<T> type, Parts<T> parts) {
        this.participant = participant;
        this.topic = topic;
        this.parts = parts;
        this.type = type;
        this.ignoreLocal =
                parts.qos().find(IgnoreLocal.class).map(IgnoreLocal::enabled).orElse(false);
        this.handle = parts.reader().get_instance_handle();
        this.input = ReturnCode.opened(NativeTypes.openReader(parts.reader(), type.name()), "read " + type.name());
        this.codec = type.newCodec();
        this.statuses = new ReaderStatuses(topic, parts.reader(), participant.events());
        this.loop = parts.listener().mayBlock() ? participant.blocking() : participant.prompt();
    }

    void attach() {
        loop.attach(handle, parts.reader().get_statuscondition(), ReaderStatuses.MASK, this);
    }

    int handle() {
        return handle;
    }

    /** @return whether it leaves out what its own participant writes */
    boolean isDeaf() {
        return ignoreLocal;
    }

    OpenDdsDiscovery.Description description() {
        return new OpenDdsDiscovery.Description(topic, type.name(), parts.qos());
    }

    @Override
    public int matchedWriters() {
        return closed ? 0 : matched().length;
    }

    @Override
    public boolean hasWriter(long writer) {
        return !closed && IntStream.of(matched()).anyMatch(handle -> handle == writer);
    }

    @Override
    public Optional<Guid> writer(long handle) {
        return hasWriter(handle)
                ? Optional.of(Guid.of(NativeTypes.guidOfHandle(participant.entity(), (int) handle)))
                : Optional.empty();
    }

    int[] matched() {
        InstanceHandleSeqHolder handles = new InstanceHandleSeqHolder(new int[0]);
        if (parts.reader().get_matched_publications(handles) != ReturnCode.OK) {
            return new int[0];
        }
        return ignoreLocal ? participant.withoutOwnWriters(handles.value) : handles.value;
    }

    @Override
    public boolean deliver() {
        delivery.lock();
        try {
            if (closed) {
                return false;
            }
            if (!statuses.report(this::matched) && !unfinished) {
                return false;
            }
            List<Sample<T>> batch = take();
            if (!batch.isEmpty()) {
                loop.thread().give(parts.listener(), Collections.unmodifiableList(batch));
            }
            return unfinished;
        } finally {
            delivery.unlock();
        }
    }

    private List<Sample<T>> take() {
        try {
            return samples(NativeTypes.take(input, taken, infos));
        } finally {
            Arrays.fill(taken, NOTHING);
        }
    }

    private List<Sample<T>> samples(int count) {
        if (count < 0 && count != -ReturnCode.NO_DATA) {
            LOG.error("taking DDS samples failed: {}", ReturnCode.describe(-count));
        }
        unfinished = count == MAX_SAMPLES;
        List<Sample<T>> batch = new ArrayList<>(Math.max(0, count));
        order.begin();
        for (int i = 0; i < count; i++) {
            byte[] bytes = taken[i];
            long publication = infos[i * INFOS + 1];
            if (!(ignoreLocal && participant.isOwnWriter((int) publication))) {
                Sample<T> sample = sample(bytes, publication, infos[i * INFOS + 2], infos[i * INFOS + 3]);
                order.next(infos[i * INFOS], sample.sourceNanos());
                batch.add(sample);
            }
        }
        order.sort(batch);
        return batch;
    }

    /** @param written as OpenDDS, which has read it already, writes it */
    private Sample<T> sample(byte[] written, long publication, long sourceNanos, long bits) {
        InstanceState state = StateMasks.instance((int) bits);
        ByteBuffer bytes = ByteBuffer.wrap(written);
        if ((bits & VALID) == 0) {
            return switch (codec.decodeKey(bytes)) {
                case DecodeOutcome.Decoded<InstanceKey> key ->
                    new Sample.StateChange<>(key.value(), state, sourceNanos, publication);
                case DecodeOutcome.Malformed<InstanceKey> malformed ->
                    malformed.sample(bytes, state, sourceNanos, publication);
            };
        }
        return switch (codec.decode(bytes)) {
            case DecodeOutcome.Decoded<T> data -> new Sample.Data<>(data.value(), state, sourceNanos, publication);
            case DecodeOutcome.Malformed<T> malformed -> malformed.sample(bytes, state, sourceNanos, publication);
        };
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
            loop.detach(handle, parts.reader().get_statuscondition());
            NativeTypes.closeReader(input);
            parts.reader().delete_contained_entities();
            parts.subscriber().delete_datareader(parts.reader());
            participant.entity().delete_subscriber(parts.subscriber());
        } finally {
            delivery.unlock();
        }
    }
}
