package org.c4igateway.dbbridge.node.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.dbbridge.filter.CatalogueKeys;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One subscription, an element of {@code c4i.subscriptions.wanted}.
 *
 * @param pattern topic id in which {@code *} stands for any characters, or {@code class:} and a traffic class
 * @param from how far to look back when the subscription is new
 */
public record WantedProperties(
        @DefaultValue("") String pattern,
        @DefaultValue("0s") Duration from) {
    static final String KEY = "c4i.subscriptions.wanted";
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final String CLASS = "class:";

    /**
     * @return the subscriptions; all topics when none is configured
     * @throws org.c4igateway.core.fault.GatewayException.Fatal that names key, value and remedy
     */
    public static Subscriptions announced(List<WantedProperties> wanted, TopicCatalogue catalogue) {
        if (wanted.isEmpty()) {
            return Subscriptions.ALL;
        }
        NodeProperties.require(
                wanted.size() <= Subscriptions.MAX_PATTERNS,
                KEY,
                wanted.size() + " patterns",
                "at most " + Subscriptions.MAX_PATTERNS + " patterns");
        List<TopicSubscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            TopicSubscription subscription = wanted.get(i).subscription(KEY + "[" + i + "]", catalogue);
            NodeProperties.require(
                    subscriptions.stream().noneMatch(other -> other.pattern().equals(subscription.pattern())),
                    KEY + "[" + i + "].pattern",
                    subscription.pattern(),
                    "a pattern that is not there already");
            subscriptions.add(subscription);
        }
        return new Subscriptions(subscriptions);
    }

    private TopicSubscription subscription(String key, TopicCatalogue catalogue) {
        String ofPattern = key + ".pattern";
        NodeProperties.require(
                TopicSubscription.isPattern(pattern),
                ofPattern,
                pattern,
                "a topic id, with * for any characters, or class: and a traffic class");
        NodeProperties.require(!from.isNegative() && from.compareTo(LONGEST) <= 0, key + ".from", from, "0s to 366d");
        if (pattern.startsWith(CLASS)) {
            var _ = CatalogueKeys.requireClass(ofPattern, pattern.substring(CLASS.length()));
        } else if (!pattern.contains("*")) {
            CatalogueKeys.requireTopic(ofPattern, pattern, catalogue);
        }
        TopicSubscription subscription = new TopicSubscription(pattern, from);
        NodeProperties.require(
                catalogue.topics().stream().anyMatch((Topic topic) -> subscription.covers(topic)),
                ofPattern,
                pattern,
                "a pattern that some topic of the catalogue matches");
        return subscription;
    }
}
