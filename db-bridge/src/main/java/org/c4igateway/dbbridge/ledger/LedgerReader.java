package org.c4igateway.dbbridge.ledger;

import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.c4igateway.dbbridge.jdbc.SqlCall;

/** Reads the ledger from the interface database. Each call sees one instant. Thread-safe, blocks. */
public final class LedgerReader {
    private final DataSource dataSource;

    public LedgerReader(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource);
    }

    /** @return what was found in the payloads of the newest messages, by rule */
    public List<FindingLine> findings() {
        return SqlCall.ask(dataSource, "counting findings", FindingLine::read);
    }

    /** @return ledger, inbox, backlog and dead letters at one instant, without the recount */
    public LedgerSnapshot snapshot() {
        return SqlCall.ask(dataSource, "reading the ledger", connection -> LedgerSnapshot.read(connection, false));
    }
}
