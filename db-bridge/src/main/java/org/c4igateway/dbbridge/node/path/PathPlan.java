package org.c4igateway.dbbridge.node.path;

import java.time.Duration;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.definition.DefinitionLibrary;

/**
 * What the data path of a node is built of. A renewal replaces it as a whole.
 *
 * @param properties configuration
 * @param parts transports, rules and what else the path needs
 * @param judgement check and filter that the rules use, which change while the path is open
 */
public record PathPlan(NodeProperties properties, NodeParts parts, ReplaceableJudgement judgement) {
    /** A liveness check takes a lease's listener that is silent for two minutes for dead. */
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);

    /** @return its topics */
    public TopicCatalogue catalogue() {
        return parts.rules().catalogue();
    }

    /** @return makes checks and filters for these topics */
    public JudgementSource judgementSource() {
        return new JudgementSource(catalogue(), properties.self(), parts.meters());
    }

    /** @return what the configuration says of destinations */
    Newcomers.Configured destinations() {
        return Newcomers.Configured.of(properties);
    }

    /** @return how long the path waits for receipts before it is renewed */
    Duration drain() {
        Duration configured = properties.drainTimeout();
        return configured.compareTo(LONGEST_DRAIN) > 0 ? LONGEST_DRAIN : configured;
    }

    /**
     * @param other plan of a node that was built with another configuration
     * @param edge its edge; the path takes the payload checks from it
     * @param definitions its definitions, by which payloads are checked and filters read fields
     * @return the path of the other node with the database, retention, encoding and tables of this one
     * @throws org.c4igateway.core.fault.GatewayException.Fatal that names key, value and remedy
     */
    public PathPlan renewedAs(PathPlan other, EdgeProperties edge, DefinitionLibrary definitions) {
        NodeProperties next = withPathOf(other.properties);
        JudgementSource source = new JudgementSource(other.catalogue(), next.self(), parts.meters());
        ReplaceableJudgement judge = new ReplaceableJudgement(
                source.check(next, edge, definitions),
                source.filter(next, definitions),
                next.release().rules());
        int maxBytes = other.parts.rules().maxPayloadBytes();
        MessageRules rules = new MessageRules(
                other.catalogue(),
                maxBytes,
                judge.check(),
                judge.release(),
                parts.rules().time());
        NodeParts nextParts = new NodeParts(
                other.parts.factories(),
                rules,
                judge.filter(),
                other.parts.subscriptions(),
                parts.edge(),
                parts.tables(),
                parts.meters(),
                parts.loops(),
                parts.trace(),
                parts.steps());
        return new PathPlan(next, nextParts, judge);
    }

    private NodeProperties withPathOf(NodeProperties other) {
        return new NodeProperties(
                properties.system(),
                properties.database(),
                other.destinations(),
                other.catalogue(),
                other.validation(),
                other.definitions(),
                other.maxPayload(),
                other.subscriptions(),
                other.flow(),
                properties.retention(),
                other.drainTimeout(),
                properties.ledgerInterval(),
                properties.unroutedTimeout(),
                other.newcomers(),
                other.newcomerNames(),
                other.unclaimedTimeout(),
                other.release(),
                other.objectives());
    }
}
