package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.List;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosCompatibility;
import org.c4igateway.dds.api.qos.QosConflict;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.ReaderDataLifecycle;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Quality of service by traffic class. Reliable topics keep all until it is acknowledged, so that a burst loses
 * nothing; what the class keeps for late joiners is the durability service's history. Readers ask for no deadline
 * unless configured, so that foreign writers without one match.
 */
public final class TopicQos {
    /** Of one origin on one topic without a history: writer and readers hold an entry for each. */
    private static final int VOLATILE_SUBJECTS = 1_024;

    private static final Duration FORGET_INSTANCES_AFTER = Duration.ofMinutes(5);

    private final DdsSettings settings;
    private final QosOverlay overlay;

    /**
     * @param settings partition, bounds and policies
     * @throws org.c4igateway.core.fault.GatewayException.Fatal when the file of profiles is wrong
     */
    public TopicQos(DdsSettings settings) {
        this.settings = settings;
        this.overlay = new QosOverlay(settings.qos());
    }

    /**
     * Refuses a configuration with which two nodes could not hear each other, before anything is on the wire, and one
     * for topics that the catalogue lacks or that have to be delivered whole.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal that names topic, policy, offered and requested value
     */
    public void check(TopicCatalogue catalogue) {
        for (String id : settings.qos().topics().keySet()) {
            if (catalogue.find(id).isEmpty()) {
                throw DdsSettings.fault(
                        "qos.topics." + id, "no such topic in the catalogue", "Correct the topic's id.");
            }
        }
        for (Topic topic : catalogue.topics()) {
            if (topic.reliable() && isFiltered(reader(topic))) {
                throw DdsSettings.fault(
                        "qos",
                        "readers of " + topic.id() + " would leave messages out that have to be delivered:"
                                + " time-based-filter",
                        "Remove the policy from the topic or from its class " + topic.trafficClass() + ".");
            }
            List<QosConflict> conflicts = QosCompatibility.conflicts(writer(topic), reader(topic));
            if (!conflicts.isEmpty()) {
                throw DdsSettings.fault(
                        "qos",
                        "writers and readers of " + topic.id() + " would not match: " + conflicts,
                        "Change the policies of the topic or of its class " + topic.trafficClass() + ".");
            }
        }
    }

    DdsSettings settings() {
        return settings;
    }

    /** @return policies of the participant */
    public Qos participant() {
        return overlay.participant();
    }

    /** @return what writers of that message type offer */
    public Qos writer(Topic topic) {
        Qos ofClass = common(topic)
                .with(
                        new Lifespan(topic.lifespan()),
                        new TransportPriority(priority(topic)),
                        new WriterBatching(true),
                        new WriterDataLifecycle(false),
                        new DurabilityService(
                                Duration.ZERO, History.keepLast(historyDepth(topic)), ResourceLimits.NONE));
        return overlay.apply(ofClass, topic, EntityKind.WRITER);
    }

    /**
     * A node that comes late reads what it missed from its peers' outboxes, in order. What their writers retain would
     * come first and out of order, so it is not asked for; it is there for foreign applications.
     */
    public Qos reader(Topic topic) {
        Qos live = common(topic)
                .with(new Durability(Durability.Kind.VOLATILE), readerLimits(), new IgnoreLocal(true), forgetting());
        return overlay.apply(live, topic, EntityKind.READER);
    }

    /** @return what a writer keeps of one origin: of all its subjects no more than of one, or a common number */
    public ChainedWriter.Kept kept(Topic topic) {
        Qos writer = writer(topic);
        boolean isVolatile = writer.find(Durability.class)
                .filter(durability -> durability.kind() == Durability.Kind.VOLATILE)
                .isPresent();
        if (isVolatile) {
            return new ChainedWriter.Kept(1, VOLATILE_SUBJECTS);
        }
        int depth = writer.find(DurabilityService.class)
                .flatMap(service -> service.history().depth().stream().boxed().findFirst())
                .orElse(Integer.MAX_VALUE);
        return new ChainedWriter.Kept(depth, Math.max(depth, settings.limits().historySamples()));
    }

    /**
     * @return whether a reader gets every sample of its writers until one of them takes it for gone: then a missing
     *     sample means that what came before it is lost. Policies that leave samples out on purpose make a topic one
     *     with gaps, of which a repetition would have the same
     */
    public boolean isGapless(Topic topic) {
        Qos reader = reader(topic);
        return reader.find(Reliability.class)
                        .filter(policy -> policy.kind() == Reliability.Kind.RELIABLE)
                        .isPresent()
                && keepsAll(reader)
                && keepsAll(writer(topic))
                && !isFiltered(reader)
                && reader.find(Ownership.class)
                        .filter(policy -> policy.kind() == Ownership.Kind.EXCLUSIVE)
                        .isEmpty()
                && reader.find(DestinationOrder.class)
                        .filter(policy -> policy.kind() == DestinationOrder.Kind.BY_SOURCE_TIMESTAMP)
                        .isEmpty();
    }

    private static boolean keepsAll(Qos qos) {
        return qos.find(History.class)
                .filter(history -> history.depth().isEmpty())
                .isPresent();
    }

    private static boolean isFiltered(Qos reader) {
        return reader.find(TimeBasedFilter.class)
                .filter(filter -> filter.minimumSeparation().isPositive())
                .isPresent();
    }

    /** Receipts are repeated with the messages that they are for, so late joiners need none. */
    public Qos receiptWriter() {
        return control(Durability.Kind.VOLATILE, History.keepAll()).with(new WriterBatching(true));
    }

    /** @return what readers of receipts ask for */
    public Qos receiptReader() {
        return control(Durability.Kind.VOLATILE, History.keepAll())
                .with(readerLimits(), new IgnoreLocal(true), forgetting());
    }

    /** No autodispose: the lost writer of a node that has restarted must not dispose its successor's announcement. */
    public Qos nodeWriter() {
        return control(Durability.Kind.TRANSIENT_LOCAL, History.keepLast(1)).with(new WriterDataLifecycle(false));
    }

    /** @return what readers of presence ask for */
    public Qos nodeReader() {
        return control(Durability.Kind.TRANSIENT_LOCAL, History.keepLast(1)).with(new IgnoreLocal(true), forgetting());
    }

    private Qos common(Topic topic) {
        if (!topic.reliable()) {
            return Qos.of(
                    new Reliability(Reliability.Kind.BEST_EFFORT, settings.blocking()),
                    new Durability(Durability.Kind.VOLATILE),
                    History.keepLast(1),
                    partition());
        }
        return control(Durability.Kind.TRANSIENT_LOCAL, History.keepAll());
    }

    private Qos control(Durability.Kind durability, History history) {
        return Qos.of(
                new Reliability(Reliability.Kind.RELIABLE, settings.blocking()),
                new Durability(durability),
                history,
                partition());
    }

    private Partition partition() {
        return new Partition(settings.partition().isEmpty() ? List.of() : List.of(settings.partition()));
    }

    private ResourceLimits readerLimits() {
        return new ResourceLimits(
                settings.limits().receivedSamples(), ResourceLimits.UNLIMITED, ResourceLimits.UNLIMITED);
    }

    private static ReaderDataLifecycle forgetting() {
        return new ReaderDataLifecycle(FORGET_INSTANCES_AFTER, FORGET_INSTANCES_AFTER);
    }

    private int historyDepth(Topic topic) {
        return switch (topic.trafficClass()) {
            case PERIODIC -> 1;
            case SUMMARY -> 2;
            case REPORT -> 32;
            case ALERT, ORDER, REQUEST, RESPONSE -> settings.limits().historySamples();
        };
    }

    private static int priority(Topic topic) {
        return switch (topic.trafficClass()) {
            case ALERT -> 3;
            case ORDER -> 2;
            case REQUEST, RESPONSE -> 1;
            case PERIODIC, SUMMARY, REPORT -> 0;
        };
    }
}
