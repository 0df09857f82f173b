package org.c4igateway.topics;

import java.util.regex.Pattern;

/**
 * Names topics: all whose id matches, or all of a traffic class.
 *
 * @param text a topic id in which {@code *} stands for any characters; or {@code class:} and a traffic class
 */
public record TopicPattern(String text) {
    private static final Pattern FORM = Pattern.compile("class:[A-Z]{1,32}|[A-Za-z0-9._*-]{1,64}");
    private static final String CLASS = "class:";
    private static final char ANY = '*';

    public TopicPattern {
        if (!isPattern(text)) {
            throw new IllegalArgumentException("not a pattern of topics: " + text);
        }
    }

    /** @return whether the text has the form of a pattern; whether something matches it is another question */
    public static boolean isPattern(String text) {
        return FORM.matcher(text).matches();
    }

    /** @return whether it is one of those that the pattern names */
    public boolean covers(Topic topic) {
        return covers(text, topic);
    }

    /** The same for a text that is known to be a pattern, without looking at its form again. */
    public static boolean covers(String text, Topic topic) {
        return text.startsWith(CLASS)
                ? text.substring(CLASS.length()).equals(topic.trafficClass().name())
                : matches(text, topic.id());
    }

    /** In time proportional to the product of both lengths at most: any process can announce a text. */
    private static boolean matches(String text, String id) {
        int at = 0;
        int next = 0;
        int star = -1;
        int resume = 0;
        while (at < id.length()) {
            if (next < text.length() && text.charAt(next) == ANY) {
                star = next++;
                resume = at;
            } else if (next < text.length() && text.charAt(next) == id.charAt(at)) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++resume;
            } else {
                return false;
            }
        }
        return text.substring(next).chars().allMatch(rest -> rest == ANY);
    }
}
