package org.c4igateway.dbbridge.table.outbound;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.c4igateway.dbbridge.table.access.TableParts;
import org.c4igateway.dbbridge.table.access.TurnResult;
import org.c4igateway.dbbridge.table.outbound.RowWrites.Held;
import org.jspecify.annotations.Nullable;

/**
 * Writes the final states of messages into the rows elsewhere that they were made of, in two steps for each batch:
 * first the state there, then a note here that it is done. After a crash in between the same state is written again. A
 * state that changes later is written again, too. Used by one thread.
 */
public final class StateWriting {
    private static final int MAX_BATCHES = 50;
    private static final String DOING = "reading final states for a table elsewhere";
    private static final String OUTCOMES =
            "SELECT o.key, o.sequence, o.state, o.code, o.detail, o.settled_at, k.corrections"
                    + " FROM c4i.table_outcomes(?, ?, ?, ?) AS o"
                    + " JOIN c4i.table_key AS k ON k.source = ? AND k.key = o.key ORDER BY coalesce(o.sequence, 0), o.key";
    /** One that changed while it was written waits again. */
    private static final String DONE =
            "UPDATE c4i.table_key AS k SET awaiting = false FROM unnest(?, ?) AS d (key, corrections)"
                    + " WHERE k.source = ? AND k.key = d.key AND k.awaiting AND k.corrections = d.corrections";

    private final TableParts parts;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final String source;
    private final int columns;
    /** Up to where rows have been looked at; the next turn goes on there. */
    private Place looked = Place.START;

    private int heldRows;
    private String problem = "";

    public StateWriting(TableParts parts, OutboundMapping mapping) {
        this.parts = parts;
        this.statements = new BridgeStatements(mapping);
        this.keys = new KeyColumns(statements);
        this.source = parts.settings().source(mapping.name());
        this.columns = mapping.polling().settled().size();
    }

    /**
     * What became of one row.
     *
     * @param sequence number of its message, 0 when it was parked
     * @param state null while it has none
     * @param corrections how often the state had changed when it was read
     */
    private record Outcome(
            String key,
            long sequence,
            @Nullable String state,
            @Nullable String code,
            String detail,
            Instant at,
            int corrections) {}

    /** Where a row has its turn: by the number of its message, and by its key among those without one. */
    private record Place(long sequence, String key) {
        static final Place START = new Place(-1, "");
    }

    /** Writes what has a final state, of a bounded number of rows that wait for one; the others have their turn. */
    public TurnResult turn(Connection writing) throws SQLException {
        keys.learn(writing);
        if (looked.equals(Place.START)) {
            heldRows = 0;
            problem = "";
        }
        int batchRows = parts.settings().batchRows();
        int written = 0;
        for (int batch = 0; batch < MAX_BATCHES; batch++) {
            List<Outcome> rows = read(looked, batchRows);
            List<Outcome> settled =
                    rows.stream().filter(row -> row.state() != null).toList();
            write(settled, writing);
            written += settled.size();
            if (rows.size() < batchRows) {
                looked = Place.START;
                return new TurnResult(true, problem);
            }
            looked = new Place(rows.getLast().sequence(), rows.getLast().key());
        }
        // Where others wait for receipts there is nothing to do at once.
        return new TurnResult(written == 0, problem);
    }

    private List<Outcome> read(Place after, int atMost) {
        return parts.own().read(DOING, connection -> {
            try (PreparedStatement statement = connection.prepareStatement(OUTCOMES)) {
                statement.setString(1, source);
                statement.setLong(2, after.sequence());
                statement.setInt(3, atMost);
                statement.setString(4, after.key());
                statement.setString(5, source);
                List<Outcome> rows = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        rows.add(new Outcome(
                                row.getString(1),
                                row.getLong(2),
                                row.getString(3),
                                row.getString(4),
                                row.getString(5),
                                row.getObject(6, OffsetDateTime.class).toInstant(),
                                row.getInt(7)));
                    }
                }
                return rows;
            }
        });
    }

    private void write(List<Outcome> settled, Connection writing) throws SQLException {
        if (settled.isEmpty()) {
            return;
        }
        boolean postgres = writing.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        List<Held<Outcome>> held = RowWrites.write(writing, statements.settle(postgres), settled, this::bind);
        parts.steps().reached(Step.TABLE_SETTLED);
        Set<String> refused = held.stream().map(row -> row.row().key()).collect(Collectors.toSet());
        List<Outcome> done =
                settled.stream().filter(row -> !refused.contains(row.key())).toList();
        parts.own().write("noting that final states are written elsewhere", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(DONE)) {
                statement.setArray(
                        1,
                        connection.createArrayOf(
                                "text", done.stream().map(Outcome::key).toArray()));
                statement.setArray(
                        2,
                        connection.createArrayOf(
                                "integer",
                                done.stream().map(Outcome::corrections).toArray()));
                statement.setString(3, source);
                return statement.executeUpdate();
            }
        });
        parts.meters().count(source, "settled", done.size());
        if (!held.isEmpty()) {
            heldRows += held.size();
            problem = ErrorCode.ROW_HELD.code() + " the final states of " + heldRows + " rows cannot be written; row "
                    + held.getFirst().row().key() + ": " + held.getFirst().reason();
        }
    }

    private void bind(PreparedStatement statement, Outcome row) throws SQLException {
        int at = 1;
        for (int column = 0; column < columns; column++) {
            statement.setString(at++, row.state());
            statement.setString(at++, row.code());
            statement.setString(at++, row.detail());
            statement.setLong(at++, row.sequence());
            statement.setString(at++, ForeignDatabase.instant(row.at()));
        }
        keys.bind(statement, at, row.key());
    }
}
