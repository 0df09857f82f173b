package org.c4igateway.dds.opendds;

import DDS.DataWriter;
import DDS.InstanceHandleSeqHolder;
import DDS.Publisher;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.WriterStatuses;

/** A writer with a publisher of its own, which carries partition, group data and presentation. */
final class OpenDdsWriter<T extends WireRecord> implements DdsWriter<T>, DeliveryThread.Source {
    private static final WriteResult CLOSED = WriteResult.Closed.INSTANCE;

    private final OpenDdsParticipant participant;
    private final String topic;
    private final OpenDdsDiscovery.Description description;
    private final Publisher publisher;
    private final DataWriter writer;
    private final int handle;
    private final NativeWriter<T> output;
    private final WriterStatuses statuses;
    private final DeliveryLoop loop;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile boolean closed;

    OpenDdsWriter(OpenDdsParticipant participant, WireType<T> type, Qos qos, Publisher publisher, DataWriter writer) {
        this.participant = participant;
        this.topic = writer.get_topic().get_name();
        this.description = new OpenDdsDiscovery.Description(topic, type.name(), qos);
        this.publisher = publisher;
        this.writer = writer;
        this.handle = writer.get_instance_handle();
        this.output = new NativeWriter<>(writer, type);
        this.statuses = new WriterStatuses(topic, writer, participant.events());
        this.loop = participant.prompt();
    }

    void attach() {
        loop.attach(handle, writer.get_statuscondition(), WriterStatuses.MASK, this);
    }

    /** @return instance handle, as samples name their writer */
    int handle() {
        return handle;
    }

    OpenDdsDiscovery.Description description() {
        return description;
    }

    @Override
    public String topic() {
        return topic;
    }

    private interface Operation {
        int call();
    }

    private WriteResult inTurn(Operation operation) {
        turn.lock();
        try {
            return closed ? CLOSED : ReturnCode.result(operation.call());
        } finally {
            turn.unlock();
        }
    }

    @Override
    public WriteResult write(T value) {
        return inTurn(() -> output.write(value));
    }

    @Override
    public WriteResult write(T value, long sourceNanos) {
        if (sourceNanos < 0) {
            return new WriteResult.Refused("time of writing is negative: " + sourceNanos);
        }
        return inTurn(() -> output.write(value, DdsTimeConversion.ofNanos(sourceNanos)));
    }

    @Override
    public WriteResult dispose(T value) {
        return inTurn(() -> output.dispose(value));
    }

    @Override
    public WriteResult unregister(T value) {
        return inTurn(() -> output.unregister(value));
    }

    /** OpenDDS sends at once, each sample in a datagram of its own; {@code rtps_udp} of 3.21 never joins two. */
    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public int matchedReaders() {
        return closed ? 0 : matched().length;
    }

    int[] matched() {
        InstanceHandleSeqHolder handles = new InstanceHandleSeqHolder(new int[0]);
        return writer.get_matched_subscriptions(handles) == ReturnCode.OK
                ? participant.withoutDeafReaders(handles.value)
                : new int[0];
    }

    @Override
    public boolean awaitAcknowledged(Duration timeout) {
        return !closed && writer.wait_for_acknowledgments(DdsTimeConversion.of(timeout)) == ReturnCode.OK;
    }

    @Override
    public boolean deliver() {
        if (!closed) {
            statuses.report(this::matched);
        }
        return false;
    }

    @Override
    public void close() {
        turn.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            participant.forget(this);
            loop.detach(handle, writer.get_statuscondition());
            output.close();
            publisher.delete_datawriter(writer);
            participant.entity().delete_publisher(publisher);
        } finally {
            turn.unlock();
        }
    }
}
