package org.c4igateway.wan.route.outlet;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.LabelList;

/**
 * What a link may carry.
 *
 * @param allow ids of topics that it carries; empty for all
 * @param block ids of topics that it does not carry
 * @param caps most messages of a topic per second, by id
 * @param labels of messages that it carries
 */
public record LinkPolicy(Set<String> allow, Set<String> block, Map<String, Double> caps, LabelList labels) {
    /** Everything. */
    public static final LinkPolicy OPEN = new LinkPolicy(Set.of(), Set.of(), Map.of(), LabelList.ALL);

    public LinkPolicy {
        allow = Set.copyOf(allow);
        block = Set.copyOf(block);
        caps = Map.copyOf(caps);
        Objects.requireNonNull(labels);
        caps.forEach((topic, perSecond) -> {
            if (!(perSecond > 0) || perSecond.isInfinite()) {
                throw new IllegalArgumentException("cap of topic " + topic + " must be above 0: " + perSecond);
            }
        });
    }

    /** @return why the link does not carry such a message; empty when it does */
    public Optional<Discard> refusal(String topicId, String label) {
        if (!admits(topicId)) {
            return Optional.of(Discard.BLOCKED);
        }
        return labels.admits(label) ? Optional.empty() : Optional.of(Discard.NOT_RELEASED);
    }

    /** Whether the link carries the topic at all. */
    public boolean admits(String topicId) {
        return !block.contains(topicId) && (allow.isEmpty() || allow.contains(topicId));
    }
}
