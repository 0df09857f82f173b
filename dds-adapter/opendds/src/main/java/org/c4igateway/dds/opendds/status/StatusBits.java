package org.c4igateway.dds.opendds.status;

/** Bits of the statuses (DDS 1.4, annex A). */
public final class StatusBits {
    public static final int INCONSISTENT_TOPIC = 1;
    static final int OFFERED_DEADLINE_MISSED = 1 << 1;
    static final int REQUESTED_DEADLINE_MISSED = 1 << 2;
    static final int OFFERED_INCOMPATIBLE_QOS = 1 << 5;
    static final int REQUESTED_INCOMPATIBLE_QOS = 1 << 6;
    static final int SAMPLE_LOST = 1 << 7;
    static final int SAMPLE_REJECTED = 1 << 8;
    static final int DATA_AVAILABLE = 1 << 10;
    public static final int LIVELINESS_LOST = 1 << 11;
    static final int LIVELINESS_CHANGED = 1 << 12;
    static final int PUBLICATION_MATCHED = 1 << 13;
    static final int SUBSCRIPTION_MATCHED = 1 << 14;

    private StatusBits() {}
}
