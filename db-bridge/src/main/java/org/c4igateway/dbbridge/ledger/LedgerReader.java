package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/** Reads the ledger from the interface database. Each call sees one instant. Thread-safe, blocks. */
public final class LedgerReader {
    private final DataSource dataSource;

    public LedgerReader(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /**
     * @return a line per destination ever addressed, unknown ones too; accepted and final states from the summary,
     *     pending from rows
     */
    public List<LedgerLine> lines() {
        return ask(LedgerStatements::lines, "reading the ledger");
    }

    /** @return the same, counted again from all rows; slow on a full outbox, for audits */
    public List<LedgerLine> recount() {
        return ask(LedgerStatements::recount, "reading the ledger");
    }

    /** @return a line per origin that anything came from */
    public List<InboxLine> inbox() {
        return ask(LedgerStatements::origins, "reading the ledger of the inbox");
    }

    /** @return four lines per destination ever addressed, one for each precedence */
    public List<BacklogLine> backlog() {
        return ask(LedgerStatements::backlog, "reading the backlog");
    }

    /** @return dead letters kept, by direction: outbound and inbound */
    public Map<String, Long> deadLetters() {
        return ask(LedgerStatements::deadLetters, "counting dead letters");
    }

    /** @return what was found in the payloads of the newest messages, by rule */
    public List<FindingLine> findings() {
        return ask(FindingLine::read, "counting findings");
    }

    /** @return ledger, inbox, backlog and dead letters at one instant, without the recount */
    public LedgerSnapshot snapshot() {
        return ask(connection -> LedgerSnapshot.read(connection, false), "reading the ledger");
    }

    private <T> T ask(Question<T> question, String doing) {
        try (Connection connection = dataSource.getConnection()) {
            return question.ask(connection);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, doing);
        }
    }

    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }
}
