package org.c4igateway.dbbridge.node;

import java.util.List;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.ReleaseRule;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.dbbridge.node.path.JudgementSource;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.springframework.context.ConfigurableApplicationContext;

/** Judges messages by changed policies, definitions, filters and rules of release. */
final class JudgementReload implements ReloadablePart {
    private static final List<String> KEYS = List.of(
            ReloadableKeys.VALIDATION,
            ReloadableKeys.DEFINITIONS,
            ReloadableKeys.LINE_UNIT,
            ReloadableKeys.CLASS_FILTERS,
            ReloadableKeys.TOPIC_FILTERS,
            ReloadableKeys.RELEASE);

    private final NodePath path;

    JudgementReload(NodePath path) {
        this.path = path;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return KEYS.stream().anyMatch(pattern -> ReloadableKeys.matches(pattern, change.key()));
    }

    @Override
    public boolean isOfDataPath() {
        return true;
    }

    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        PathPlan plan = path.plan();
        JudgementSource source = plan.judgementSource();
        NodeProperties properties = candidate.getBean(NodeProperties.class);
        DefinitionLibrary definitions = candidate.getBean(DefinitionLibrary.class);
        PayloadCheck check = source.check(properties, candidate.getBean(EdgeProperties.class), definitions);
        SubscriptionFilter filter = source.filter(properties, definitions);
        ReleaseRule release = properties.release().rules();
        return () -> plan.judgement().replace(check, filter, release);
    }
}
