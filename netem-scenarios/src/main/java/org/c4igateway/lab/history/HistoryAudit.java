package org.c4igateway.lab.history;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.lab.history.ReadingHistory.Row;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Gathers histories from interface databases and has them judged. Reads as a stream: memory does not grow with the
 * number of rows. Blocks; thread-safe.
 */
public final class HistoryAudit {
    private static final String CARRIED =
            "o.topic_id || '|' || o.precedence || '|' || o.label || '|' || o.subject || '|' ||"
                    + " o.created_at || '|' || coalesce(o.expires_at::text, '') || '|' || %2$s";
    private static final String ACCEPTED = "select o.sequence, o.topic_id, o.subject, o.precedence, " + CARRIED
            + ", coalesce(v.state, 'pending'), concat_ws(' ', v.code, nullif(v.detail, ''))"
            + " from %1$s.outbox as o left join %1$s.delivery as v on v.sequence = o.sequence and v.destination = ?"
            + " where o.sequence > ? and ? = any (o.destinations) order by o.sequence";
    private static final String ARRIVED = "select o.origin_sequence, o.received_id, " + CARRIED
            + ", round(extract(epoch from o.received_at - o.created_at) * 1000000)::bigint, o.received_at < ?"
            + " from %1$s.inbox as o where o.origin_system = ? and o.origin_sequence > ?"
            + " order by o.origin_sequence, o.received_id";
    private static final String STORED = "select received_id, origin_system, origin_sequence from %1$s.inbox"
            + " where received_id > ? and received_id <= ? order by received_id";
    private static final String SUBMITTED = "select sequence, array_to_string(destinations, ',') || '|' || %2$s"
            + " from %1$s.outbox as o order by sequence";
    private static final String ORIGINS =
            "select origin_system, count(*) from %1$s.inbox where received_id > ? group by origin_system order by 1";
    /** One statement, hence one instant. */
    private static final String INBOX = "select origin_system, coalesce(l.received, 0), coalesce(r.rows, 0)"
            + " from c4i.inbox_ledger as l full join (select origin_system, count(*) as rows from %1$s.inbox"
            + " group by origin_system) as r using (origin_system)";

    private final TopicCatalogue catalogue;
    private final Rows rows;

    /** @param catalogue says which topics are reliable; those it does not know count as reliable */
    public HistoryAudit(TopicCatalogue catalogue) {
        this(catalogue, Rows.LIVE);
    }

    /** The same of other rows. */
    public HistoryAudit(TopicCatalogue catalogue, Rows rows) {
        this.catalogue = catalogue;
        this.rows = rows;
    }

    /** Where the rows are read that are judged. */
    public enum Rows {
        /** From the tables themselves. */
        LIVE("c4i", "md5(o.payload)"),
        /** From copies, since retention removes rows meanwhile. */
        KEPT("kept", "o.digest");

        private final String schema;
        private final String digest;

        Rows(String schema, String digest) {
            this.schema = schema;
            this.digest = digest;
        }

        private String from(String sql) {
            return sql.formatted(schema, digest);
        }
    }

    /**
     * Which rows of a pair are looked at.
     *
     * @param after only those with a greater sequence number
     * @param disturbance when something was broken on purpose; times until then are told apart
     */
    public record Scope(long after, Instant disturbance) {
        /** All rows. */
        public static final Scope ALL = new Scope(0, Instant.EPOCH);
    }

    /** Judges what one system submitted for another by what that one has of it. */
    public AuditResult pair(ObservedSystem origin, ObservedSystem destination, Scope scope, Expectation expectation)
            throws SQLException {
        try (RowStream<AcceptedRow> acceptedRow = RowStream.open(
                        origin,
                        rows.from(ACCEPTED),
                        row -> AcceptedRow.read(row, catalogue),
                        destination.system(),
                        scope.after(),
                        destination.system());
                RowStream<ArrivedRow> arrivedRow = RowStream.open(
                        destination,
                        rows.from(ARRIVED),
                        HistoryAudit::arrived,
                        scope.disturbance().atOffset(ZoneOffset.UTC),
                        origin.system(),
                        scope.after())) {
            PairHistory history =
                    new PairHistory(origin.system(), destination.system(), () -> acceptedRow, () -> arrivedRow);
            return PairJudge.judge(history, expectation);
        }
    }

    private static ArrivedRow arrived(ResultSet row) throws SQLException {
        return new ArrivedRow(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4), row.getBoolean(5));
    }

    /** Lets the reader read to the end, and judges what it saw by what the inbox has. */
    public AuditResult reading(ObservedSystem observedSystem, InboxReader reader) throws SQLException {
        long end = reader.readToEnd();
        try (RowStream<Row> stored =
                RowStream.open(observedSystem, rows.from(STORED), HistoryAudit::stored, reader.start(), end)) {
            return ReadingJudge.judge(new ReadingHistory(observedSystem.system(), reader.seen(end), () -> stored));
        }
    }

    private static Row stored(ResultSet row) throws SQLException {
        return new Row(row.getLong(1), row.getString(2), row.getLong(3));
    }

    /**
     * Judges what a run noted of a system by its outbox.
     *
     * @param acknowledged submits whose commit was answered, in any order; the content is destinations, separated by
     *     commas, a bar, and the MD5 digest of the bytes in hexadecimal digits
     */
    public AuditResult run(
            ObservedSystem observedSystem, List<Submit> acknowledged, RunHistory.Calm calm, List<RunHistory.Use> uses)
            throws SQLException {
        List<Submit> ascending = acknowledged.stream()
                .sorted(Comparator.comparingLong(Submit::sequence))
                .toList();
        try (RowStream<Submit> stored = RowStream.open(
                observedSystem, rows.from(SUBMITTED), row -> new Submit(row.getLong(1), row.getString(2)))) {
            return RunJudge.judge(new RunHistory(observedSystem.system(), ascending, () -> stored, calm, uses));
        }
    }

    /**
     * Finds what has arrived from systems that are none of those.
     *
     * @param after only rows with a greater {@code received_id}
     */
    public AuditResult origins(ObservedSystem observedSystem, Set<String> known, long after) throws SQLException {
        Violations found = new Violations(observedSystem.system());
        try (RowStream<Map.Entry<String, Long>> rowsOf = RowStream.open(
                observedSystem, rows.from(ORIGINS), row -> Map.entry(row.getString(1), row.getLong(2)), after)) {
            while (rowsOf.hasNext()) {
                Map.Entry<String, Long> origin = rowsOf.next();
                if (!known.contains(origin.getKey())) {
                    found.add(Kind.UNKNOWN, origin.getValue() + " rows are from '" + origin.getKey() + "'");
                }
            }
        }
        return AuditResult.of(found);
    }

    /** Judges both ledgers of a system by its rows. Rows that retention has dropped are missing in live ones. */
    public AuditResult ledger(ObservedSystem observedSystem) throws SQLException {
        Map<String, Long> received = new HashMap<>();
        Map<String, Long> counted = new HashMap<>();
        try (Connection connection = observedSystem.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(rows.from(INBOX))) {
            while (row.next()) {
                received.put(row.getString(1), row.getLong(2));
                counted.put(row.getString(1), row.getLong(3));
            }
            LedgerSnapshot outbox = LedgerSnapshot.read(connection, true);
            return LedgerJudge.judge(
                    new LedgerHistory(observedSystem.system(), outbox.lines(), outbox.recounted(), received, counted));
        }
    }
}
