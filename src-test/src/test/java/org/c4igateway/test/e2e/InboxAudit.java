package org.c4igateway.test.e2e;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares an outbox with an inbox row by row, from the tables alone: nothing lost, doubled or altered, and per origin, topic and
 * precedence in order of submission. Reliable topics only.
 */
final class InboxAudit {
    private static final String FIELDS = "topic_id || '|' || precedence || '|' || label || '|' || subject || '|' ||"
            + " created_at || '|' || coalesce(expires_at::text, '') || '|' || md5(payload)";

    private InboxAudit() {}

    /** Findings, empty when all is well. Rows rejected or expired at the origin must not have arrived. */
    static List<String> compare(C4iServer origin, String originName, C4iServer destination, String destinationName)
            throws SQLException {
        Map<Long, String> sent = sent(origin, destinationName);
        List<String> findings = new ArrayList<>();
        Map<Long, Integer> copies = new HashMap<>();
        Map<String, Long> newest = new HashMap<>();
        for (String row : destination
                .database()
                .column("SELECT origin_sequence || '|' || " + FIELDS + " FROM c4i.inbox WHERE origin_system = '"
                        + originName + "' ORDER BY received_id")) {
            String[] parts = row.split("\\|", 2);
            long sequence = Long.parseLong(parts[0]);
            if (!Samples.isReliable(parts[1].split("\\|", 2)[0])) {
                continue;
            }
            if (!parts[1].equals(sent.get(sequence))) {
                findings.add(sequence + " is altered: " + sent.get(sequence) + " became " + parts[1]);
            }
            if (copies.merge(sequence, 1, Integer::sum) > 1) {
                findings.add(sequence + " is doubled");
            }
            String[] fields = parts[1].split("\\|", 3);
            Long before = newest.put(fields[0] + " " + fields[1], sequence);
            if (before != null && before > sequence) {
                findings.add(sequence + " of " + fields[0] + " came after " + before);
            }
        }
        sent.keySet().stream()
                .filter(sequence -> !copies.containsKey(sequence))
                .forEach(sequence -> findings.add(sequence + " is lost"));
        return findings;
    }

    private static Map<Long, String> sent(C4iServer origin, String destination) throws SQLException {
        Map<Long, String> sent = new LinkedHashMap<>();
        for (String row : origin.database()
                .column("SELECT o.sequence || '|' || " + FIELDS.replace("created_at", "o.created_at")
                        + " FROM c4i.outbox AS o WHERE '" + destination + "' = ANY (o.destinations)"
                        + " AND NOT EXISTS (SELECT FROM c4i.delivery AS v WHERE v.sequence = o.sequence AND v.destination = '"
                        + destination + "' AND v.state IN ('rejected', 'expired')) ORDER BY 1")) {
            String[] parts = row.split("\\|", 2);
            if (Samples.isReliable(parts[1].split("\\|", 2)[0])) {
                sent.put(Long.valueOf(parts[0]), parts[1]);
            }
        }
        return sent;
    }
}
