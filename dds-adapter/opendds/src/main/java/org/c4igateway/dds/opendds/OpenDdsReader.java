package org.c4igateway.dds.opendds;

import DDS.DataReader;
import DDS.InstanceHandleSeqHolder;
import DDS.SampleInfo;
import DDS.SampleInfoSeqHolder;
import DDS.Subscriber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.api.provider.WritingOrder;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.opendds.status.ReaderStatuses;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StateMasks;
import org.c4igateway.dds.opendds.type.TypeBinding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reader with a subscriber of its own; takes what has arrived and gives it to the listener on the delivery thread.
 */
final class OpenDdsReader<T extends WireRecord> implements DdsReader, DeliveryThread.Source {
    private static final Logger LOG = LoggerFactory.getLogger(OpenDdsReader.class);
    private static final int MAX_SAMPLES = 256;

    /** Parts of a reader. */
    record Parts<T extends WireRecord>(Subscriber subscriber, DataReader reader, SampleListener<T> listener, Qos qos) {}

    private final OpenDdsParticipant participant;
    private final String topic;
    private final WireType<T> type;
    private final Parts<T> parts;
    private final boolean ignoreLocal;
    private final int handle;
    private final TypeBinding.Input<T> input;
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
        this.input = TypeBinding.of(type).input(parts.reader());
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
        List<Supplier<T>> values = new ArrayList<>();
        SampleInfoSeqHolder infos = new SampleInfoSeqHolder(new SampleInfo[0]);
        int code = input.take(values, infos, MAX_SAMPLES);
        if (code != ReturnCode.OK && code != ReturnCode.NO_DATA) {
            LOG.error("taking DDS samples failed: {}", ReturnCode.describe(code));
        }
        unfinished = values.size() == MAX_SAMPLES;
        List<Sample<T>> batch = new ArrayList<>(values.size());
        order.begin();
        for (int i = 0; i < values.size(); i++) {
            SampleInfo info = infos.value[i];
            if (!(ignoreLocal && participant.isOwnWriter(info.publication_handle))) {
                Sample<T> sample = sample(values.get(i), info);
                order.next(info.instance_handle, sample.sourceNanos());
                batch.add(sample);
            }
        }
        order.sort(batch);
        return batch;
    }

    private Sample<T> sample(Supplier<T> taken, SampleInfo info) {
        InstanceState state = StateMasks.instance(info.instance_state);
        long sourceNanos = DdsTimeConversion.nanos(info.source_timestamp);
        try {
            T value = taken.get();
            return info.valid_data
                    ? new Sample.Data<>(value, state, sourceNanos, info.publication_handle)
                    : new Sample.StateChange<>(type.keyOf(value), state, sourceNanos, info.publication_handle);
        } catch (IllegalArgumentException e) {
            return new Sample.Malformed<>(
                    String.valueOf(e.getMessage()), new byte[0], state, sourceNanos, info.publication_handle);
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
            loop.detach(handle, parts.reader().get_statuscondition());
            parts.reader().delete_contained_entities();
            parts.subscriber().delete_datareader(parts.reader());
            participant.entity().delete_subscriber(parts.subscriber());
        } finally {
            delivery.unlock();
        }
    }
}
