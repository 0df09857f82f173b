package org.c4igateway.core.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.c4igateway.topics.Topic;

/**
 * What a node announces to want of the messages that others publish. In announcements each subscription is an entry of
 * the list of topics: {@code ?} and the pattern, with the look-back in seconds where topics have their digest. No topic
 * id begins so, and nodes of older releases ignore topics that they do not have.
 *
 * @param list at most {@link #MAX_PATTERNS}, each pattern once; empty when the node has told nothing, as one of an
 *     older release: then it wants every topic that it announces
 */
public record Subscriptions(List<TopicSubscription> list) {
    /** Most patterns of one node. */
    public static final int MAX_PATTERNS = 256;

    /** Nothing was told. */
    public static final Subscriptions NOT_TOLD = new Subscriptions(List.of());

    /** Everything that is published from now on. */
    public static final Subscriptions ALL = new Subscriptions(List.of(new TopicSubscription("*", Duration.ZERO)));

    private static final String MARK = "?";

    public Subscriptions {
        list = List.copyOf(list);
        if (list.size() > MAX_PATTERNS) {
            throw new IllegalArgumentException(list.size() + " patterns, more than " + MAX_PATTERNS);
        }
    }

    /** @return whether the entry of a list of topics is a subscription */
    public static boolean isEntry(String topic) {
        return topic.startsWith(MARK);
    }

    /** @return whether messages of the topic are wanted, as far as is known */
    public boolean covers(Topic topic) {
        return list.isEmpty() || list.stream().anyMatch(subscription -> subscription.covers(topic));
    }

    /** @return the subscriptions among the entries of an announcement */
    public static Subscriptions within(Map<String, Integer> entries) {
        List<TopicSubscription> found = new ArrayList<>();
        new TreeMap<>(entries).forEach((topic, number) -> {
            if (isEntry(topic)) {
                found.add(new TopicSubscription(topic.substring(MARK.length()), Duration.ofSeconds(number)));
            }
        });
        return new Subscriptions(found);
    }

    /** @return the digests of topics, and an entry for each subscription */
    public Map<String, Integer> besides(Map<String, Integer> digests) {
        Map<String, Integer> entries = new TreeMap<>(digests);
        list.forEach(subscription -> entries.put(
                MARK + subscription.pattern(),
                Math.toIntExact(subscription.lookBack().toSeconds())));
        return entries;
    }

    /** @return the entries that are digests of topics */
    public static Map<String, Integer> without(Map<String, Integer> entries) {
        Map<String, Integer> digests = new TreeMap<>(entries);
        digests.keySet().removeIf(Subscriptions::isEntry);
        return digests;
    }
}
