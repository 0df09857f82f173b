package org.c4igateway.lab.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * One row of an outbox, for one of its destinations.
 *
 * @param sequence its number within the origin
 * @param topicId its topic
 * @param subject what it is about; empty for nothing that a newer row could replace
 * @param reliable whether its topic is confirmed
 * @param precedence 0 to 3
 * @param carried all that must arrive unchanged: fields as text, and a digest of the bytes
 * @param state its final state, or {@link #PENDING}
 * @param reason code and detail of that state; empty for none
 */
public record AcceptedRow(
        long sequence,
        String topicId,
        String subject,
        boolean reliable,
        int precedence,
        String carried,
        String state,
        String reason) {
    /** The state of a row without a final one. */
    public static final String PENDING = "pending";

    /** The state of a row that a newer one about its subject has replaced. */
    public static final String SUPERSEDED = "superseded";

    /** The state of a row whose receipt has come. */
    public static final String DELIVERED = "delivered";

    /**
     * One of a query for number, topic, subject, precedence, what it carries, state and reason, in this order.
     *
     * @param catalogue says which topics are reliable; those it does not know count as reliable
     */
    public static AcceptedRow read(ResultSet row, TopicCatalogue catalogue) throws SQLException {
        String topic = row.getString(2);
        boolean reliable = catalogue.find(topic).map(Topic::reliable).orElse(true);
        return new AcceptedRow(
                row.getLong(1),
                topic,
                row.getString(3),
                reliable,
                row.getInt(4),
                row.getString(5),
                row.getString(6),
                row.getString(7));
    }

    /** What one row replaces another within; asked only if there is a subject. */
    String about() {
        return topicId + '\n' + subject;
    }

    /** What order is kept within. */
    String stream() {
        return topicId + "/" + precedence;
    }
}
