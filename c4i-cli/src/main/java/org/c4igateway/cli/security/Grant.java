package org.c4igateway.cli.security;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.TrafficClass;

/**
 * What one system may do.
 *
 * @param system the system
 * @param publishes classes of topics that it may write
 * @param subscribes classes of topics that it may read
 * @param told whether somebody said so; else a system keeps the rights that it has, and a new one gets these
 */
public record Grant(SystemName system, Set<TrafficClass> publishes, Set<TrafficClass> subscribes, boolean told) {
    public Grant {
        publishes = Set.copyOf(publishes);
        subscribes = Set.copyOf(subscribes);
    }

    /** Rights that somebody told. */
    public Grant(SystemName system, Set<TrafficClass> publishes, Set<TrafficClass> subscribes) {
        this(system, publishes, subscribes, true);
    }

    /**
     * Reads {@code NAME}, {@code NAME=CLASS,CLASS} for the classes that it may write, or {@code NAME=WRITES/READS}; a
     * star is all classes, a hyphen none. {@code NAME} alone is all classes for a new system.
     *
     * @throws IllegalArgumentException that says what is wrong
     */
    public static Grant parse(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (!SystemName.isValid(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a system name: 1-32 of A-Z 0-9 . _ -");
        }
        String rights = equals < 0 ? "*" : text.substring(equals + 1);
        int slash = rights.indexOf('/');
        String writes = slash < 0 ? rights : rights.substring(0, slash);
        String reads = slash < 0 ? "*" : rights.substring(slash + 1);
        return new Grant(new SystemName(name), classes(writes), classes(reads), equals >= 0);
    }

    private static Set<TrafficClass> classes(String text) {
        if (text.equals("*")) {
            return EnumSet.allOf(TrafficClass.class);
        }
        Set<TrafficClass> classes = EnumSet.noneOf(TrafficClass.class);
        if (!text.equals("-")) {
            for (String word : text.split(",", -1)) {
                classes.add(constant(word.strip().toUpperCase(Locale.ROOT)));
            }
        }
        return classes;
    }

    private static TrafficClass constant(String word) {
        return Arrays.stream(TrafficClass.values())
                .filter(each -> each.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + word + "' is not a topic class: " + Arrays.toString(TrafficClass.values())));
    }
}
