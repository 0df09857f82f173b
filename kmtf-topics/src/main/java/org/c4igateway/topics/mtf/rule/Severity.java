package org.c4igateway.topics.mtf.rule;

/** Weight of a diagnostic. One error is enough to refuse a message. */
public enum Severity {
    ERROR,
    WARNING;

    /** As printed: {@code error} or {@code warning}. */
    public String label() {
        return this == ERROR ? "error" : "warning";
    }
}
