package org.c4igateway.dds.cyclone;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.Guid;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.event.DdsEventListener;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.provider.DeliveryThread;
import org.c4igateway.dds.api.provider.PeerNames;
import org.c4igateway.dds.api.provider.ProviderParticipant;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.cyclone.library.DdscEntity;
import org.c4igateway.dds.cyclone.library.LibraryFile;
import org.c4igateway.dds.cyclone.library.LibraryLog;
import org.c4igateway.dds.cyclone.library.RetainingWriter;
import org.c4igateway.dds.cyclone.library.StatusKind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A participant in its {@link LibraryDomain}; all its topics of a type share one type descriptor. */
final class CycloneParticipant extends ProviderParticipant<CycloneReader<?>, CycloneWriter<?>, Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(CycloneParticipant.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final LibraryDomain domain;
    private final int participant;
    private final DatagramSockets sockets;
    private final Runnable farewell;
    /** None in a secured domain, where announcements are signed. */
    private final Optional<Dismissal> dismissal;

    private final Arena arena = Arena.ofShared();
    private final CycloneQos policies = new CycloneQos();
    private final DynamicTypes types;
    private final DdsEventListener events;
    private final WaitsetLoop blocking;
    private final WaitsetLoop prompt;
    private final Map<WireType<?>, Long> descriptors = new HashMap<>();
    private final PeerNames peers;
    private final Guid guid;
    private @Nullable CycloneDiscovery discovery;

    private CycloneParticipant(
            LibraryDomain domain,
            int participant,
            DatagramSockets sockets,
            DdsEventListener events,
            DomainConfig config,
            PeerNames peers) {
        this.events = events;
        this.peers = peers;
        this.domain = domain;
        this.participant = participant;
        this.guid = DdscEntity.guid(participant);
        this.sockets = sockets;
        this.farewell = config.security().isPresent() ? () -> LibraryLog.removeListener(events) : () -> {};
        this.dismissal = config.security().isPresent() ? Optional.empty() : Optional.of(new Dismissal(config));
        this.types = new DynamicTypes(participant, config.rendezvous().isEmpty());
        this.blocking = new WaitsetLoop(participant, arena, "dds-data-" + config.domainId(), events);
        this.prompt = new WaitsetLoop(participant, arena, "dds-control-" + config.domainId(), events);
    }

    static CycloneParticipant open(DomainConfig config, Qos qos, DdsEventListener events) {
        if (config.security().isEmpty()) {
            return join(config, qos, events);
        }
        LibraryLog.addListener(events);
        try {
            return join(config, qos, events);
        } catch (DdsException | IllegalArgumentException e) {
            LibraryLog.removeListener(events);
            throw e;
        }
    }

    /** One at a time, so that its sockets are those that are new. */
    private static synchronized CycloneParticipant join(DomainConfig named, Qos qos, DdsEventListener events) {
        PeerNames peers = PeerNames.lookUp(named.network().peers());
        DomainConfig config = named.withPeers(peers.addresses());
        DatagramSockets before = DatagramSockets.ofProcess();
        LibraryDomain domain = LibraryDomain.join(named, config);
        int participant = 0;
        try {
            participant = createParticipant(domain.number(), qos, config);
            DatagramSockets sockets = domain.sockets(before);
            CycloneParticipant opened = new CycloneParticipant(domain, participant, sockets, events, config, peers);
            opened.startDelivery(config.network(), events);
            peers.watch(opened::isAlone, events);
            LibraryDomain.entered(opened.guid);
            return opened;
        } catch (RuntimeException | Error e) {
            if (participant > 0) {
                DdscEntity.delete(participant); // others may stay in the domain
            }
            domain.leave();
            throw e;
        }
    }

    private static int createParticipant(int internalId, Qos qos, DomainConfig config) {
        CycloneQos policies = new CycloneQos();
        MemorySegment settings = policies.create(qos, EntityKind.PARTICIPANT);
        if (config.rendezvous().isPresent()) {
            policies.hideProcess(settings);
        }
        try {
            return DdscEntity.check(
                    DdscEntity.createParticipant(internalId, settings), "create a participant in " + config.place());
        } finally {
            policies.delete(settings);
        }
    }

    /** Whether it knows no participant of another process; a node has one for each of its shards. */
    boolean isAlone() {
        return !isClosed()
                && discovery().participants().stream().allMatch(each -> LibraryDomain.isOfProcess(each.guid()));
    }

    /** Any thread. */
    void dismiss(Guid entity) {
        dismissal.ifPresent(each -> each.tell(entity));
    }

    @Override
    public synchronized <T extends WireRecord> DdsWriter<T> createWriter(String topic, WireType<T> type, Qos qos) {
        MemorySegment settings = policies.create(qos, EntityKind.WRITER);
        try {
            int entity = DdscEntity.check(
                    DdscEntity.createWriter(participant, topic(topic, type, qos), settings),
                    "create a writer of " + topic + " with " + qos);
            retain(qos, entity);
            CycloneWriter<T> writer = new CycloneWriter<>(this, topic, type, entity);
            keep(writer);
            writer.attach(prompt);
            return writer;
        } finally {
            policies.delete(settings);
        }
    }

    /**
     * A kind beyond TRANSIENT_LOCAL is announced by the library and not acted on. A best-effort writer repeats nothing,
     * whatever its kind.
     */
    private static void retain(Qos qos, int writer) {
        Optional<Durability> beyond = qos.find(Durability.class)
                .filter(policy -> policy.kind().compareTo(Durability.Kind.TRANSIENT_LOCAL) > 0)
                .filter(_ -> qos.find(Reliability.class)
                        .filter(policy -> policy.kind() == Reliability.Kind.BEST_EFFORT)
                        .isEmpty());
        if (beyond.isPresent() && !RetainingWriter.retain(writer, depth(qos))) {
            DdscEntity.delete(writer);
            throw new UnsupportedQosException(
                    CycloneProvider.NAME,
                    beyond.get(),
                    "this build of the library has another memory layout; use TRANSIENT_LOCAL");
        }
    }

    /** @return samples of an instance that late joiners get, 0 for all */
    private static int depth(Qos qos) {
        return qos.find(DurabilityService.class)
                .map(service -> service.history().depth().orElse(0))
                .orElse(1);
    }

    @Override
    public synchronized <T extends WireRecord> DdsReader createReader(
            String topic, WireType<T> type, Qos qos, SampleListener<T> listener) {
        MemorySegment settings = policies.create(qos, EntityKind.READER);
        try {
            int entity = DdscEntity.check(
                    DdscEntity.createReader(participant, topic(topic, type, qos), settings),
                    "create a reader of " + topic + " with " + qos);
            CycloneReader<T> reader = new CycloneReader<>(this, topic, type, entity, listener);
            keep(reader);
            reader.attach(listener.mayBlock() ? blocking : prompt);
            return reader;
        } finally {
            policies.delete(settings);
        }
    }

    @Override
    protected Integer createTopic(String name, WireType<?> type, Qos qos) {
        long descriptor = descriptors.computeIfAbsent(type, types::describe);
        Qos topicQos = qos.find(TopicData.class).map(Qos::of).orElse(Qos.DEFAULT);
        MemorySegment settings = policies.create(topicQos, EntityKind.WRITER);
        try {
            int topic = DdscEntity.check(
                    DdscEntity.createTopic(participant, descriptor, name, settings), "create the topic " + name);
            DdscEntity.setStatusMask(topic, StatusKind.mask(StatusKind.OF_TOPICS));
            prompt.attach(topic, thread -> {
                thread.statuses().report(topic, name, StatusKind.OF_TOPICS);
                return false;
            });
            return topic;
        } finally {
            policies.delete(settings);
        }
    }

    @Override
    protected DiscoveryView view(List<CycloneWriter<?>> writers, List<CycloneReader<?>> readers) {
        if (discovery == null) {
            discovery = new CycloneDiscovery(participant, arena);
        }
        return discovery.view(
                writers.stream().map(CycloneWriter::entity).toList(),
                readers.stream().map(CycloneReader::entity).toList());
    }

    @Override
    public synchronized void mark(int trafficClass) {
        if (!isClosed()) { // its sockets may be somebody else's then
            sockets.mark(trafficClass);
        }
    }

    @Override
    public String implementation() {
        return "Eclipse Cyclone DDS " + LibraryFile.requiredVersion();
    }

    @Override
    protected List<DeliveryThread> deliveryThreads() {
        return List.of(blocking.thread(), prompt.thread());
    }

    @Override
    protected void closing() {
        peers.close();
        farewell.run();
    }

    @Override
    protected void leave() {
        DdscEntity.delete(participant);
        descriptors.values().forEach(types::delete);
        domain.leave(guid);
        arena.close();
    }

    /**
     * A listener hangs: the participant leaves the domain all the same, so that a successor in this process is not
     * there twice. The hanging thread finds entities that are gone; its memory and the library's domain stay until the
     * process ends. When it does not leave, that is told as the end of a thread, which ends the process of a node.
     */
    @Override
    protected void abandon() {
        LOG.error("a DDS listener does not return; the participant is taken out of the domain without it");
        new Withdrawal(() -> DdscEntity.delete(participant), PATIENCE, events).await();
    }
}
