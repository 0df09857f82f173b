package org.c4igateway.dds.api.qos;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Rules for the values of policies. Each check throws {@link IllegalArgumentException} that names the value. */
final class PolicyChecks {
    /** A parameter of discovery has a 16-bit length. */
    private static final int MAX_OCTETS = 65_000;

    private static final int MAX_PARTITIONS = 64;
    private static final int MAX_PARTITION_CHARS = 255;

    private PolicyChecks() {}

    static void duration(Duration duration, String name) {
        if (duration.isNegative() || duration.compareTo(QosPolicy.INFINITE) > 0) {
            throw new IllegalArgumentException(name + " must be between 0 and INFINITE: " + duration);
        }
    }

    static void positive(Duration duration, String name) {
        duration(duration, name);
        if (duration.isZero()) {
            throw new IllegalArgumentException(name + " must be positive");
        }
    }

    static void limit(int value, String name) {
        if (value != QosPolicy.ResourceLimits.UNLIMITED && value < 1) {
            throw new IllegalArgumentException(name + " must be positive or UNLIMITED: " + value);
        }
    }

    static List<Byte> octets(List<Byte> value) {
        if (value.size() > MAX_OCTETS) {
            throw new IllegalArgumentException(value.size() + " bytes are more than " + MAX_OCTETS);
        }
        return List.copyOf(value);
    }

    static List<String> partitions(List<String> names) {
        if (names.size() > MAX_PARTITIONS) {
            throw new IllegalArgumentException(names.size() + " partitions are more than " + MAX_PARTITIONS);
        }
        for (String name : names) {
            if (name.length() > MAX_PARTITION_CHARS || name.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "a partition has at most " + MAX_PARTITION_CHARS + " characters and no NUL: " + name);
            }
        }
        return List.copyOf(names);
    }

    /** @return the name of DDS 1.4: {@code DurabilityService} is DURABILITY_SERVICE */
    static String nameOf(Class<?> policy) {
        return policy.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "_").toUpperCase(Locale.ROOT);
    }
}
