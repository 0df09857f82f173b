package org.c4igateway.wan.app;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TopicPattern;

/**
 * The topics of a catalogue that the lists of a link name by id, pattern or class.
 *
 * @param link keys of the link
 * @param catalogue of the gateway
 */
record TopicChoice(String link, TopicCatalogue catalogue) {
    private static final String WANTED =
            "a topic of the catalogue, a pattern as A* of such, or class: and a traffic class with topics";

    /**
     * @return ids of all topics of a list
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming an entry that matches no topic
     */
    Set<String> topics(String key, List<String> patterns) {
        Set<String> ids = new HashSet<>();
        patterns.forEach(pattern -> ids.addAll(ids(key, pattern)));
        return ids;
    }

    /**
     * Each topic has the cap of its own id, else the lowest of those that match it.
     *
     * @throws org.c4igateway.core.fault.GatewayException.Fatal naming an entry that matches no topic
     */
    Map<String, Double> caps(Map<String, Double> caps) {
        Map<String, Double> all = new TreeMap<>();
        caps.forEach((pattern, cap) -> ids("caps", pattern).forEach(id -> all.merge(id, cap, Math::min)));
        caps.forEach((pattern, cap) -> all.computeIfPresent(pattern, (id, lowest) -> cap));
        return all;
    }

    private List<String> ids(String key, String pattern) {
        List<String> ids = TopicPattern.isPattern(pattern) ? matching(new TopicPattern(pattern)) : List.of();
        WanFault.require(!ids.isEmpty(), link + "." + key, pattern, WANTED);
        return ids;
    }

    private List<String> matching(TopicPattern pattern) {
        return catalogue.topics().stream()
                .filter(pattern::covers)
                .map(Topic::id)
                .toList();
    }
}
