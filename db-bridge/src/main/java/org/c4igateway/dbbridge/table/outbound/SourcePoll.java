package org.c4igateway.dbbridge.table.outbound;

import java.nio.charset.Charset;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.adopt.BridgeStatements;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.adopt.Polling;
import org.c4igateway.dbbridge.table.access.TableParts;
import org.c4igateway.dbbridge.table.access.TableProgress;
import org.c4igateway.dbbridge.table.access.TurnResult;
import org.c4igateway.dbbridge.table.outbound.RowWrites.Held;
import org.c4igateway.dbbridge.table.outbound.SourceLog.Taken;

/**
 * Takes the rows of one table elsewhere, in three steps for each batch:
 *
 * <pre>
 *  read elsewhere ─▶ submit or park, and remember the keys (one transaction here) ─▶ mark as taken elsewhere
 * </pre>
 *
 * <p>After a crash before the second step the rows are read again; after it they are recognised by their keys and only
 * marked. A row that cannot be marked stays in the table as it is and is recognised each time. After a restore of the
 * interface database nothing is taken until an operator says from where to go on. Used by one thread.
 */
public final class SourcePoll {
    /** Bounds one turn, so that the other mappings get theirs. */
    private static final int MAX_BATCHES = 50;

    private final TableParts parts;
    private final OutboundMapping mapping;
    private final BridgeStatements statements;
    private final KeyColumns keys;
    private final SourceLog log;
    private final TableProgress progress;
    private final String source;
    private final SourceReading reading;
    private final int batchRows;
    /** Rows that could not be marked, or read, in the last turn; they come again before all others. */
    private int heldRows;

    private String problem = "";

    public SourcePoll(TableParts parts, OutboundMapping mapping) {
        this.parts = parts;
        this.mapping = mapping;
        this.statements = new BridgeStatements(mapping);
        this.keys = new KeyColumns(statements);
        this.source = parts.settings().source(mapping.name());
        this.progress = new TableProgress(parts, source);
        this.log = new SourceLog(parts, mapping, progress);
        this.batchRows = parts.settings().batchRows();
        Charset edge = parts.settings().map().encoding().charset();
        this.reading = new SourceReading(mapping, keys, log, edge, batchRows);
    }

    /**
     * Takes what is there.
     *
     * @param querying session of the query, which stays open meanwhile
     * @param marking another session, for what is written elsewhere
     */
    public TurnResult turn(Connection querying, Connection marking) throws SQLException {
        Optional<Instant> held = progress.heldSince();
        if (held.isPresent()) {
            return new TurnResult(false, held(held.get()));
        }
        keys.learn(marking);
        Polling polling = mapping.polling();
        OptionalLong from = polling.watermark().isPresent() ? progress.from(polling.overlap()) : OptionalLong.empty();
        int most = MAX_BATCHES * batchRows + heldRows;
        heldRows = 0;
        problem = "";
        SourceReading.Seen seen = reading.read(
                querying,
                marking,
                from,
                most,
                rows -> take(rows, watermark(rows), marking),
                rows -> take(rows, OptionalLong.empty(), marking));
        parts.meters().count(source, "parked", seen.parked());
        if (!seen.unreadable().isEmpty()) {
            SourceRow first = seen.unreadable().getFirst();
            hold(seen.unreadable().size(), "cannot be read", first.key(), first.problem());
        }
        if (seen.rows() < most) {
            progress.looked(!polling.settled().isEmpty());
        }
        return new TurnResult(seen.rows() < most, problem);
    }

    private String held(Instant since) {
        return ErrorCode.TABLE_HELD.code() + " no row is taken, because the interface database was restored at " + since
                + " and does not know which rows were taken before; compare, then call c4i.release_table('" + source
                + "', ...)";
    }

    private OptionalLong watermark(List<SourceRow> rows) {
        return mapping.polling().watermark().isPresent()
                ? rows.stream().mapToLong(SourceRow::watermark).max()
                : OptionalLong.empty();
    }

    private void take(List<SourceRow> rows, OptionalLong watermark, Connection marking) throws SQLException {
        parts.steps().reached(Step.TABLE_READ);
        Taken taken = log.take(rows, watermark);
        parts.steps().reached(Step.TABLE_SUBMITTED);
        parts.meters().count(source, "submitted", taken.submitted());
        parts.meters().count(source, "known", taken.known());
        parts.meters().count(source, "parked", taken.parked());
        if (mapping.polling().taken().isEmpty()) {
            return;
        }
        // A row that no longer fulfils the condition was changed by its server meanwhile, and stays as that left it.
        List<Held<SourceRow>> held = RowWrites.write(
                marking, statements.mark(), rows, (statement, row) -> keys.bind(statement, 1, row.key()));
        parts.steps().reached(Step.TABLE_MARKED);
        parts.meters().count(source, "held", held.size());
        if (!held.isEmpty()) {
            Held<SourceRow> first = held.getFirst();
            hold(
                    held.size(),
                    "that are in the outbox cannot be marked",
                    first.row().key(),
                    first.reason());
        }
    }

    private void hold(int rows, String what, String key, String reason) {
        heldRows += rows;
        problem = ErrorCode.ROW_HELD.code() + " " + heldRows + " rows " + what + "; row " + key + ": " + reason;
    }
}
