package org.c4igateway.topics.definition.model;

import java.util.List;

/**
 * One field of a linear set, or one column of a columnar set.
 *
 * @param name for a person
 * @param header column header; "" in a linear set
 * @param use occurrence
 * @param alternatives formats of the content; all but one have a descriptor
 */
public record FieldDefinition(String name, String header, OccurrenceCategory use, List<Alternative> alternatives) {

    /**
     * One form of the content.
     *
     * @param descriptor descriptor that announces it, or "" for the one without
     * @param format format of the content behind the descriptor
     */
    public record Alternative(String descriptor, ValueFormat format) {}

    public FieldDefinition {
        alternatives = List.copyOf(alternatives);
        long bare = alternatives.stream().filter(a -> a.descriptor().isEmpty()).count();
        long distinct =
                alternatives.stream().map(Alternative::descriptor).distinct().count();
        if (alternatives.isEmpty() || bare > 1 || distinct != alternatives.size()) {
            throw new IllegalArgumentException(
                    "field '" + name + "' needs alternatives with different descriptors, at most one without");
        }
    }
}
