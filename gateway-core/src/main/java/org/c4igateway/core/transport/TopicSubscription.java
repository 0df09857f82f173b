package org.c4igateway.core.transport;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.c4igateway.topics.Topic;

/**
 * What one system wants of the messages that others publish.
 *
 * @param pattern a topic id in which {@code *} stands for any characters; or {@code class:} and a traffic class
 * @param lookBack how old a message published before the subscription may be; whole seconds, zero for none
 */
public record TopicSubscription(String pattern, Duration lookBack) {
    private static final Pattern FORM = Pattern.compile("class:[A-Z]{1,32}|[A-Za-z0-9._*-]{1,64}");
    private static final String CLASS = "class:";
    private static final char ANY = '*';

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
        return FORM.matcher(text).matches();
    }

    /** @return whether messages of the topic are wanted */
    public boolean covers(Topic topic) {
        if (pattern.startsWith(CLASS)) {
            return pattern.substring(CLASS.length()).equals(topic.trafficClass().name());
        }
        return matches(topic.id());
    }

    /** In time proportional to the product of both lengths at most: any process can announce a pattern. */
    private boolean matches(String id) {
        int at = 0;
        int next = 0;
        int star = -1;
        int resume = 0;
        while (at < id.length()) {
            if (next < pattern.length() && pattern.charAt(next) == ANY) {
                star = next++;
                resume = at;
            } else if (next < pattern.length() && pattern.charAt(next) == id.charAt(at)) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++resume;
            } else {
                return false;
            }
        }
        return pattern.substring(next).chars().allMatch(rest -> rest == ANY);
    }
}
