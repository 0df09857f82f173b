package org.c4igateway.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.bench.database.Database;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.MsgidSet;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.corpus.DefinedDocuments;
import org.c4igateway.topics.mtf.text.MtfWriter;

/** Draws different messages of reliable topics from a seed. */
final class WanMessages {
    private static final int MAX_DRAWS = 20;

    private final TopicCatalogue catalogue = TopicCatalogue.reference();
    private final DefinedDocuments documents;

    WanMessages(long seed) {
        this.documents = new DefinedDocuments(seed);
    }

    /** Messages that are submitted together. */
    record Batch(List<String> topics, List<byte[]> payloads, Precedence precedence) {
        int count() {
            return topics.size();
        }

        /** Submits in one transaction, so that all rows become visible at once. @return microseconds of the commit */
        long submit(Connection connection, String to) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT cardinality(c4i.submit_batch(?, array_fill(?, ARRAY[?]), array_fill(?::text, ARRAY[?]), ?))")) {
                statement.setArray(1, connection.createArrayOf("text", topics.toArray()));
                statement.setInt(2, precedence.code());
                statement.setInt(3, count());
                statement.setString(4, to);
                statement.setInt(5, count());
                statement.setArray(6, connection.createArrayOf("bytea", payloads.toArray(byte[][]::new)));
                statement.execute();
            }
            long micros =
                    Database.number(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint");
            connection.commit();
            return micros;
        }
    }

    /** Messages of about this many bytes. */
    Batch draw(int count, int bytes, Precedence precedence) {
        List<String> topics = new ArrayList<>();
        List<byte[]> payloads = new ArrayList<>();
        for (int left = count * MAX_DRAWS; left > 0 && topics.size() < count; left--) {
            MtfDocument document = documents.next(bytes);
            Optional<Topic> topic = document.messageId().map(MsgidSet::name).flatMap(catalogue::findByName);
            if (topic.filter(Topic::reliable).isPresent()) {
                topics.add(topic.get().id());
                payloads.add(MtfWriter.write(document));
            }
        }
        if (topics.size() < count) {
            throw new IllegalStateException("the definitions hardly have reliable messages");
        }
        return new Batch(topics, payloads, precedence);
    }

    /** Microseconds from outbox row to inbox row of what arrived since. */
    static List<Long> latencies(Connection inbox, long after, Precedence precedence) throws SQLException {
        List<Long> latencies = new ArrayList<>();
        try (PreparedStatement statement = inbox.prepareStatement(
                "SELECT (extract(epoch FROM received_at - created_at) * 1000000)::bigint FROM c4i.inbox"
                        + " WHERE received_id > ? AND precedence = ?")) {
            statement.setLong(1, after);
            statement.setInt(2, precedence.code());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    latencies.add(Math.max(0, row.getLong(1)));
                }
            }
        }
        return latencies;
    }
}
