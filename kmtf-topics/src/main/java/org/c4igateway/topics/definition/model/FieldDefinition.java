package org.c4igateway.topics.definition.model;

import java.util.List;

/**
 * One field of a linear set, or one column of a columnar set.
 *
 * @param name for a person
 * @param header column header; "" in a linear set, and where it is not known
 * @param use occurrence
 * @param alternatives formats of the content; all but one have a descriptor
 */
public record FieldDefinition(String name, String header, OccurrenceCategory use, List<Alternative> alternatives) {

    /**
     * One form of the content.
     *
     * @param descriptor descriptor that announces it, "" for the one without, or {@link #ANY_DESCRIPTOR}
     * @param format format of the content behind the descriptor
     */
    public record Alternative(String descriptor, ValueFormat format) {
        /** It has a descriptor that is not known, or none. */
        public static final String ANY_DESCRIPTOR = "*";
    }

    public FieldDefinition {
        alternatives = List.copyOf(alternatives);
        long bare = alternatives.stream().filter(a -> a.descriptor().isEmpty()).count();
        List<String> told = alternatives.stream()
                .map(Alternative::descriptor)
                .filter(descriptor -> !descriptor.equals(Alternative.ANY_DESCRIPTOR))
                .toList();
        if (alternatives.isEmpty() || bare > 1 || told.stream().distinct().count() != told.size()) {
            throw new IllegalArgumentException(
                    "field '" + name + "' needs alternatives with different descriptors, at most one without");
        }
    }
}
