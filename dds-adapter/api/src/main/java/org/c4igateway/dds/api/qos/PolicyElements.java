package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;
import org.c4igateway.dds.api.event.EntityKind;
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

/** The policy elements of DDS-XML. A part that is left out has the default of DDS 1.4. */
final class PolicyElements {
    private static final Duration BLOCKING = Duration.ofMillis(100);

    private PolicyElements() {}

    /** Reads all policies of a section for that kind of entity. */
    static List<QosPolicy> read(XmlTree section, EntityKind entity) {
        List<QosPolicy> policies = new ArrayList<>();
        for (XmlTree element : section.children()) {
            ElementValues values = new ElementValues(element);
            policies.add(policy(values, entity));
            values.refuseUnread();
        }
        return policies;
    }

    private static QosPolicy policy(ElementValues in, EntityKind entity) {
        return switch (in.name()) {
            case "user_data" -> new UserData(octets(in.text("value", "")));
            case "topic_data" -> new TopicData(octets(in.text("value", "")));
            case "group_data" -> new GroupData(octets(in.text("value", "")));
            case "durability" ->
                new Durability(in.kind(Durability.Kind.class, Durability.Kind.VOLATILE, "_DURABILITY_QOS"));
            case "durability_service" -> durabilityService(in);
            case "presentation" -> presentation(in);
            case "deadline" -> new Deadline(in.duration("period", QosPolicy.INFINITE));
            case "latency_budget" -> new LatencyBudget(in.duration("duration", Duration.ZERO));
            case "ownership" -> new Ownership(in.kind(Ownership.Kind.class, Ownership.Kind.SHARED, "_OWNERSHIP_QOS"));
            case "ownership_strength" -> new OwnershipStrength(in.number("value", 0));
            case "liveliness" ->
                new Liveliness(
                        in.kind(Liveliness.Kind.class, Liveliness.Kind.AUTOMATIC, "_LIVELINESS_QOS"),
                        in.duration("lease_duration", QosPolicy.INFINITE));
            case "time_based_filter" -> new TimeBasedFilter(in.duration("minimum_separation", Duration.ZERO));
            case "partition" -> new Partition(in.names());
            case "reliability" -> reliability(in, entity);
            case "transport_priority" -> new TransportPriority(in.number("value", 0));
            case "lifespan" -> new Lifespan(in.duration("duration", QosPolicy.INFINITE));
            case "destination_order" ->
                new DestinationOrder(in.kind(
                        DestinationOrder.Kind.class,
                        DestinationOrder.Kind.BY_RECEPTION_TIMESTAMP,
                        "_DESTINATIONORDER_QOS"));
            case "history" -> history(in, "");
            case "resource_limits" -> limits(in);
            case "entity_factory" -> new EntityFactory(in.flag("autoenable_created_entities", true));
            case "writer_data_lifecycle" ->
                new WriterDataLifecycle(in.flag("autodispose_unregistered_instances", true));
            case "reader_data_lifecycle" ->
                new ReaderDataLifecycle(
                        in.duration("autopurge_nowriter_samples_delay", QosPolicy.INFINITE),
                        in.duration("autopurge_disposed_samples_delay", QosPolicy.INFINITE));
            default -> throw new IllegalArgumentException("<" + in.name() + "> is no policy of DDS 1.4");
        };
    }

    private static DurabilityService durabilityService(ElementValues in) {
        return new DurabilityService(
                in.duration("service_cleanup_delay", Duration.ZERO), history(in, "history_"), limits(in));
    }

    private static Presentation presentation(ElementValues in) {
        String scope = in.text("access_scope", "INSTANCE_PRESENTATION_QOS").replace("_PRESENTATION_QOS", "");
        return new Presentation(
                ElementValues.constant(Presentation.Scope.class, scope),
                in.flag("coherent_access", false),
                in.flag("ordered_access", false));
    }

    private static Reliability reliability(ElementValues in, EntityKind entity) {
        Reliability.Kind kind = entity == EntityKind.WRITER ? Reliability.Kind.RELIABLE : Reliability.Kind.BEST_EFFORT;
        return new Reliability(
                in.kind(Reliability.Kind.class, kind, "_RELIABILITY_QOS"), in.duration("max_blocking_time", BLOCKING));
    }

    private static History history(ElementValues in, String prefix) {
        String kind = in.text(prefix + "kind", "KEEP_LAST_HISTORY_QOS");
        int depth = in.number(prefix + "depth", 1);
        return switch (kind.replace("_HISTORY_QOS", "")) {
            case "KEEP_ALL" -> History.keepAll();
            case "KEEP_LAST" -> new History(OptionalInt.of(depth));
            default -> throw new IllegalArgumentException("history kind " + kind + " is not known");
        };
    }

    private static ResourceLimits limits(ElementValues in) {
        return new ResourceLimits(
                in.limit("max_samples"), in.limit("max_instances"), in.limit("max_samples_per_instance"));
    }

    private static List<Byte> octets(String base64) {
        List<Byte> octets = new ArrayList<>();
        for (byte octet : Base64.getMimeDecoder().decode(base64)) {
            octets.add(octet);
        }
        return octets;
    }
}
