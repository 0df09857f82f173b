package org.c4igateway.dds.api.qos;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.c4igateway.dds.api.event.EntityKind;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.TopicData;
import org.c4igateway.dds.api.qos.QosPolicy.UserData;
import org.c4igateway.dds.api.xml.XmlTree;

/**
 * Translates the policy elements of DDS-XML into the words of {@link PolicyText}, which alone reads and checks values.
 * Bytes and names of partitions go around it, because they may hold any character. A part that is left out has the
 * default of DDS 1.4.
 */
final class PolicyElements {
    private static final String INFINITE = "infinite";

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
            case "partition" -> new Partition(in.names());
            default -> PolicyText.parse(in.name().replace('_', '-'), words(in, entity));
        };
    }

    private static String words(ElementValues in, EntityKind entity) {
        return switch (in.name()) {
            case "durability" -> in.kind("VOLATILE", "_DURABILITY_QOS");
            case "durability_service" ->
                in.durationAfter("cleanup ", "service_cleanup_delay") + history(in, "history_") + limits(in);
            case "presentation" -> presentation(in);
            case "deadline" -> in.duration("period", INFINITE);
            case "latency_budget" -> in.duration("duration", "0s");
            case "lifespan" -> in.duration("duration", INFINITE);
            case "time_based_filter" -> in.duration("minimum_separation", "0s");
            case "ownership" -> in.kind("SHARED", "_OWNERSHIP_QOS");
            case "ownership_strength", "transport_priority" -> in.number("value", "0");
            case "liveliness" -> in.kind("AUTOMATIC", "_LIVELINESS_QOS") + in.durationAfter(" ", "lease_duration");
            case "reliability" -> reliability(in, entity);
            case "destination_order" -> in.kind("BY_RECEPTION_TIMESTAMP", "_DESTINATIONORDER_QOS");
            case "history" -> history(in, "");
            case "resource_limits" -> limits(in);
            case "entity_factory" -> "auto-enable " + in.flag("autoenable_created_entities", true);
            case "writer_data_lifecycle" -> "autodispose " + in.flag("autodispose_unregistered_instances", true);
            case "reader_data_lifecycle" ->
                in.durationAfter("no-writers ", "autopurge_nowriter_samples_delay")
                        + in.durationAfter(" disposed ", "autopurge_disposed_samples_delay");
            default -> throw new IllegalArgumentException("<" + in.name() + "> is no policy of DDS 1.4");
        };
    }

    private static String presentation(ElementValues in) {
        return in.constant("access_scope", "INSTANCE", "_PRESENTATION_QOS")
                + (in.flag("coherent_access", false) ? " coherent" : "")
                + (in.flag("ordered_access", false) ? " ordered" : "");
    }

    private static String reliability(ElementValues in, EntityKind entity) {
        String absent = entity == EntityKind.WRITER ? "RELIABLE" : "BEST_EFFORT";
        return in.kind(absent, "_RELIABILITY_QOS") + in.durationAfter(" ", "max_blocking_time");
    }

    private static String history(ElementValues in, String prefix) {
        String kind = in.constant(prefix + "kind", "KEEP_LAST", "_HISTORY_QOS");
        String depth = in.number(prefix + "depth", "1");
        return " " + (kind.equals("keep-all") ? kind : kind + " " + depth);
    }

    private static String limits(ElementValues in) {
        return in.limit("max_samples") + in.limit("max_instances") + in.limit("max_samples_per_instance");
    }

    private static List<Byte> octets(String base64) {
        List<Byte> octets = new ArrayList<>();
        for (byte octet : Base64.getMimeDecoder().decode(base64)) {
            octets.add(octet);
        }
        return octets;
    }
}
