package org.c4igateway.topics.definition.model;

import java.util.List;

/** Definition files cannot be used. Carries every problem found. */
public final class DefinitionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public DefinitionException(List<String> problems) {
        super("The message definitions are not usable:\n  " + String.join("\n  ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Every problem, each written {@code FILE:LINE:COLUMN: reason}; at least one. */
    public List<String> problems() {
        return problems;
    }
}
