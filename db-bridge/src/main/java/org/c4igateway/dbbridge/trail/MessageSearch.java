package org.c4igateway.dbbridge.trail;

import java.time.Instant;
import java.util.Optional;

/**
 * Which messages, newest first.
 *
 * @param topicId of these only
 * @param until submitted, or received, at or before this instant only
 * @param before with a number below this one only: where the page before this one ended
 */
public record MessageSearch(Optional<String> topicId, Optional<Instant> until, long before) {
    /** All of them. */
    public static final MessageSearch ALL = new MessageSearch(Optional.empty(), Optional.empty(), Long.MAX_VALUE);
}
