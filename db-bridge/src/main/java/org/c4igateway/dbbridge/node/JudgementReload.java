package org.c4igateway.dbbridge.node;

import java.util.List;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.reload.ReloadableKeys;
import org.c4igateway.dbbridge.node.reload.ReloadablePart;
import org.c4igateway.dbbridge.node.settings.EdgeProperties;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.springframework.context.ConfigurableApplicationContext;

/** Judges messages by changed policies, definitions and filters. */
final class JudgementReload implements ReloadablePart {
    private static final List<String> KEYS = List.of(
            ReloadableKeys.VALIDATION,
            ReloadableKeys.DEFINITIONS,
            ReloadableKeys.LINE_UNIT,
            ReloadableKeys.CLASS_FILTERS,
            ReloadableKeys.TOPIC_FILTERS);

    private final JudgementSource source;
    private final ReplaceableJudgement judgement;

    JudgementReload(JudgementSource source, ReplaceableJudgement judgement) {
        this.source = source;
        this.judgement = judgement;
    }

    @Override
    public boolean takes(ConfigurationChange change) {
        return KEYS.stream().anyMatch(pattern -> ReloadableKeys.matches(pattern, change.key()));
    }

    /** Policies and filters may name topics that only a changed catalogue has. */
    @Override
    public Runnable prepare(ConfigurableApplicationContext candidate, List<ConfigurationChange> changes) {
        NodeProperties properties = candidate.getBean(NodeProperties.class);
        PayloadCheck check = source.check(
                properties, candidate.getBean(EdgeProperties.class), candidate.getBean(DefinitionLibrary.class));
        SubscriptionFilter filter = source.filter(properties);
        return () -> judgement.replace(check, filter);
    }
}
