package org.c4igateway.wan.lan;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.ChainedWriter;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.ParticipantEnd;
import org.c4igateway.dds.transport.TopicNames;
import org.c4igateway.dds.transport.TopicQos;
import org.c4igateway.dds.transport.presence.NameHolders;
import org.c4igateway.dds.transport.wire.PacketMarks;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.route.LanPort;
import org.c4igateway.wan.route.outlet.InFlightMessage;
import org.c4igateway.wan.route.site.AnnouncedTopics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's participant in a domain, its site's as a rule: a writer and a reader of each topic of the catalogue, of
 * receipts and of presence, with the quality of service that nodes have. Samples written here keep the source time of
 * the far system. Safe for use by several threads.
 */
public final class SiteLan implements LanPort, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SiteLan.class);
    /** Counted for the envelope of each sample. */
    private static final int OVERHEAD_BYTES = 256;
    /** Name of the thread that writes. */
    public static final String OUTPUT = "wan-lan-out";

    private final TopicCatalogue catalogue;
    private final TopicQos qos;
    private final LanListener listener;
    private final LanNames names;
    private final LanMeters meters;
    private final ParticipantEnd end;
    private final ReaderCounts readers;
    private final DdsParticipant participant;
    private final LanInput input;
    private final LanOutput output;
    private final Map<String, DdsWriter<KmtfMessage>> messageWriters = new HashMap<>();
    /** Far systems that have a node. */
    private final Set<String> announced = ConcurrentHashMap.newKeySet();

    private final DdsWriter<KmtfReceipt> receiptWriter;
    private final DdsWriter<KmtfNode> nodeWriter;
    /** Used by the output's thread only. */
    private final Set<DdsWriter<?>> unflushed = new HashSet<>();

    private final PacketMarks marks;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable DdsReader nodeReader;

    /**
     * A domain to join.
     *
     * @param settings quality of service
     * @param config where it is
     * @param maxQueuedBytes most bytes that wait for readers of the domain
     * @param meters prefix of the names of meters
     */
    public record Domain(DdsSettings settings, DomainConfig config, long maxQueuedBytes, String meters) {
        public Domain {
            Objects.requireNonNull(settings);
            Objects.requireNonNull(config);
            Objects.requireNonNull(meters);
        }

        /** The site's own. */
        public static Domain of(DdsSettings settings, long maxQueuedBytes) {
            return new Domain(settings, settings.domain(), maxQueuedBytes, "c4i.wan.lan");
        }
    }

    /**
     * Joins the domain; delivers nothing before {@link #start}.
     *
     * @throws org.c4igateway.dds.api.DdsException when the domain cannot be joined
     */
    public SiteLan(Domain domain, TopicCatalogue catalogue, MeterRegistry registry, LanListener listener, Loops loops) {
        this.catalogue = catalogue;
        this.qos = new TopicQos(domain.settings());
        qos.check(catalogue);
        this.listener = listener;
        Duration patience = NameHolders.patience(domain.settings().lease());
        this.names = new LanNames(listener, this::hasAnnouncer, this::dismiss, patience, System::nanoTime);
        this.meters = new LanMeters(registry, domain.meters(), System::nanoTime);
        this.input = new LanInput(
                listener, names, meters, new AnnouncedTopics(catalogue.digests().keySet()));
        this.end = new ParticipantEnd(loops);
        this.readers = new ReaderCounts(meters, listener::onReadersChanged, end);
        this.participant =
                DdsProvider.named(domain.settings().provider()).open(domain.config(), qos.participant(), readers);
        this.marks = new PacketMarks(participant, domain.settings().dscp().marks());
        this.output = new LanOutput(OUTPUT, domain.maxQueuedBytes(), this::flush, this::overflow, loops);
        for (Topic topic : catalogue.topics()) {
            String name = TopicNames.ofMessages(topic.id());
            messageWriters.put(
                    topic.id(),
                    new ChainedWriter(
                            participant.createWriter(name, WireType.MESSAGE, qos.writer(topic)), qos.kept(topic)));
        }
        this.receiptWriter = participant.createWriter(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptWriter());
        this.nodeWriter = participant.createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
    }

    /** Starts reading and writing. */
    public void start() {
        output.start();
        for (Topic topic : catalogue.topics()) {
            participant.createReader(
                    TopicNames.ofMessages(topic.id()),
                    WireType.MESSAGE,
                    qos.reader(topic),
                    input.messages(topic.id(), qos.isGapless(topic)));
        }
        participant.createReader(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptReader(), input.receipts());
        nodeReader = participant.createReader(TopicNames.NODE, WireType.NODE, qos.nodeReader(), input.nodes());
    }

    /** Before the reader is known, every system that has announced itself is there. */
    private boolean hasAnnouncer(long writer) {
        DdsReader reader = nodeReader;
        return reader == null || reader.hasWriter(writer);
    }

    private void dismiss(long writer) {
        DdsReader reader = nodeReader;
        if (reader != null) {
            reader.dismiss(writer);
        }
    }

    /**
     * Looks for nodes whose end DDS did not report, tells the listener again what it had no room for, and logs names
     * that two nodes have. Call it a few times a second.
     */
    public void review() {
        names.review();
    }

    /** @return each name that two nodes have had for long, and what keeps the gateway from the domain; any thread */
    public List<TransportAlarm> alarms() {
        List<TransportAlarm> alarms = new ArrayList<>();
        names.alarms().forEach(text -> alarms.add(new TransportAlarm(ErrorCode.NAME_CONFLICT, text)));
        end.alarm().ifPresent(alarms::add);
        return alarms;
    }

    @Override
    public int readersOf(String topicId) {
        return readers.of(TopicNames.ofMessages(topicId));
    }

    /**
     * Queues a message that a far system wrote: a node, if it is announced, otherwise an application. One of an unknown
     * topic is ignored. Does not block.
     */
    @Override
    public void write(KmtfMessage message, long sourceNanos) {
        DdsWriter<KmtfMessage> writer = messageWriters.get(message.topicId());
        if (writer != null) {
            KmtfMessage chained = message.following(announced.contains(message.origin()) ? KmtfMessage.NONE_BEFORE : 0);
            Precedence precedence = InFlightMessage.precedenceOf(message);
            LanOutput.Attempt attempt = () -> {
                WriteResult result = marks.around(precedence, this::flush, () -> writer.write(chained, sourceNanos));
                if (result instanceof WriteResult.Written) {
                    unflushed.add(writer);
                    meters.messageWritten();
                }
                return done(writer, result);
            };
            int bytes = message.payload().length + OVERHEAD_BYTES;
            output.add(new LanOutput.QueuedSample(
                    writer.topic(), precedence, bytes, attempt, () -> listener.onDropped(message)));
        }
    }

    /** Queues a receipt or greeting. Does not block. */
    @Override
    public void write(KmtfReceipt receipt, long sourceNanos) {
        int bytes = OVERHEAD_BYTES
                + Long.BYTES * (receipt.delivered().length + receipt.rejected().length)
                + receipt.reasons().stream().mapToInt(String::length).sum();
        LanOutput.Attempt attempt = () -> {
            WriteResult result =
                    marks.around(Precedence.FLASH, this::flush, () -> receiptWriter.write(receipt, sourceNanos));
            if (result instanceof WriteResult.Written) {
                unflushed.add(receiptWriter);
                meters.receiptWritten();
            }
            return done(receiptWriter, result);
        };
        output.add(new LanOutput.QueuedSample(TopicNames.RECEIPT, Precedence.FLASH, bytes, attempt, () -> {}));
    }

    /** Announces a far system. Blocks for at most the blocking time of the settings. */
    @Override
    public void announce(KmtfNode node) {
        announced.add(node.system());
        if (!done(nodeWriter, nodeWriter.write(node))) {
            LOG.warn("{} could not be announced in time. The gateway tries again", node.system());
        }
    }

    /** Withdraws a far system's announcement, whichever gateway made it. Blocks as {@link #announce}. */
    @Override
    public void withdraw(KmtfNode node) {
        announced.remove(node.system());
        if (!done(nodeWriter, nodeWriter.dispose(node))) {
            LOG.warn("the announcement of {} could not be withdrawn in time", node.system());
        }
    }

    private boolean done(DdsWriter<?> writer, WriteResult result) {
        return switch (result) {
            case WriteResult.Written _ -> true;
            case WriteResult.TimedOut _ -> {
                writer.flush();
                yield false;
            }
            case WriteResult.Failed failed -> {
                // As without room: the sample is kept and tried again.
                LOG.debug("{}: not written yet: {}", writer.topic(), failed.detail());
                yield false;
            }
            case WriteResult.Refused(String detail) -> {
                meters.refused(writer.topic(), detail);
                yield true;
            }
            case WriteResult.Closed _ -> true;
        };
    }

    private void flush() {
        if (!closed.get()) {
            unflushed.forEach(DdsWriter::flush);
            unflushed.clear();
        }
    }

    private void overflow(int dropped) {
        meters.dropped(dropped);
        LOG.warn("{} samples dropped, because nodes of this site do not read them in time", dropped);
        listener.onOverflow(dropped);
    }

    /** Leaves the domain; the far systems' announcements go with it. Idempotent. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            output.close();
            participant.close();
        }
    }
}
