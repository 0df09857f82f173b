package org.c4igateway.topics.definition.model;

import java.util.Optional;
import java.util.Set;

/**
 * A structural condition (ADatP-3 Part I, structural notation).
 *
 * @param operator what is asked of the target when the test is true
 * @param target set or field it is about
 * @param test when it applies; always when absent
 * @param values assigned values of {@link Operator#A}, else empty
 */
public record StructuralCondition(Operator operator, Target target, Optional<Test> test, Set<String> values) {

    /** The four operators that cover nearly all published conditions. */
    public enum Operator {
        /** The field holds one of the values. */
        A("assign"),
        /** Required. */
        R("require"),
        /** Prohibited. */
        P("prohibit"),
        /** Required when the test is true, else prohibited. */
        RP("require-else-prohibit");

        private final String key;

        Operator(String key) {
            this.key = key;
        }

        /** Key in a definition file. */
        public String key() {
            return key;
        }
    }

    /**
     * A set of the message, or one of its fields.
     *
     * @param label as {@link Element.SetPosition#label()}
     * @param field field position from 1, or 0 for the set
     */
    public record Target(String label, int field) {
        @Override
        public String toString() {
            return field == 0 ? label : label + "/" + field;
        }
    }

    /** What is asked about the message. */
    public sealed interface Test {
        Target target();

        /** The set or field is there with content. */
        record Present(Target target) implements Test {}

        /** It is not. */
        record Absent(Target target) implements Test {}

        /** The field holds one of the values; unknown when it is not there. */
        record Holds(Target target, Set<String> values) implements Test {
            public Holds {
                values = Set.copyOf(values);
            }
        }
    }

    public StructuralCondition {
        values = Set.copyOf(values);
    }
}
