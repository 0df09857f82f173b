package org.c4igateway.lab.chaos.tables;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.history.AcceptedRow;
import org.c4igateway.lab.history.ArrivedRow;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.ObservedSystem;
import org.c4igateway.lab.history.PairHistory;
import org.c4igateway.lab.history.PairJudge;
import org.c4igateway.lab.history.RowStream;
import org.c4igateway.lab.history.RunHistory.Submit;
import org.c4igateway.lab.history.RunJudge;
import org.c4igateway.topics.TopicCatalogue;

/**
 * Judges each row from the table in which one server wrote it to the table in which another found it, by the rules of
 * outboxes and inboxes. Blocks; thread-safe.
 */
public final class TableAudit {
    private static final String CARRIED = "topic || '|' || precedence || '|' || subject || '|' || md5(payload)";
    private static final String WRITTEN = "select id, topic, coalesce(subject, ''), precedence, " + CARRIED
            + ", coalesce(state, 'pending'), coalesce(detail, '') from server.tx"
            + " where ? = any (string_to_array(destinations, ',')) order by id";
    private static final String FOUND =
            "select tx_id, id, " + CARRIED + " from server.rx where origin = ? order by tx_id, id";
    private static final String SENT = "select id, destinations || '|' || md5(payload) from server.tx order by id";

    private final TopicCatalogue catalogue;

    /** @param catalogue says which topics are reliable; those it does not know count as reliable */
    public TableAudit(TopicCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * All rows of all systems; counts none, since outboxes and inboxes have the same messages.
     *
     * @param acknowledged inserts whose commit was answered, for each system, in any order
     */
    public AuditResult audit(List<? extends ObservedSystem> systems, Map<String, List<Submit>> acknowledged)
            throws SQLException {
        AuditResult all = AuditResult.empty();
        for (ObservedSystem origin : systems) {
            for (ObservedSystem destination : systems) {
                if (!destination.equals(origin)) {
                    all = all.plus(pair(origin, destination).violationsOnly());
                }
            }
            all = all.plus(submits(origin, acknowledged.getOrDefault(origin.system(), List.of())));
        }
        return all;
    }

    private AuditResult pair(ObservedSystem origin, ObservedSystem destination) throws SQLException {
        try (RowStream<AcceptedRow> written =
                        RowStream.open(origin, WRITTEN, row -> AcceptedRow.read(row, catalogue), destination.system());
                RowStream<ArrivedRow> found = RowStream.open(destination, FOUND, TableAudit::found, origin.system())) {
            return PairJudge.judge(
                    new PairHistory(
                            "table of " + origin.system(),
                            "table of " + destination.system(),
                            () -> written,
                            () -> found),
                    Expectation.ALL_DELIVERED);
        }
    }

    private static ArrivedRow found(ResultSet row) throws SQLException {
        return new ArrivedRow(row.getLong(1), row.getLong(2), row.getString(3), 0, false);
    }

    private static AuditResult submits(ObservedSystem origin, List<Submit> acknowledged) throws SQLException {
        List<Submit> ascending = acknowledged.stream()
                .sorted(Comparator.comparingLong(Submit::sequence))
                .toList();
        try (RowStream<Submit> stored =
                RowStream.open(origin, SENT, row -> new Submit(row.getLong(1), row.getString(2)))) {
            return RunJudge.judge("table of " + origin.system(), ascending, () -> stored);
        }
    }
}
