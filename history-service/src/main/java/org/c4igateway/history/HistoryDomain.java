package org.c4igateway.history;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.NotPermittedException;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.ParticipantEnd;
import org.c4igateway.dds.transport.TopicNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The service's participant. It hears the topics in the partition of the nodes and writes in the partition of the
 * history, so it never hears itself, and who reads with the nodes hears each sample once, from who wrote it.
 */
final class HistoryDomain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryDomain.class);

    private final HistoryPlan plan;
    private final Arrivals arrivals;
    private final Consumer<GatewayException> onEnd;
    private final DdsParticipant participant;
    private final Map<String, DdsReader> readers = new ConcurrentHashMap<>();
    private final DomainWarnings warnings = new DomainWarnings(LOG::warn, System::nanoTime);
    private final DomainInput input;

    private HistoryDomain(HistoryPlan plan, Arrivals arrivals, Consumer<GatewayException> onEnd) {
        this.plan = plan;
        this.arrivals = arrivals;
        this.onEnd = onEnd;
        this.input = new DomainInput(arrivals, warnings);
        this.participant = DdsProvider.named(plan.dds().provider())
                .open(plan.dds().domain(), plan.qos().participant(), this::onEvent);
    }

    /**
     * Joins the domain, fills each writer, and then begins to read.
     *
     * @param fill writes the kept samples of a topic to its channel, whose writer is open
     * @param onEnd stops the process when delivery has ended
     * @throws GatewayException.Transient as {@code fill} does, and then it has not joined
     * @throws GatewayException.Fatal when the domain cannot be joined, or DDS Security does not permit a topic
     */
    static HistoryDomain open(
            HistoryPlan plan,
            Collection<TopicChannel> channels,
            Consumer<TopicChannel> fill,
            Arrivals arrivals,
            Consumer<GatewayException> onEnd) {
        try {
            HistoryDomain domain = new HistoryDomain(plan, arrivals, onEnd);
            try {
                channels.forEach(domain::write);
                channels.forEach(fill);
                channels.forEach(domain::read);
                return domain;
            } catch (RuntimeException e) {
                domain.close();
                throw e;
            }
        } catch (NotPermittedException e) {
            throw fault(e, "Let the service read and write these topics in both partitions.");
        } catch (DdsException | IllegalArgumentException e) {
            throw fault(e, "Check " + DdsSettings.PREFIX + ".network and " + DdsSettings.PREFIX + ".qos.");
        }
    }

    private static GatewayException.Fatal fault(RuntimeException e, String remedy) {
        return new GatewayException.Fatal(
                ErrorCode.CONFIGURATION, "the DDS domain cannot be joined: " + e.getMessage(), remedy, e);
    }

    private void write(TopicChannel channel) {
        channel.open(participant.createWriter(
                TopicNames.ofMessages(channel.topic().id()),
                WireType.MESSAGE,
                plan.qos().writer(channel.topic())));
    }

    private void read(TopicChannel channel) {
        String topic = channel.topic().id();
        readers.put(
                topic,
                participant.createReader(
                        TopicNames.ofMessages(topic),
                        WireType.MESSAGE,
                        plan.qos().reader(channel.topic()),
                        (List<Sample<KmtfMessage>> batch) -> batch.forEach(sample -> input.heard(topic, sample))));
    }

    /** @return whether a writer that the reader of a topic has heard is there now */
    boolean hasWriter(String topic, long writer) {
        DdsReader reader = readers.get(topic);
        return reader != null && reader.hasWriter(writer);
    }

    private void onEvent(DdsEvent event) {
        switch (event) {
            case DdsEvent.RequestedIncompatibleQos it ->
                warnings.once(it.topic(), "a writer offers less than the history asks for: " + it.policy());
            case DdsEvent.OfferedIncompatibleQos it ->
                warnings.once(it.topic(), "a reader asks for more than the history offers: " + it.policy());
            case DdsEvent.InconsistentTopic it ->
                warnings.once(it.topic(), "another participant uses it with another type");
            case DdsEvent.SecurityRefused it -> warnings.paced("DDS Security", it.reason());
            case DdsEvent.BatchDropped it -> warnings.paced(it.thread(), it.reason());
            case DdsEvent.DeliveryEnded it ->
                onEnd.accept(new GatewayException.Fatal(
                        ErrorCode.DEFECT,
                        it.thread() + " has ended: " + it.reason(),
                        "Restart the process and report its log",
                        null));
            case DdsEvent.AddressGone it ->
                warnings.once(it.address(), "this address is gone, with which DDS had joined");
            case DdsEvent.AddressChanged it -> onEnd.accept(ParticipantEnd.fault(it));
            case DdsEvent.PeerFound it -> onEnd.accept(ParticipantEnd.fault(it));
            case DdsEvent.SampleLost it -> arrivals.lost(HistoryMeters.TRANSPORT, it.change());
            case DdsEvent.PublicationMatched _,
                    DdsEvent.SubscriptionMatched _,
                    DdsEvent.SampleRejected _,
                    DdsEvent.OfferedDeadlineMissed _,
                    DdsEvent.RequestedDeadlineMissed _,
                    DdsEvent.LivelinessLost _,
                    DdsEvent.LivelinessChanged _ -> {
                // No matter of a history.
            }
        }
    }

    @Override
    public void close() {
        participant.close();
    }
}
