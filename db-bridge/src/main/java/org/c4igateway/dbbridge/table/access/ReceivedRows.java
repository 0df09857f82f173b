package org.c4igateway.dbbridge.table.access;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;

/** Reads the inbox. Thread-safe; blocks. */
public final class ReceivedRows {
    private static final String NEXT = ReceivedRow.QUERY + " WHERE received_id > ? ORDER BY received_id LIMIT ?";
    private static final String NEWEST = ReceivedRow.QUERY + " WHERE received_id > ? ORDER BY received_id DESC LIMIT ?";

    private final FencedTransactions own;

    public ReceivedRows(FencedTransactions own) {
        this.own = own;
    }

    /** @return the oldest behind a position, in order */
    public List<ReceivedRow> next(long position, int atMost) {
        return read(NEXT, position, atMost);
    }

    /** @return the newest behind a position, the newest first */
    public List<ReceivedRow> newest(long position, int atMost) {
        return read(NEWEST, position, atMost);
    }

    private List<ReceivedRow> read(String sql, long position, int atMost) {
        return own.read("reading the inbox for a table elsewhere", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, position);
                statement.setInt(2, atMost);
                List<ReceivedRow> rows = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        rows.add(ReceivedRow.read(row));
                    }
                }
                return rows;
            }
        });
    }
}
