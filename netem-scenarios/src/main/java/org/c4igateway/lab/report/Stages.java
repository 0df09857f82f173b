package org.c4igateway.lab.report;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The order in which stages of a recovery follow each other. */
final class Stages {
    private static final List<String> ORDER =
            List.of("detect", "start", "rediscover", "send", "drain", "round trip from start", "round trip from reach");

    private Stages() {}

    static List<String> ordered(Set<String> names) {
        return names.stream()
                .sorted(Comparator.comparingInt(
                                (String name) -> ORDER.contains(name) ? ORDER.indexOf(name) : ORDER.size())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }
}
