package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.c4igateway.core.message.Precedence;

/**
 * Which messages, newest first.
 *
 * @param filter with these properties only
 * @param since submitted, or received, at or after this instant only
 * @param until submitted, or received, at or before this instant only
 * @param before with a number below this one only: where the page before this one ended
 */
public record MessageSearch(Filter filter, Optional<Instant> since, Optional<Instant> until, long before) {
    /** All of them. */
    public static final MessageSearch ALL =
            new MessageSearch(Filter.NONE, Optional.empty(), Optional.empty(), Long.MAX_VALUE);

    /**
     * Properties of a message; all that are given must fit.
     *
     * @param topics ids of topics
     * @param system a destination of a sent message, the origin of a received one
     * @param state {@code pending} or a final state, for that system if one is given, else for any; a received
     *     message has none
     * @param precedence of this one
     * @param text is in its label or subject, in capital or small letters
     */
    public record Filter(
            Optional<Set<String>> topics,
            Optional<String> system,
            Optional<String> state,
            Optional<Precedence> precedence,
            Optional<String> text) {
        /** Excludes nothing. */
        public static final Filter NONE =
                new Filter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        public Filter {
            topics = topics.map(Set::copyOf);
        }
    }
}
