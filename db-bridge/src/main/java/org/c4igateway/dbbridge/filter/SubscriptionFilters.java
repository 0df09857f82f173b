package org.c4igateway.dbbridge.filter;

import java.util.HashMap;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.flow.rule.SubscriptionFilter.Verdict;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the filter of a node from its configuration. */
public final class SubscriptionFilters {
    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionFilters.class);
    private static final String PREFIX = "c4i.subscriptions";

    private static final String LANGUAGE = "docs/reference/filters.md";

    private SubscriptionFilters() {}

    /**
     * Loads the expression language only where there is an expression.
     *
     * @param classes expression by traffic class
     * @param topics expression by topic id, instead of that of its class
     * @param catalogue topics of this node
     * @param definitions of this node: where expressions have the names of sets and fields from
     * @param self the subscribing system, which origins of excluded messages are told
     * @throws GatewayException.Fatal naming the key of what is no expression or no topic, and why
     */
    public static SubscriptionFilter of(
            Map<String, String> classes,
            Map<String, String> topics,
            TopicCatalogue catalogue,
            DefinitionLibrary definitions,
            SystemName self) {
        if (classes.isEmpty() && topics.isEmpty()) {
            return SubscriptionFilter.NONE;
        }
        FilterLanguage language = new FilterLanguage(definitions);
        Map<TrafficClass, FilterExpression> ofClass = new HashMap<>();
        classes.forEach((name, text) -> {
            String key = PREFIX + ".classes." + name;
            ofClass.put(CatalogueKeys.requireClass(key, name), read(language, key, text));
        });
        Map<String, FilterExpression> ofTopic = new HashMap<>();
        for (Topic topic : catalogue.topics()) {
            FilterExpression expression = ofClass.get(topic.trafficClass());
            if (expression != null) {
                ofTopic.put(topic.id(), expression);
            }
        }
        topics.forEach((id, text) -> {
            String key = PREFIX + ".topics." + id;
            CatalogueKeys.requireTopic(key, id, catalogue);
            ofTopic.put(id, read(language, key, text));
        });
        return new ByTopic(catalogue, Map.copyOf(ofTopic), self);
    }

    private static FilterExpression read(FilterLanguage language, String key, String text) {
        try {
            FilterLanguage.Checked checked = language.compile(text);
            checked.doubts().forEach(doubt -> LOG.warn("{}: {}", key, doubt));
            return new FilterExpression(key, checked.program());
        } catch (FilterSyntaxException e) {
            throw new GatewayException.Fatal(
                            ErrorCode.CONFIGURATION,
                            key + ": '" + text + "' is not accepted: " + e.getMessage(),
                            "Set " + key + " to an expression that is true for wanted messages; " + LANGUAGE
                                    + " describes them.",
                            e)
                    .about(key);
        }
    }

    private record ByTopic(TopicCatalogue catalogue, Map<String, FilterExpression> expressions, SystemName self)
            implements SubscriptionFilter {
        @Override
        public Verdict judge(Message message) {
            FilterExpression expression = expressions.get(message.topicId());
            if (expression == null) {
                return new Verdict.Unfiltered();
            }
            String name = catalogue.find(message.topicId()).map(Topic::name).orElse("");
            return expression.judge(new FilteredMessage(message, name), self);
        }
    }
}
