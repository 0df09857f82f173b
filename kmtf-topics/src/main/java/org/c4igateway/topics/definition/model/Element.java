package org.c4igateway.topics.definition.model;

import java.util.List;

/** One place in the sequence of a message: a set or a segment of sets. */
public sealed interface Element {

    /** Highest number of occurrences where nothing else is said. */
    int UNBOUNDED = Integer.MAX_VALUE;

    OccurrenceCategory use();

    /** Most occurrences, at least 1. */
    int most();

    /**
     * A set.
     *
     * @param setId set identifier
     * @param subject required subject of a GENTEXT, or "" for any
     * @param use occurrence
     * @param most most occurrences one after the other
     */
    record SetPosition(String setId, String subject, OccurrenceCategory use, int most) implements Element {
        /** As written in conditions and diagnostics: {@code GENTEXT:MISSION} or the identifier alone. */
        public String label() {
            return subject.isEmpty() ? setId : setId + ":" + subject;
        }
    }

    /**
     * A run of elements that belong together. Its first set opens each instance; where that may be left out, so do
     * those behind it, up to the first that may not.
     *
     * @param name for a person
     * @param use occurrence
     * @param most most instances
     * @param elements elements in order, at least one
     * @param conditions conditions that hold within each instance
     */
    record Segment(
            String name, OccurrenceCategory use, int most, List<Element> elements, List<StructuralCondition> conditions)
            implements Element {
        public Segment {
            elements = List.copyOf(elements);
            conditions = List.copyOf(conditions);
            if (elements.isEmpty()) {
                throw new IllegalArgumentException("segment '" + name + "' has no set");
            }
        }

        /** The set that stands first. */
        public SetPosition initial() {
            return switch (elements.getFirst()) {
                case SetPosition first -> first;
                case Segment first -> first.initial();
            };
        }
    }
}
