package org.c4igateway.topics;

import java.util.List;

/** A catalogue file cannot be used. Carries every problem found, not only the first. */
public final class CatalogueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Each {@code FILE:LINE: reason}. */
    private final transient List<String> problems;

    CatalogueException(List<String> problems) {
        super("The topic catalogue is not usable:\n  " + String.join("\n  ", problems));
        this.problems = List.copyOf(problems);
    }

    /** Every problem, each written {@code FILE:LINE: reason}; at least one. */
    public List<String> problems() {
        return problems;
    }
}
