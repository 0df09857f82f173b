package org.c4igateway.topics.definition.model;

import java.util.List;

/**
 * A linear or columnar set.
 *
 * @param id set identifier
 * @param title for a person
 * @param columnar whether the fields are columns
 * @param fields fields or columns in order; at least one
 * @param repeating how many of the last fields repeat as a group; 0 for none (rows of a columnar set always repeat)
 */
public record SetDefinition(String id, String title, boolean columnar, List<FieldDefinition> fields, int repeating) {

    public SetDefinition {
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("set " + id + " has no field");
        }
        if (repeating < 0 || repeating > fields.size() || (columnar && repeating > 0)) {
            throw new IllegalArgumentException("set " + id + " cannot repeat its last " + repeating + " fields");
        }
        boolean digitFirst = !id.isEmpty() && Character.isDigit(id.charAt(0));
        if (digitFirst != columnar) {
            throw new IllegalArgumentException(
                    "set " + id + ": an identifier starts with a digit exactly when the set has columns");
        }
    }
}
