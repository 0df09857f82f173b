package org.c4igateway.core.transport;

import java.time.Duration;
import java.util.Objects;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicPattern;

/**
 * What one system wants of the messages that others publish.
 *
 * @param pattern text of a {@link TopicPattern}
 * @param lookBack how old a message published before the subscription may be; whole seconds, zero for none
 */
public record TopicSubscription(String pattern, Duration lookBack) {
    public TopicSubscription {
        Objects.requireNonNull(lookBack);
        if (!isPattern(pattern)) {
            throw new IllegalArgumentException("not a pattern of topics: " + pattern);
        }
        if (lookBack.isNegative() || lookBack.toSeconds() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("look-back of " + lookBack);
        }
    }

    /** @return whether the text has the form of a pattern; whether something matches it is another question */
    public static boolean isPattern(String text) {
        return TopicPattern.isPattern(text);
    }

    /** @return whether messages of the topic are wanted */
    public boolean covers(Topic topic) {
        return TopicPattern.covers(pattern, topic);
    }
}
