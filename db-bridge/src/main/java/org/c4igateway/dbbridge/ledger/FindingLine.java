package org.c4igateway.dbbridge.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * How many of the newest messages break a rule of the payload check; each message counts for the worst that was found
 * in it. Metrics count all messages; this is for people.
 *
 * @param direction outbound or inbound
 * @param severity error or warning
 * @param rule id of the rule
 * @param messages among the newest 10,000 of that direction
 * @param lastMessage the newest of them: number of an own one, {@code SYSTEM/NUMBER} of a received one
 * @param lastFinding what was found in that, with its place
 */
public record FindingLine(
        String direction, String severity, String rule, long messages, String lastMessage, String lastFinding) {
    private static final String ALLOWED =
            "SELECT coalesce(has_table_privilege(to_regclass('c4i.findings'), 'SELECT'), false)";
    private static final String LINES = "SELECT direction, severity, rule, messages, last_message, last_finding"
            + " FROM c4i.findings ORDER BY direction DESC, messages DESC, rule, severity";

    /**
     * @return a line for each rule and direction, what was sent first; none when the role may not read them or the
     *     database has an older schema
     */
    public static List<FindingLine> read(Connection connection) throws SQLException {
        boolean allowed = LedgerStatements.list(connection, ALLOWED, row -> row.getBoolean(1))
                .getFirst();
        return allowed
                ? LedgerStatements.list(
                        connection,
                        LINES,
                        row -> new FindingLine(
                                row.getString(1),
                                row.getString(2),
                                row.getString(3),
                                row.getLong(4),
                                row.getString(5),
                                row.getString(6)))
                : List.of();
    }
}
