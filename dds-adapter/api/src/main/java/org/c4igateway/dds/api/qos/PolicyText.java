package org.c4igateway.dds.api.qos;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.dds.api.qos.QosPolicy.Deadline;
import org.c4igateway.dds.api.qos.QosPolicy.DestinationOrder;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.DurabilityService;
import org.c4igateway.dds.api.qos.QosPolicy.EntityFactory;
import org.c4igateway.dds.api.qos.QosPolicy.GroupData;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.IgnoreLocal;
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
import org.c4igateway.dds.api.qos.QosPolicy.WriterBatching;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;

/**
 * Policies as a line of text, for configuration files: the name of DDS 1.4 in lower case with hyphens, and a value of
 * words.
 *
 * <pre>
 * user-data, topic-data, group-data   text, sent as UTF-8
 * durability                          volatile | transient-local | transient | persistent
 * durability-service                  cleanup 5s keep-last 10 max-samples 100 max-instances 10
 *                                     max-samples-per-instance 10
 * presentation                        instance | topic | group, then coherent and ordered as wanted
 * deadline, latency-budget, lifespan, time-based-filter   duration
 * ownership                           shared | exclusive
 * ownership-strength, transport-priority   number
 * liveliness                          automatic | manual-by-participant | manual-by-topic, then the lease
 * partition                           names with commas between
 * reliability                         best-effort | reliable, then the max blocking time
 * destination-order                   by-reception-timestamp | by-source-timestamp
 * history                             keep-last N | keep-all
 * resource-limits                     max-samples N max-instances N max-samples-per-instance N, any of them
 * entity-factory                      auto-enable true | false
 * writer-data-lifecycle               autodispose true | false
 * reader-data-lifecycle               no-writers 5m disposed 5m, any of them
 * writer-batching, ignore-local       true | false
 * </pre>
 *
 * A duration is a number with ns, us, ms, s, m, h or d, or the word {@code infinite}.
 */
public final class PolicyText {
    private static final Duration BLOCKING = Duration.ofMillis(100);

    private PolicyText() {}

    /**
     * Reads one policy.
     *
     * @param name name as above
     * @throws IllegalArgumentException that says what is wrong with name or value
     */
    public static QosPolicy parse(String name, String value) {
        PolicyWords words = new PolicyWords(name, value);
        QosPolicy policy = policy(name, value, words);
        if (!(policy instanceof UserData
                || policy instanceof TopicData
                || policy instanceof GroupData
                || policy instanceof Partition)) {
            words.end();
        }
        return policy;
    }

    private static QosPolicy policy(String name, String value, PolicyWords in) {
        return switch (name) {
            case "user-data" -> new UserData(octets(value));
            case "topic-data" -> new TopicData(octets(value));
            case "group-data" -> new GroupData(octets(value));
            case "durability" -> new Durability(in.constant(Durability.Kind.class));
            case "durability-service" -> durabilityService(in);
            case "presentation" ->
                new Presentation(in.constant(Presentation.Scope.class), in.next("coherent"), in.next("ordered"));
            case "deadline" -> new Deadline(in.duration());
            case "latency-budget" -> new LatencyBudget(in.duration());
            case "lifespan" -> new Lifespan(in.duration());
            case "time-based-filter" -> new TimeBasedFilter(in.duration());
            case "ownership" -> new Ownership(in.constant(Ownership.Kind.class));
            case "ownership-strength" -> new OwnershipStrength(in.number());
            case "transport-priority" -> new TransportPriority(in.number());
            case "liveliness" -> new Liveliness(in.constant(Liveliness.Kind.class), in.durationOr(QosPolicy.INFINITE));
            case "partition" -> partition(value);
            case "reliability" -> new Reliability(in.constant(Reliability.Kind.class), in.durationOr(BLOCKING));
            case "destination-order" -> new DestinationOrder(in.constant(DestinationOrder.Kind.class));
            case "history" -> history(in);
            case "resource-limits" -> limits(in);
            case "entity-factory" -> new EntityFactory(in.flagAfter("auto-enable"));
            case "writer-data-lifecycle" -> new WriterDataLifecycle(in.flagAfter("autodispose"));
            case "reader-data-lifecycle" ->
                new ReaderDataLifecycle(
                        in.durationAfter("no-writers", QosPolicy.INFINITE),
                        in.durationAfter("disposed", QosPolicy.INFINITE));
            case "writer-batching" -> new WriterBatching(in.flag());
            case "ignore-local" -> new IgnoreLocal(in.flag());
            default -> throw new IllegalArgumentException("'" + name + "' is no policy of DDS 1.4");
        };
    }

    private static DurabilityService durabilityService(PolicyWords in) {
        Duration cleanup = in.durationAfter("cleanup", Duration.ZERO);
        History history = in.isNext("keep-last") || in.isNext("keep-all") ? history(in) : History.keepLast(1);
        return new DurabilityService(cleanup, history, limits(in));
    }

    private static History history(PolicyWords in) {
        if (in.next("keep-all")) {
            return History.keepAll();
        }
        in.expect("keep-last");
        return History.keepLast(in.number());
    }

    private static ResourceLimits limits(PolicyWords in) {
        return new ResourceLimits(
                in.numberAfter("max-samples", ResourceLimits.UNLIMITED),
                in.numberAfter("max-instances", ResourceLimits.UNLIMITED),
                in.numberAfter("max-samples-per-instance", ResourceLimits.UNLIMITED));
    }

    private static Partition partition(String value) {
        return new Partition(
                value.isBlank()
                        ? List.of()
                        : Arrays.stream(value.split(",", -1)).map(String::strip).toList());
    }

    private static List<Byte> octets(String text) {
        List<Byte> octets = new ArrayList<>();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            octets.add(octet);
        }
        return octets;
    }
}
