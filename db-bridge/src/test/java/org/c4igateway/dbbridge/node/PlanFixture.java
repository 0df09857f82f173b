package org.c4igateway.dbbridge.node;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.ReleaseRule;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Plans of a data path that judges nothing, for tests that open none. */
final class PlanFixture {
    private PlanFixture() {}

    static NodeProperties properties(Map<String, String> file) {
        return new Binder(new MapConfigurationPropertySource(file))
                .bind("c4i", NodeProperties.class)
                .get();
    }

    static PathPlan plan(NodeProperties properties, List<TransportFactory> transports) {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        InstantSource time = InstantSource.system();
        ReplaceableJudgement judgement =
                new ReplaceableJudgement(message -> MessageJudgement.CLEAN, SubscriptionFilter.NONE, ReleaseRule.OPEN);
        NodeParts parts = new NodeParts(
                transports,
                new MessageRules(TopicCatalogue.reference(), 1_000, judgement.check(), time),
                judgement.filter(),
                Subscriptions.ALL,
                EdgeText.UTF_8,
                List.of(),
                meters,
                new Loops(meters, time, System::nanoTime, defect -> {
                    throw defect;
                }),
                DeliveryTrace.NONE,
                StepListener.NONE);
        return new PathPlan(properties, parts, judgement);
    }
}
