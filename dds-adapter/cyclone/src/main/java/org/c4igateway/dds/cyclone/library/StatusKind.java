package org.c4igateway.dds.cyclone.library;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.provider.StatusNames;

/**
 * The statuses of Cyclone with their bit and their getter. The bits are Cyclone's own: {@code 1 << position}, not those
 * of the OMG's specification.
 */
public enum StatusKind {
    INCONSISTENT_TOPIC(0, "dds_get_inconsistent_topic_status"),
    OFFERED_DEADLINE_MISSED(1, "dds_get_offered_deadline_missed_status"),
    REQUESTED_DEADLINE_MISSED(2, "dds_get_requested_deadline_missed_status"),
    OFFERED_INCOMPATIBLE_QOS(3, "dds_get_offered_incompatible_qos_status"),
    REQUESTED_INCOMPATIBLE_QOS(4, "dds_get_requested_incompatible_qos_status"),
    SAMPLE_LOST(5, "dds_get_sample_lost_status"),
    SAMPLE_REJECTED(6, "dds_get_sample_rejected_status"),
    DATA_ON_READERS(7, ""),
    DATA_AVAILABLE(8, ""),
    LIVELINESS_LOST(9, "dds_get_liveliness_lost_status"),
    LIVELINESS_CHANGED(10, "dds_get_liveliness_changed_status"),
    PUBLICATION_MATCHED(11, "dds_get_publication_matched_status"),
    SUBSCRIPTION_MATCHED(12, "dds_get_subscription_matched_status");

    /**
     * The largest status; every status is a prefix of up to four 32-bit numbers, some followed by an instance handle.
     */
    public static final StructLayout LAYOUT = MemoryLayout.structLayout(
            JAVA_INT.withName("first"),
            JAVA_INT.withName("second"),
            JAVA_INT.withName("third"),
            JAVA_INT.withName("fourth"),
            JAVA_LONG.withName("handle"));

    public static final List<StatusKind> OF_WRITERS =
            List.of(PUBLICATION_MATCHED, OFFERED_INCOMPATIBLE_QOS, OFFERED_DEADLINE_MISSED, LIVELINESS_LOST);
    public static final List<StatusKind> OF_READERS = List.of(
            SUBSCRIPTION_MATCHED,
            REQUESTED_INCOMPATIBLE_QOS,
            REQUESTED_DEADLINE_MISSED,
            SAMPLE_LOST,
            SAMPLE_REJECTED,
            LIVELINESS_CHANGED);
    public static final List<StatusKind> OF_TOPICS = List.of(INCONSISTENT_TOPIC);

    private final int position;
    private final String getter;

    StatusKind(int position, String getter) {
        this.position = position;
        this.getter = getter;
    }

    public int bit() {
        return 1 << position;
    }

    public static int mask(List<StatusKind> kinds) {
        return kinds.stream().mapToInt(StatusKind::bit).reduce(0, (a, b) -> a | b);
    }

    public MethodHandle bind() {
        return Ddsc.bind(getter, JAVA_INT, JAVA_INT, JAVA_LONG);
    }

    /** Makes an event of a status that was got: totals and counts are unsigned, changes signed. */
    public DdsEvent event(String topic, MemorySegment status) {
        int first = status.get(JAVA_INT, 0);
        int second = status.get(JAVA_INT, 4);
        int third = status.get(JAVA_INT, 8);
        int fourth = status.get(JAVA_INT, 12);
        long total = Integer.toUnsignedLong(first);
        return switch (this) {
            case INCONSISTENT_TOPIC -> new DdsEvent.InconsistentTopic(topic, second, total);
            case OFFERED_DEADLINE_MISSED -> new DdsEvent.OfferedDeadlineMissed(topic, second, total);
            case REQUESTED_DEADLINE_MISSED -> new DdsEvent.RequestedDeadlineMissed(topic, second, total);
            case OFFERED_INCOMPATIBLE_QOS ->
                new DdsEvent.OfferedIncompatibleQos(topic, StatusNames.policy(third), second, total);
            case REQUESTED_INCOMPATIBLE_QOS ->
                new DdsEvent.RequestedIncompatibleQos(topic, StatusNames.policy(third), second, total);
            case SAMPLE_LOST -> new DdsEvent.SampleLost(topic, second, total);
            case SAMPLE_REJECTED -> new DdsEvent.SampleRejected(topic, StatusNames.rejection(third), second, total);
            case LIVELINESS_LOST -> new DdsEvent.LivelinessLost(topic, second, total);
            case LIVELINESS_CHANGED -> new DdsEvent.LivelinessChanged(topic, first, second, third, fourth);
            case PUBLICATION_MATCHED -> new DdsEvent.PublicationMatched(topic, third, fourth, total);
            case SUBSCRIPTION_MATCHED -> new DdsEvent.SubscriptionMatched(topic, third, fourth, total);
            case DATA_ON_READERS, DATA_AVAILABLE -> throw new IllegalStateException(this + " has no counters");
        };
    }
}
