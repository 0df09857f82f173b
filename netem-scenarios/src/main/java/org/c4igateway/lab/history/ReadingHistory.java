package org.c4igateway.lab.history;

/**
 * What the C4I server of a system read from its inbox while rows came, and what the inbox has now. Each part is
 * iterated once.
 *
 * @param read in the order of reading
 * @param stored ascending by place in the inbox, from the first place that the reader could see
 */
public record ReadingHistory(String system, Iterable<Row> read, Iterable<Row> stored) {
    /**
     * One row of an inbox.
     *
     * @param receivedId its place in the inbox
     * @param origin system that submitted it
     * @param sequence its number there
     */
    public record Row(long receivedId, String origin, long sequence) {
        /** Its identity, for people. */
        String identity() {
            return origin + " " + sequence;
        }
    }
}
