package org.c4igateway.dbbridge.node.path;

import io.micrometer.core.instrument.MeterRegistry;
import org.c4igateway.core.flow.rule.MtfPayloadCheck;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.dbbridge.filter.SubscriptionFilters;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.mtf.rule.MtfEncoding;

/**
 * Makes the check of payloads and the filter of a node from a configuration, for the catalogue that the node has.
 *
 * @param catalogue its topics
 * @param self its system
 * @param meters where findings are counted
 */
public record JudgementSource(TopicCatalogue catalogue, SystemName self, MeterRegistry meters) {
    /** @throws org.c4igateway.core.fault.GatewayException.Fatal that names key, value and remedy */
    public PayloadCheck check(NodeProperties properties, EdgeProperties edge, DefinitionLibrary definitions) {
        PayloadRules rules = new PayloadRules(definitions, MtfEncoding.UTF_8, edge.lineUnit());
        return MtfPayloadCheck.of(rules, properties.validation().policy(catalogue), meters);
    }

    /** @throws org.c4igateway.core.fault.GatewayException.Fatal that names key, value and remedy */
    public SubscriptionFilter filter(NodeProperties properties, DefinitionLibrary definitions) {
        NodeProperties.SubscriptionProperties filters = properties.subscriptions();
        return SubscriptionFilters.of(filters.classes(), filters.topics(), catalogue, definitions, self);
    }
}
