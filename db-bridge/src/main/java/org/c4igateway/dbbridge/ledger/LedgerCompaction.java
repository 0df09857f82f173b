package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlFaults;

/**
 * Adds up the summary rows of the ledger, so that there are few to read. Meant for each 10 s, whatever else of the
 * ledger fails: rows that were not added up make each look longer. Thread-safe, blocks.
 */
public final class LedgerCompaction {
    private final DataSource dataSource;

    /** @param dataSource sessions whose statements may take long: there may be millions of rows; stays the caller's */
    public LedgerCompaction(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /** @return how many rows were added up into one per destination and state; 0 also when another session is at it */
    public long compact() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c4i.compact_ledger()")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw SqlFaults.translate(e, "compacting the ledger");
        }
    }
}
