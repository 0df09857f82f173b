package org.c4igateway.lab.testbed;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongConsumer;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerStatements;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.SystemsAudit;
import org.c4igateway.topics.TopicCatalogue;

/**
 * What the databases of a mesh say about the messages submitted since this was opened, and what readers of the inboxes
 * have seen meanwhile. Blocks; one thread at a time.
 */
public final class MeshAccount implements AutoCloseable {
    private final Mesh mesh;
    private final SystemsAudit audit;
    private final long duplicatesBefore;
    private final long supersededBefore;

    private MeshAccount(Mesh mesh, TopicCatalogue catalogue) throws SQLException {
        this.mesh = mesh;
        this.duplicatesBefore = sum(MeshAccount::duplicates);
        this.supersededBefore = sum(MeshAccount::superseded);
        this.audit = SystemsAudit.open(
                mesh.systems().stream().map(mesh::database).toList(), new HistoryAudit(catalogue), mesh.directory());
    }

    /** Begins to count. */
    public static MeshAccount open(Mesh mesh, TopicCatalogue catalogue) throws SQLException {
        return new MeshAccount(mesh, catalogue);
    }

    /** Rows of any system without a final state, older ones too. */
    public long pending() throws SQLException {
        return sum(MeshAccount::pending);
    }

    /**
     * Waits until no row of any system is without a final state.
     *
     * @param progress called several times a second with the number that is left
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
        return sum(MeshAccount::duplicates) - duplicatesBefore;
    }

    /** Best-effort messages that a newer one replaced before they were sent. */
    public long superseded() throws SQLException {
        return sum(MeshAccount::superseded) - supersededBefore;
    }

    /** Judges each row of each pair, what the readers saw, and all ledgers: everything ends as its topic says. */
    public AuditResult audit(Instant disturbance) throws SQLException {
        return audit.audit(disturbance, Expectation.ALL_DELIVERED);
    }

    @Override
    public void close() {
        audit.close();
    }

    /** Rows of one system without a final state, and published messages whose destinations are not fixed yet. */
    public static long pending(Connection connection) throws SQLException {
        long rows = LedgerStatements.lines(connection).stream()
                .mapToLong(LedgerLine::pending)
                .sum();
        try (Statement statement = connection.createStatement();
                ResultSet published = statement.executeQuery("select count(*) from c4i.publication")) {
            published.next();
            return rows + published.getLong(1);
        }
    }

    private static long superseded(Connection connection) throws SQLException {
        return LedgerStatements.lines(connection).stream()
                .mapToLong(LedgerLine::superseded)
                .sum();
    }

    /** What arrived twice at one system and was suppressed, by the gateway's own count. */
    public static long duplicates(Connection connection) throws SQLException {
        return LedgerStatements.origins(connection).stream()
                .mapToLong(InboxLine::duplicates)
                .sum();
    }

    private long sum(Question<Long> count) throws SQLException {
        long sum = 0;
        for (String system : mesh.systems()) {
            sum += of(system, count);
        }
        return sum;
    }

    private <T> T of(String system, Question<T> question) throws SQLException {
        try (Connection connection = mesh.database(system).openOwner()) {
            return question.ask(connection);
        }
    }

    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }
}
