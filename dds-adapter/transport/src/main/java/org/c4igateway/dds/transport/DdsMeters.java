package org.c4igateway.dds.transport;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dds.api.event.DdsEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs the status events of DDS. Labels are bounded: kinds of events and policies, and
 * topics of the catalogue. */
public final class DdsMeters {
    /** Status events of DDS; labels event, detail (policy or limit, else none). */
    static final String EVENTS = "c4i.dds.events";
    /** Messages that reached this node but are for others. */
    static final String NOT_ADDRESSED = "c4i.dds.not.addressed";

    static final String NOT_ADMITTED = "c4i.dds.not.admitted";
    /** Samples that DDS delivered without the one before; label topic, bounded by the catalogue. */
    static final String GAPS = "c4i.dds.gaps";
    /** Samples that came from other systems; label topic, bounded by the catalogue. */
    static final String SAMPLES = "c4i.dds.samples";
    /** Writes that the provider failed at and that are tried again. */
    static final String WRITE_FAILURES = "c4i.dds.write.failures";

    /** Announcements of nodes beyond the bound of followed nodes. */
    static final String NOT_FOLLOWED = "c4i.dds.not.followed";

    private static final Logger LOG = LoggerFactory.getLogger(DdsMeters.class);
    private static final String NO_DETAIL = "none";

    private final MeterRegistry registry;
    private final Counter notAddressed;
    private final Counter notAdmitted;
    private final Counter notFollowed;
    private final Counter writeFailures;

    DdsMeters(MeterRegistry registry) {
        this.registry = registry;
        this.notAddressed = Counter.builder(NOT_ADDRESSED)
                .description("Messages that reached this node but are for others")
                .register(registry);
        this.notAdmitted = Counter.builder(NOT_ADMITTED)
                .description(
                        "Messages refused because a node wrote them before it knew of this start of the receiver; they are sent again")
                .register(registry);
        this.notFollowed = Counter.builder(NOT_FOLLOWED)
                .description("Announcements of nodes beyond the bound of followed nodes")
                .register(registry);
        this.writeFailures = Counter.builder(WRITE_FAILURES)
                .description("Failed writes of the DDS library; they are tried again")
                .register(registry);
    }

    void writeFailed() {
        writeFailures.increment();
    }

    void notAddressed() {
        notAddressed.increment();
    }

    void notAdmitted() {
        notAdmitted.increment();
    }

    /** At least one sample of that topic has not come, because the link lost it or its writer gave it up. */
    void gap(String topicId) {
        registry.counter(GAPS, "topic", topicId).increment();
    }

    /** Samples of that topic came, those behind a gap included. */
    void samples(String topicId, int count) {
        registry.counter(SAMPLES, "topic", topicId).increment(count);
    }

    public void notFollowed(SystemName system) {
        notFollowed.increment();
        LOG.debug("{} is not followed: too many nodes announce themselves", system);
    }

    void event(DdsEvent event) {
        switch (event) {
            case DdsEvent.PublicationMatched _, DdsEvent.SubscriptionMatched _, DdsEvent.LivelinessChanged _ ->
                LOG.debug("{}", event);
            case DdsEvent.OfferedIncompatibleQos incompatible -> warn(event, incompatible.policy());
            case DdsEvent.RequestedIncompatibleQos incompatible -> warn(event, incompatible.policy());
            case DdsEvent.InconsistentTopic _, DdsEvent.LivelinessLost _, DdsEvent.SampleLost _ ->
                warn(event, NO_DETAIL);
            case DdsEvent.DeliveryEnded _,
                    DdsEvent.BatchDropped _,
                    DdsEvent.AddressGone _,
                    DdsEvent.AddressChanged _,
                    DdsEvent.PeerFound _ -> warn(event, NO_DETAIL);
            case DdsEvent.SecurityRefused _ -> count(event, NO_DETAIL);
            case DdsEvent.SampleRejected rejected -> count(event, rejected.limit());
            case DdsEvent.OfferedDeadlineMissed _, DdsEvent.RequestedDeadlineMissed _ -> count(event, NO_DETAIL);
        }
    }

    private void warn(DdsEvent event, String detail) {
        LOG.warn("{}", event);
        count(event, detail);
    }

    private void count(DdsEvent event, String detail) {
        LOG.debug("{}", event);
        registry.counter(EVENTS, "event", event.getClass().getSimpleName(), "detail", detail)
                .increment();
    }
}
