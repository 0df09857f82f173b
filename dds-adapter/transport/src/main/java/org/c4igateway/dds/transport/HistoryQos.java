package org.c4igateway.dds.transport;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.topics.Topic;

/**
 * Quality of service of a history: what its reader of a topic asks for in the partition of the nodes, and what its
 * writer offers in a partition of its own. The policies of the topic's writers come from {@link TopicQos}, as the nodes
 * have them, so that DURABILITY_SERVICE and LIFESPAN are configured once.
 */
public final class HistoryQos {
    /** One thread writes all topics: it cannot wait for the readers of one, and tries again by itself. */
    private static final Duration BLOCKING = Duration.ofMillis(1);

    private final TopicQos ofNodes;
    private final QosOverlay overlay;
    private final String partition;
    private final ResourceLimits most;

    /**
     * @param partition where the history is offered; no name of a partition that nodes use
     * @param most bounds where DURABILITY_SERVICE of a topic has none
     */
    public HistoryQos(DdsSettings settings, String partition, ResourceLimits most) {
        this.ofNodes = new TopicQos(settings);
        this.overlay = new QosOverlay(settings.qos());
        this.partition = partition;
        this.most = most;
    }

    /** @return policies of the participant */
    public Qos participant() {
        return overlay.participant();
    }

    /**
     * Of a reliable topic the reader also asks for what the writers still hold, so that it misses nothing while the
     * service was away and a writer was not; such a reader does not hear writers that offer VOLATILE.
     */
    public Qos reader(Topic topic) {
        Durability.Kind kind = topic.reliable() ? Durability.Kind.TRANSIENT_LOCAL : Durability.Kind.VOLATILE;
        return ofNodes.reader(topic).with(new Durability(kind));
    }

    /**
     * Keeps for late readers what {@link #kept} says, and is reliable whatever the topic is: a history of what arrived
     * has no loss of its own. It offers an order by source time, so that readers may ask for either. It waits for room
     * for a moment only.
     */
    public Qos writer(Topic topic) {
        return ofNodes.writer(topic)
                .with(
                        new Reliability(Reliability.Kind.RELIABLE, BLOCKING),
                        new Durability(durability(topic)),
                        History.keepAll(),
                        kept(topic),
                        new Partition(List.of(partition)),
                        new DestinationOrder(DestinationOrder.Kind.BY_SOURCE_TIMESTAMP),
                        new WriterDataLifecycle(false));
    }

    /** @return TRANSIENT where the configuration says so for the topic's writers, else PERSISTENT */
    public Durability.Kind durability(Topic topic) {
        return ofNodes.writer(topic)
                .find(Durability.class)
                .map(Durability::kind)
                .filter(kind -> kind == Durability.Kind.TRANSIENT)
                .orElse(Durability.Kind.PERSISTENT);
    }

    /** @return how long a sample is worth keeping, {@link QosPolicy#INFINITE} for no limit */
    public Duration lifespan(Topic topic) {
        return ofNodes.writer(topic)
                .find(Lifespan.class)
                .map(Lifespan::duration)
                .orElse(QosPolicy.INFINITE);
    }

    /** @return what is kept: KEEP_LAST with a depth within all bounds, and no bound left open */
    public DurabilityService kept(Topic topic) {
        DurabilityService configured =
                ofNodes.writer(topic).find(DurabilityService.class).orElseThrow();
        if (!configured.cleanupDelay().isZero()) {
            throw DdsSettings.fault(
                    "qos",
                    "durability-service of " + topic.id() + " asks for a cleanup delay; a history forgets what is "
                            + "disposed by itself",
                    "Leave 'cleanup' out.");
        }
        ResourceLimits limits = configured.limits();
        int samples = least(limits.maxSamples(), most.maxSamples());
        int instances = least(limits.maxInstances(), most.maxInstances());
        int perInstance = Math.min(samples, least(limits.maxSamplesPerInstance(), samples));
        OptionalInt depth = configured.history().depth();
        int kept = depth.isPresent() ? Math.min(depth.getAsInt(), perInstance) : perInstance;
        return new DurabilityService(
                Duration.ZERO, History.keepLast(kept), new ResourceLimits(samples, instances, perInstance));
    }

    private static int least(int limit, int bound) {
        return limit == ResourceLimits.UNLIMITED ? bound : Math.min(limit, bound);
    }
}
