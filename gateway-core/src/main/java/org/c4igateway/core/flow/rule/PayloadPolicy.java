package org.c4igateway.core.flow.rule;

import java.util.Map;
import java.util.Objects;
import org.c4igateway.topics.definition.PolicyLevel;
import org.jspecify.annotations.Nullable;

/**
 * How much is asked of payloads, by topic and direction. Immutable, safe for any thread.
 *
 * @param otherwise level of topics that are not named
 * @param topics level by topic id
 * @param inbound level of everything that is received; null: as for what is sent
 */
public record PayloadPolicy(
        PolicyLevel otherwise,
        Map<String, PolicyLevel> topics,
        @Nullable PolicyLevel inbound) {
    public PayloadPolicy {
        Objects.requireNonNull(otherwise);
        topics = Map.copyOf(topics);
    }

    /** @return the level for messages of this topic on their way out */
    public PolicyLevel sent(String topicId) {
        return topics.getOrDefault(topicId, otherwise);
    }

    /** @return the level for messages of this topic that arrive */
    public PolicyLevel received(String topicId) {
        return inbound == null ? sent(topicId) : inbound;
    }
}
