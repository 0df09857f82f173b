package org.c4igateway.lab.scenario;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.topics.yaml.YamlNode;

/** Reads what a condition does to a link: the same in both directions, or {@code forward} and {@code backward}. */
public final class LinkReader {
    private static final Set<String> KEYS = Set.of(
            "rate",
            "queue",
            "loss",
            "burst",
            "loss-before-shaper",
            "delay",
            "jitter",
            "reorder",
            "duplication",
            "corruption");
    private static final Set<String> WAYS = Set.of("forward", "backward");

    private LinkReader() {}

    /** Reads one link. */
    public static Condition.Directions read(YamlNode node) {
        Map<String, YamlNode> entries = node.map(Set.of());
        if (entries.keySet().stream().anyMatch(WAYS::contains)) {
            Map<String, YamlNode> ways = node.map(WAYS);
            return new Condition.Directions(way(ways.get("forward")), way(ways.get("backward")));
        }
        Impairment both = way(node);
        return new Condition.Directions(both, both);
    }

    private static Impairment way(@org.jspecify.annotations.Nullable YamlNode node) {
        if (node == null) {
            return Impairment.NONE;
        }
        Map<String, YamlNode> entries = node.map(KEYS);
        try {
            return new Impairment(
                    rate(entries),
                    loss(entries),
                    delay(entries),
                    share(entries, "duplication"),
                    share(entries, "corruption"));
        } catch (IllegalArgumentException e) {
            throw node.fault(String.valueOf(e.getMessage()));
        }
    }

    private static Impairment.Rate rate(Map<String, YamlNode> entries) {
        YamlNode rate = entries.get("rate");
        YamlNode queue = entries.get("queue");
        long bits = rate == null || rate.text().equals("unlimited") ? 0 : Units.bitsPerSecond(rate);
        return new Impairment.Rate(bits, queue == null ? Impairment.Rate.DEFAULT_QUEUE_PACKETS : queue.integer(1));
    }

    private static Impairment.Loss loss(Map<String, YamlNode> entries) {
        YamlNode burst = entries.get("burst");
        YamlNode before = entries.get("loss-before-shaper");
        return new Impairment.Loss(
                share(entries, "loss"),
                burst == null ? 1 : burst.number(),
                before != null && Units.yes(before)
                        ? Impairment.Loss.Placement.BEFORE_SHAPER
                        : Impairment.Loss.Placement.AFTER_SHAPER);
    }

    private static Impairment.Delay delay(Map<String, YamlNode> entries) {
        YamlNode reorder = entries.get("reorder");
        return new Impairment.Delay(
                time(entries, "delay"), time(entries, "jitter"), reorder != null && Units.yes(reorder));
    }

    private static double share(Map<String, YamlNode> entries, String key) {
        YamlNode node = entries.get(key);
        return node == null ? 0 : Units.share(node);
    }

    private static Duration time(Map<String, YamlNode> entries, String key) {
        YamlNode node = entries.get(key);
        return node == null ? Duration.ZERO : Units.time(node);
    }
}
