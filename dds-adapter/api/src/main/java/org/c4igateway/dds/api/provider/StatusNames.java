package org.c4igateway.dds.api.provider;

/** Names of the numbers in statuses (DDS 1.4, 2.3.3 and the data representation of later specifications). */
public final class StatusNames {
    private static final String[] REJECTIONS = {
        "none", "max instances", "max samples", "max samples per instance",
    };
    private static final String[] POLICIES = {
        "?",
        "USER_DATA",
        "DURABILITY",
        "PRESENTATION",
        "DEADLINE",
        "LATENCY_BUDGET",
        "OWNERSHIP",
        "OWNERSHIP_STRENGTH",
        "LIVELINESS",
        "TIME_BASED_FILTER",
        "PARTITION",
        "RELIABILITY",
        "DESTINATION_ORDER",
        "HISTORY",
        "RESOURCE_LIMITS",
        "ENTITY_FACTORY",
        "WRITER_DATA_LIFECYCLE",
        "READER_DATA_LIFECYCLE",
        "TOPIC_DATA",
        "GROUP_DATA",
        "TRANSPORT_PRIORITY",
        "LIFESPAN",
        "DURABILITY_SERVICE",
        "PROPERTY",
        "TYPE_CONSISTENCY_ENFORCEMENT",
        "DATA_REPRESENTATION",
    };

    private StatusNames() {}

    /** @return the policy of that id */
    public static String policy(int id) {
        return name(POLICIES, id);
    }

    /** @return the limit for which a sample was rejected */
    public static String rejection(int kind) {
        return name(REJECTIONS, kind);
    }

    private static String name(String[] names, int number) {
        return number >= 0 && number < names.length ? names[number] : "#" + number;
    }
}
