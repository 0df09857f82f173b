package org.c4igateway.topics;

/**
 * One topic on which two catalogues disagree.
 *
 * @param id topic id
 * @param kind what the disagreement is, seen from the catalogue that was asked
 */
public record TopicMismatch(String id, Kind kind) {

    /** How two catalogues can disagree on one topic. */
    public enum Kind {
        /** The other side knows the topic, this side does not. */
        MISSING_HERE,
        /** This side knows the topic, the other side does not. */
        MISSING_THERE,
        /** Both know it with different content. */
        DIFFERENT
    }
}
