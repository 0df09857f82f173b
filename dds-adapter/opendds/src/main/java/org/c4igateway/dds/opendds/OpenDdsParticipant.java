package org.c4igateway.dds.opendds;

import DDS.DataReader;
import DDS.DataWriter;
import DDS.DomainParticipant;
import DDS.InconsistentTopicStatus;
import DDS.InconsistentTopicStatusHolder;
import DDS.Publisher;
import DDS.Subscriber;
import DDS.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.api.provider.ProviderParticipant;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.opendds.status.LivelinessLossListener;
import org.c4igateway.dds.opendds.status.ReturnCode;
import org.c4igateway.dds.opendds.status.StatusBits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A participant of OpenDDS with a transport of its own. */
final class OpenDdsParticipant extends ProviderParticipant<OpenDdsReader<?>, OpenDdsWriter<?>, Topic> {
    private static final Logger LOG = LoggerFactory.getLogger(OpenDdsParticipant.class);

    private final DomainParticipant participant;
    private final Qos qos;
    private final DdsEventListener events;
    private final DeliveryLoop blocking;
    private final DeliveryLoop prompt;
    private final Map<WireType<?>, String> typeNames = new HashMap<>();
    private final Set<Integer> ownWriters = ConcurrentHashMap.newKeySet();
    private final Set<Integer> deafReaders = new HashSet<>();

    private OpenDdsParticipant(DomainParticipant participant, int domainId, Qos qos, DdsEventListener events) {
        this.participant = participant;
        this.qos = qos;
        this.events = events;
        this.blocking = new DeliveryLoop("dds-data-" + domainId, events);
        this.prompt = new DeliveryLoop("dds-control-" + domainId, events);
    }

    static OpenDdsParticipant open(DomainConfig config, Qos qos, DdsEventListener events) {
        OpenDdsQos.check(qos, EntityKind.PARTICIPANT);
        DomainParticipant joined = OpenDdsProcess.join(config, qos);
        OpenDdsParticipant opened = new OpenDdsParticipant(joined, config.domainId(), qos, events);
        opened.startDelivery(config.network(), events);
        return opened;
    }

    DomainParticipant entity() {
        return participant;
    }

    DdsEventListener events() {
        return events;
    }

    /** @return thread of listeners that may block */
    DeliveryLoop blocking() {
        return blocking;
    }

    /** @return thread of listeners that never block, and of the statuses of writers */
    DeliveryLoop prompt() {
        return prompt;
    }

    boolean isOwnWriter(int publicationHandle) {
        return ownWriters.contains(publicationHandle);
    }

    /** @return the handles of writers that belong to others; waits for a writer that is being created */
    synchronized int[] withoutOwnWriters(int[] handles) {
        return IntStream.of(handles).filter(each -> !ownWriters.contains(each)).toArray();
    }

    /** @return the handles but for own readers that do not listen to their own participant; waits like the other */
    synchronized int[] withoutDeafReaders(int[] handles) {
        return IntStream.of(handles).filter(each -> !deafReaders.contains(each)).toArray();
    }

    @Override
    public synchronized <T extends WireRecord> DdsWriter<T> createWriter(String topic, WireType<T> type, Qos qos) {
        OpenDdsQos.check(qos, EntityKind.WRITER);
        String what = "create a writer of " + topic + " with " + qos;
        Topic of = topic(topic, type, qos);
        Publisher publisher =
                ReturnCode.created(participant.create_publisher(OpenDdsQos.publisher(participant, qos), null, 0), what);
        boolean mayBeLost = qos.find(Liveliness.class).isPresent();
        DataWriter entity = ReturnCode.created(
                publisher.create_datawriter(
                        of,
                        OpenDdsQos.writer(publisher, qos),
                        mayBeLost ? new LivelinessLossListener(topic, events) : null,
                        mayBeLost ? StatusBits.LIVELINESS_LOST : 0),
                what);
        OpenDdsWriter<T> writer = new OpenDdsWriter<>(this, type, qos, publisher, entity);
        keep(writer);
        ownWriters.add(writer.handle());
        writer.attach();
        return writer;
    }

    @Override
    public synchronized <T extends WireRecord> DdsReader createReader(
            String topic, WireType<T> type, Qos qos, SampleListener<T> listener) {
        OpenDdsQos.check(qos, EntityKind.READER);
        String what = "create a reader of " + topic + " with " + qos;
        Topic of = topic(topic, type, qos);
        Subscriber subscriber = ReturnCode.created(
                participant.create_subscriber(OpenDdsQos.subscriber(participant, qos), null, 0), what);
        DataReader entity =
                ReturnCode.created(subscriber.create_datareader(of, OpenDdsQos.reader(subscriber, qos), null, 0), what);
        OpenDdsReader<T> reader =
                new OpenDdsReader<>(this, topic, type, new OpenDdsReader.Parts<>(subscriber, entity, listener, qos));
        keep(reader);
        if (reader.isDeaf()) {
            deafReaders.add(reader.handle());
        }
        reader.attach();
        return reader;
    }

    @Override
    protected Topic createTopic(String name, WireType<?> type, Qos qos) {
        String typeName = typeNames.computeIfAbsent(
                type,
                each -> ReturnCode.created(
                        NativeTypes.registerType(participant, each.name()), "register " + each.name()));
        Topic created = ReturnCode.created(
                participant.create_topic(name, typeName, OpenDdsQos.topic(participant, qos), null, 0),
                "create the topic " + name);
        prompt.attach(
                created.get_instance_handle(), created.get_statuscondition(), StatusBits.INCONSISTENT_TOPIC, () -> {
                    report(name, created);
                    return false;
                });
        return created;
    }

    private void report(String name, Topic topic) {
        var holder = new InconsistentTopicStatusHolder(new InconsistentTopicStatus());
        topic.get_inconsistent_topic_status(holder);
        events.onEvent(new DdsEvent.InconsistentTopic(name, holder.value.total_count_change, holder.value.total_count));
    }

    @Override
    public synchronized void forget(OpenDdsReader<?> reader) {
        super.forget(reader);
        deafReaders.remove(reader.handle());
    }

    @Override
    public synchronized void forget(OpenDdsWriter<?> writer) {
        super.forget(writer);
        ownWriters.remove(writer.handle());
    }

    @Override
    protected DiscoveryView view(List<OpenDdsWriter<?>> writers, List<OpenDdsReader<?>> readers) {
        return new OpenDdsDiscovery(participant).view(qos, writers, readers);
    }

    @Override
    public String implementation() {
        return "OpenDDS " + NativeTypes.release();
    }

    @Override
    protected List<DeliveryThread> deliveryThreads() {
        return List.of(blocking.thread(), prompt.thread());
    }

    @Override
    protected void leave() {
        OpenDdsProcess.leave(participant);
    }

    @Override
    protected void abandon() {
        LOG.error("a DDS listener does not return; the participant is not closed");
    }
}
