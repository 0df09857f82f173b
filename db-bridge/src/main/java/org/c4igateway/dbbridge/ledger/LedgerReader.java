package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/** Reads the ledger from the interface database. Each call sees one instant. Thread-safe, blocks. */
public final class LedgerReader {
    private final DataSource dataSource;

    public LedgerReader(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
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
