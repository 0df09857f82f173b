package org.c4igateway.lab.testbed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Compares outbox and inbox tables row by row, independently of every counter and state of the gateway. Blocks; keeps an entry
 * per message in memory.
 */
public final class DeliveryAudit {
    private static final int FETCH_ROWS = 2_000;
    private static final String SENT = "select sequence, topic_id, precedence, md5(payload) from c4i.outbox"
            + " where sequence > ? and ? = any (destinations) order by sequence";
    private static final String RECEIVED = "select origin_sequence, topic_id, md5(payload),"
            + " round(extract(epoch from received_at - created_at) * 1000000)::bigint,"
            + " received_at < ? from c4i.inbox where origin_system = ? and origin_sequence > ? order by received_id";

    private final TopicCatalogue catalogue;

    public DeliveryAudit(TopicCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * Compares what one system submitted for another with what that one received.
     *
     * @param after only messages with a greater sequence number
     * @param disturbance when something was broken on purpose; times until then are told apart
     */
    public AuditResult compare(InterfaceDatabase origin, InterfaceDatabase destination, long after, Instant disturbance)
            throws SQLException {
        Map<Long, SentMessage> sent = sent(origin, destination.system(), after);
        Findings findings = new Findings(origin.system() + " to " + destination.system(), sent);
        try (Connection connection = destination.openOwner();
                PreparedStatement statement = streaming(connection, RECEIVED)) {
            statement.setString(2, origin.system());
            statement.setLong(3, after);
            statement.setObject(1, disturbance.atOffset(ZoneOffset.UTC));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    findings.received(
                            row.getLong(1), row.getString(2), row.getString(3), row.getLong(4), row.getBoolean(5));
                }
            }
        }
        return findings.result();
    }

    private static Map<Long, SentMessage> sent(InterfaceDatabase origin, String destination, long after)
            throws SQLException {
        Map<Long, SentMessage> sent = new LinkedHashMap<>();
        try (Connection connection = origin.openOwner();
                PreparedStatement statement = streaming(connection, SENT)) {
            statement.setLong(1, after);
            statement.setString(2, destination);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    long sequence = row.getLong(1);
                    sent.put(sequence, new SentMessage(sequence, row.getString(2), row.getInt(3), row.getString(4)));
                }
            }
        }
        return sent;
    }

    private static PreparedStatement streaming(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(false);
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setFetchSize(FETCH_ROWS);
        return statement;
    }

    private boolean isReliable(String topicId) {
        return catalogue.find(topicId).map(Topic::reliable).orElse(true);
    }

    /** What one pair's comparison has found so far. */
    private final class Findings {
        private final String pair;
        private final Map<Long, SentMessage> sent;
        private final Map<Long, Integer> copies = new HashMap<>();
        private final Map<String, Long> newestOfStream = new HashMap<>();
        private final Map<String, Long> counts = new HashMap<>();
        private final List<String> examples = new ArrayList<>();
        private final Histogram latency = AuditResult.newHistogram();
        private final Histogram undisturbed = AuditResult.newHistogram();

        Findings(String pair, Map<Long, SentMessage> sent) {
            this.pair = pair;
            this.sent = sent;
        }

        void received(long sequence, String topicId, String digest, long latencyMicros, boolean early) {
            SentMessage message = sent.get(sequence);
            if (message == null) {
                fault("unknown", sequence, "arrived but was never submitted");
                return;
            }
            if (copies.merge(sequence, 1, Integer::sum) > 1) {
                fault("doubled", sequence, "is in the inbox more than once");
                return;
            }
            if (!message.digest().equals(digest) || !message.topicId().equals(topicId)) {
                fault("altered", sequence, "arrived with other bytes or another topic");
                copies.put(sequence, 0);
                return;
            }
            if (isReliable(topicId)) {
                checkOrder(message);
                long micros = Math.clamp(latencyMicros, 0, latency.getHighestTrackableValue());
                latency.recordValue(micros);
                if (early) {
                    undisturbed.recordValue(micros);
                }
            }
        }

        private void checkOrder(SentMessage message) {
            long newest = newestOfStream.getOrDefault(message.stream(), 0L);
            if (message.sequence() < newest) {
                fault("outOfOrder", message.sequence(), "arrived after " + newest + " of the same topic");
            }
            newestOfStream.put(message.stream(), Math.max(newest, message.sequence()));
        }

        AuditResult result() {
            long reliable = 0;
            long delivered = 0;
            long bestEffort = 0;
            long bestEffortReceived = 0;
            for (SentMessage message : sent.values()) {
                boolean arrived = copies.getOrDefault(message.sequence(), 0) > 0;
                if (!isReliable(message.topicId())) {
                    bestEffort++;
                    bestEffortReceived += arrived ? 1 : 0;
                    continue;
                }
                reliable++;
                delivered += arrived ? 1 : 0;
                if (!copies.containsKey(message.sequence())) {
                    fault("lost", message.sequence(), "of topic " + message.topicId() + " is not in the inbox");
                }
            }
            AuditResult.Faults faults = new AuditResult.Faults(
                    count("lost"), count("doubled"), count("altered"), count("outOfOrder"), count("unknown"));
            return new AuditResult(
                    reliable, delivered, bestEffort, bestEffortReceived, faults, examples, latency, undisturbed);
        }

        private long count(String kind) {
            return counts.getOrDefault(kind, 0L);
        }

        private void fault(String kind, long sequence, String text) {
            if (counts.merge(kind, 1L, Long::sum) == 1) {
                examples.add(pair + ": message " + sequence + " " + text);
            }
        }
    }
}
