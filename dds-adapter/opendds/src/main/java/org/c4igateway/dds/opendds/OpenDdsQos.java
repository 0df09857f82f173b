package org.c4igateway.dds.opendds;

import DDS.DATAREADER_QOS_DEFAULT;
import DDS.DATAWRITER_QOS_DEFAULT;
import DDS.DataReaderQos;
import DDS.DataReaderQosHolder;
import DDS.DataWriterQos;
import DDS.DataWriterQosHolder;
import DDS.DomainParticipant;
import DDS.DurabilityQosPolicyKind;
import DDS.DurabilityServiceQosPolicy;
import DDS.HistoryQosPolicyKind;
import DDS.LivelinessQosPolicyKind;
import DDS.OwnershipQosPolicyKind;
import DDS.PUBLISHER_QOS_DEFAULT;
import DDS.PresentationQosPolicyAccessScopeKind;
import DDS.Publisher;
import DDS.PublisherQos;
import DDS.PublisherQosHolder;
import DDS.ReliabilityQosPolicyKind;
import DDS.SUBSCRIBER_QOS_DEFAULT;
import DDS.Subscriber;
import DDS.SubscriberQos;
import DDS.SubscriberQosHolder;
import DDS.TOPIC_QOS_DEFAULT;
import DDS.TopicQos;
import DDS.TopicQosHolder;
import java.util.List;
import java.util.Optional;
import org.c4igateway.dds.api.UnsupportedQosException;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.EntityFactory;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.LatencyBudget;
import org.c4igateway.dds.api.qos.QosPolicy.Lifespan;
import org.c4igateway.dds.api.qos.QosPolicy.Liveliness;
import org.c4igateway.dds.api.qos.QosPolicy.Ownership;
import org.c4igateway.dds.api.qos.QosPolicy.OwnershipStrength;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Presentation;
import org.c4igateway.dds.api.qos.QosPolicy.ReaderDataLifecycle;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.TimeBasedFilter;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.TransportPriority;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.opendds.status.ReturnCode;

/**
 * Fills the structs of OpenDDS: each is got with its defaults and then changed, since the constructors differ between
 * releases. A null in a struct ends the process, so that none is made here.
 */
final class OpenDdsQos {
    private OpenDdsQos() {}

    /** @throws UnsupportedQosException for what OpenDDS or this binding lacks */
    static void check(Qos qos, EntityKind entity) {
        qos.checkFor(entity);
        for (QosPolicy policy : qos.policies()) {
            String reason = switch (policy) {
                case Durability durability
                when durability.kind().compareTo(Durability.Kind.TRANSIENT_LOCAL) > 0 ->
                    "its cache ends with the process; use TRANSIENT_LOCAL";
                case Presentation presentation
                when presentation.coherent() || presentation.scope() == Presentation.Scope.GROUP ->
                    "the API has no sets of changes; use INSTANCE or TOPIC scope";
                case DestinationOrder order
                when order.kind() == DestinationOrder.Kind.BY_SOURCE_TIMESTAMP ->
                    "an older sample still replaces a newer one; use BY_RECEPTION_TIMESTAMP";
                case EntityFactory factory
                when !factory.autoEnableCreatedEntities() -> "entities are always enabled when created";
                default -> "";
            };
            if (!reason.isEmpty()) {
                throw new UnsupportedQosException(OpenDdsProvider.NAME, policy, reason);
            }
        }
    }

    static byte[] octets(List<Byte> value) {
        byte[] octets = new byte[value.size()];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = value.get(i);
        }
        return octets;
    }

    static TopicQos topic(DomainParticipant participant, Qos qos) {
        TopicQosHolder holder = new TopicQosHolder(TOPIC_QOS_DEFAULT.get());
        ReturnCode.check(participant.get_default_topic_qos(holder), "get the default QoS of topics");
        qos.find(TopicData.class).ifPresent(data -> holder.value.topic_data.value = octets(data.value()));
        return holder.value;
    }

    static PublisherQos publisher(DomainParticipant participant, Qos qos) {
        PublisherQosHolder holder = new PublisherQosHolder(PUBLISHER_QOS_DEFAULT.get());
        ReturnCode.check(participant.get_default_publisher_qos(holder), "get the default QoS of publishers");
        PublisherQos out = holder.value;
        qos.find(Partition.class)
                .ifPresent(it -> out.partition.name = it.names().toArray(String[]::new));
        qos.find(GroupData.class).ifPresent(it -> out.group_data.value = octets(it.value()));
        qos.find(Presentation.class).ifPresent(it -> {
            out.presentation.access_scope = scope(it.scope());
            out.presentation.ordered_access = it.ordered();
        });
        return out;
    }

    static SubscriberQos subscriber(DomainParticipant participant, Qos qos) {
        SubscriberQosHolder holder = new SubscriberQosHolder(SUBSCRIBER_QOS_DEFAULT.get());
        ReturnCode.check(participant.get_default_subscriber_qos(holder), "get the default QoS of subscribers");
        SubscriberQos out = holder.value;
        qos.find(Partition.class)
                .ifPresent(it -> out.partition.name = it.names().toArray(String[]::new));
        qos.find(GroupData.class).ifPresent(it -> out.group_data.value = octets(it.value()));
        qos.find(Presentation.class).ifPresent(it -> {
            out.presentation.access_scope = scope(it.scope());
            out.presentation.ordered_access = it.ordered();
        });
        return out;
    }

    private static PresentationQosPolicyAccessScopeKind scope(Presentation.Scope scope) {
        return PresentationQosPolicyAccessScopeKind.from_int(code(scope));
    }

    static DataWriterQos writer(Publisher publisher, Qos qos) {
        ReturnCode.check(NativeTypes.writeXcdr1(publisher), "set the encoding of writers");
        DataWriterQosHolder holder = new DataWriterQosHolder(DATAWRITER_QOS_DEFAULT.get());
        ReturnCode.check(publisher.get_default_datawriter_qos(holder), "get the default QoS of writers");
        DataWriterQos out = holder.value;
        qos.find(UserData.class).ifPresent(it -> out.user_data.value = octets(it.value()));
        qos.find(Durability.class)
                .ifPresent(it -> out.durability.kind = DurabilityQosPolicyKind.from_int(code(it.kind())));
        qos.find(Deadline.class).ifPresent(it -> out.deadline.period = DdsTimeConversion.of(it.period()));
        qos.find(LatencyBudget.class)
                .ifPresent(it -> out.latency_budget.duration = DdsTimeConversion.of(it.duration()));
        qos.find(Ownership.class)
                .ifPresent(it -> out.ownership.kind = OwnershipQosPolicyKind.from_int(code(it.kind())));
        qos.find(OwnershipStrength.class).ifPresent(it -> out.ownership_strength.value = it.value());
        qos.find(Liveliness.class).ifPresent(it -> {
            out.liveliness.kind = LivelinessQosPolicyKind.from_int(code(it.kind()));
            out.liveliness.lease_duration = DdsTimeConversion.of(it.lease());
        });
        qos.find(Reliability.class).ifPresent(it -> {
            out.reliability.kind = ReliabilityQosPolicyKind.from_int(code(it.kind()));
            out.reliability.max_blocking_time = DdsTimeConversion.of(it.maxBlockingTime());
        });
        qos.find(TransportPriority.class).ifPresent(it -> out.transport_priority.value = it.value());
        qos.find(Lifespan.class).ifPresent(it -> out.lifespan.duration = DdsTimeConversion.of(it.duration()));
        qos.find(ResourceLimits.class).ifPresent(it -> {
            out.resource_limits.max_samples = it.maxSamples();
            out.resource_limits.max_instances = it.maxInstances();
            out.resource_limits.max_samples_per_instance = it.maxSamplesPerInstance();
        });
        qos.find(DurabilityService.class).ifPresent(it -> service(it, out.durability_service));
        qos.find(WriterDataLifecycle.class)
                .ifPresent(it -> out.writer_data_lifecycle.autodispose_unregistered_instances = it.autodispose());
        history(qos).ifPresent(it -> {
            out.history.kind = kind(it);
            out.history.depth = it.depth().orElse(1);
        });
        return out;
    }

    /**
     * What OpenDDS keeps for late joiners of a transient-local writer is the writer's history, and what is kept never
     * leaves: the durability service's history is what the API means by it, and the only bound.
     */
    private static Optional<History> history(Qos qos) {
        boolean durable = qos.find(Durability.class)
                .map(it -> it.kind() == Durability.Kind.TRANSIENT_LOCAL)
                .orElse(false);
        return durable
                ? qos.find(DurabilityService.class)
                        .map(DurabilityService::history)
                        .or(() -> qos.find(History.class))
                : qos.find(History.class);
    }

    static DataReaderQos reader(Subscriber subscriber, Qos qos) {
        DataReaderQosHolder holder = new DataReaderQosHolder(DATAREADER_QOS_DEFAULT.get());
        ReturnCode.check(subscriber.get_default_datareader_qos(holder), "get the default QoS of readers");
        DataReaderQos out = holder.value;
        qos.find(UserData.class).ifPresent(it -> out.user_data.value = octets(it.value()));
        qos.find(Durability.class)
                .ifPresent(it -> out.durability.kind = DurabilityQosPolicyKind.from_int(code(it.kind())));
        qos.find(Deadline.class).ifPresent(it -> out.deadline.period = DdsTimeConversion.of(it.period()));
        qos.find(LatencyBudget.class)
                .ifPresent(it -> out.latency_budget.duration = DdsTimeConversion.of(it.duration()));
        qos.find(Ownership.class)
                .ifPresent(it -> out.ownership.kind = OwnershipQosPolicyKind.from_int(code(it.kind())));
        qos.find(Liveliness.class).ifPresent(it -> {
            out.liveliness.kind = LivelinessQosPolicyKind.from_int(code(it.kind()));
            out.liveliness.lease_duration = DdsTimeConversion.of(it.lease());
        });
        qos.find(Reliability.class).ifPresent(it -> {
            out.reliability.kind = ReliabilityQosPolicyKind.from_int(code(it.kind()));
            out.reliability.max_blocking_time = DdsTimeConversion.of(it.maxBlockingTime());
        });
        qos.find(TimeBasedFilter.class)
                .ifPresent(
                        it -> out.time_based_filter.minimum_separation = DdsTimeConversion.of(it.minimumSeparation()));
        qos.find(ResourceLimits.class).ifPresent(it -> {
            out.resource_limits.max_instances = it.maxInstances();
            out.resource_limits.max_samples_per_instance = perInstance(it, qos.find(History.class));
        });
        qos.find(ReaderDataLifecycle.class).ifPresent(it -> {
            out.reader_data_lifecycle.autopurge_nowriter_samples_delay = DdsTimeConversion.of(it.purgeNoWritersDelay());
            out.reader_data_lifecycle.autopurge_disposed_samples_delay = DdsTimeConversion.of(it.purgeDisposedDelay());
        });
        qos.find(History.class).ifPresent(it -> {
            out.history.kind = kind(it);
            out.history.depth = it.depth().orElse(1);
        });
        return out;
    }

    private static void service(DurabilityService service, DurabilityServiceQosPolicy out) {
        out.service_cleanup_delay = DdsTimeConversion.of(service.cleanupDelay());
        out.history_kind = kind(service.history());
        out.history_depth = service.history().depth().orElse(1);
        out.max_samples = service.limits().maxSamples();
        out.max_instances = service.limits().maxInstances();
        out.max_samples_per_instance = service.limits().maxSamplesPerInstance();
    }

    /**
     * A reader whose limit of all samples is reached ends the process when an instance comes that has none yet (seen on
     * 3.13). So that limit holds for each instance instead; a reader that keeps the last of each instance is bounded by
     * that.
     */
    private static int perInstance(ResourceLimits limits, Optional<History> history) {
        boolean keepsAll = history.map(it -> it.depth().isEmpty()).orElse(false);
        return keepsAll && limits.maxSamplesPerInstance() == ResourceLimits.UNLIMITED
                ? limits.maxSamples()
                : limits.maxSamplesPerInstance();
    }

    private static HistoryQosPolicyKind kind(History history) {
        return history.depth().isPresent()
                ? HistoryQosPolicyKind.KEEP_LAST_HISTORY_QOS
                : HistoryQosPolicyKind.KEEP_ALL_HISTORY_QOS;
    }

    /** The kinds of the API are declared in the order of DDS 1.4. */
    @SuppressWarnings("EnumOrdinal")
    private static int code(Enum<?> kind) {
        return kind.ordinal();
    }
}
