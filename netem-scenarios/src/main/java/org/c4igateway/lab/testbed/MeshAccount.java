package org.c4igateway.lab.testbed;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.c4igateway.topics.TopicCatalogue;

/** What the databases of a mesh say about the messages submitted since this was opened. Blocks; one thread at a time. */
public final class MeshAccount {
    private static final String PENDING = "select coalesce(sum(pending), 0) from c4i.ledger";
    private static final String SUPERSEDED = "select coalesce(sum(superseded), 0) from c4i.ledger";
    private static final String DUPLICATES = "select coalesce(sum(duplicates), 0) from c4i.inbox_ledger";
    private static final String COLUMNS =
            "select destination, accepted, delivered, sent, pending, expired, superseded, rejected from c4i.";
    private static final String NOT_BALANCED = "select (select count(*) from c4i.ledger"
            + " where accepted <> delivered + sent + pending + expired + superseded + rejected)"
            + " + (select count(*) from (" + COLUMNS + "ledger except " + COLUMNS + "ledger_recount) more)"
            + " + (select count(*) from (" + COLUMNS + "ledger_recount except " + COLUMNS + "ledger) less)";

    private final Mesh mesh;
    private final DeliveryAudit audit;
    private final Map<String, Long> newest = new LinkedHashMap<>();
    private final long duplicatesBefore;
    private final long supersededBefore;

    private MeshAccount(Mesh mesh, TopicCatalogue catalogue) throws SQLException {
        this.mesh = mesh;
        this.audit = new DeliveryAudit(catalogue);
        for (String system : mesh.systems()) {
            newest.put(system, number(system, "select coalesce(max(sequence), 0) from c4i.outbox"));
        }
        this.duplicatesBefore = sum(DUPLICATES);
        this.supersededBefore = sum(SUPERSEDED);
    }

    /** Begins to count. */
    public static MeshAccount open(Mesh mesh, TopicCatalogue catalogue) throws SQLException {
        return new MeshAccount(mesh, catalogue);
    }

    /** Rows of any system without a final state, older ones too. */
    public long pending() throws SQLException {
        return sum(PENDING);
    }

    /**
     * Waits until no row of any system is without a final state.
     *
     * @param progress is told how many are left, several times a second
     * @return false when that took too long
     */
    public boolean settle(Duration patience, LongConsumer progress) throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (long pending = pending(); pending > 0; pending = pending()) {
            progress.accept(pending);
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Pause.shortly();
        }
        return true;
    }

    /** What arrived twice and was suppressed, by the gateway's own count. */
    public long duplicates() throws SQLException {
        return sum(DUPLICATES) - duplicatesBefore;
    }

    /** Best-effort messages that a newer one replaced before they were sent. */
    public long superseded() throws SQLException {
        return sum(SUPERSEDED) - supersededBefore;
    }

    /** Compares each outbox with each inbox, row by row. */
    public AuditResult audit(Instant disturbance) throws SQLException {
        AuditResult all = AuditResult.empty();
        for (Map.Entry<String, Long> origin : newest.entrySet()) {
            for (String destination : mesh.systems()) {
                if (!destination.equals(origin.getKey())) {
                    all = all.plus(audit.compare(
                            mesh.database(origin.getKey()),
                            mesh.database(destination),
                            origin.getValue(),
                            disturbance));
                }
            }
        }
        return all;
    }

    /** Whether in every database each accepted row is in exactly one state, counted again from rows too. */
    public boolean balanced() throws SQLException {
        for (String system : mesh.systems()) {
            if (number(system, NOT_BALANCED) > 0) {
                return false;
            }
        }
        return true;
    }

    private long sum(String sql) throws SQLException {
        long sum = 0;
        for (String system : mesh.systems()) {
            sum += number(system, sql);
        }
        return sum;
    }

    private long number(String system, String sql) throws SQLException {
        try (Connection connection = mesh.database(system).openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
