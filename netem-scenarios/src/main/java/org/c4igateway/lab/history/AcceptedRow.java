package org.c4igateway.lab.history;

/**
 * One row of an outbox, for one of its destinations.
 *
 * @param sequence its number within the origin
 * @param topicId its topic
 * @param reliable whether its topic is confirmed
 * @param precedence 0 to 3
 * @param carried all that must arrive unchanged: fields as text, and a digest of the bytes
 * @param state its final state, or {@link #PENDING}
 * @param reason code and detail of that state; empty for none
 */
public record AcceptedRow(
        long sequence, String topicId, boolean reliable, int precedence, String carried, String state, String reason) {
    /** The state of a row without a final one. */
    public static final String PENDING = "pending";

    /** The state of a row whose receipt has come. */
    public static final String DELIVERED = "delivered";

    /** What order is kept within. */
    String stream() {
        return topicId + "/" + precedence;
    }
}
