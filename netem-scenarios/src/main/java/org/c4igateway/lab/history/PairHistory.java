package org.c4igateway.lab.history;

/**
 * What one system submitted for another, and what that one has of it. Each part is iterated once.
 *
 * @param accepted ascending by sequence
 * @param arrived ascending by sequence, then by place in the inbox
 */
public record PairHistory(
        String origin, String destination, Iterable<AcceptedRow> accepted, Iterable<ArrivedRow> arrived) {
    /** The pair, for people. */
    String place() {
        return origin + " to " + destination;
    }
}
