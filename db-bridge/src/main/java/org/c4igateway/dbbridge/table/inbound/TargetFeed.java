package org.c4igateway.dbbridge.table.inbound;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.Step;
import org.c4igateway.dbbridge.adopt.InboundMapping;
import org.c4igateway.dbbridge.adopt.InsertStatements;
import org.c4igateway.dbbridge.table.access.ReceivedRow;
import org.c4igateway.dbbridge.table.access.ReceivedRows;
import org.c4igateway.dbbridge.table.access.TableParts;
import org.c4igateway.dbbridge.table.access.TableProgress;
import org.c4igateway.dbbridge.table.access.TableProgress.Refused;
import org.c4igateway.dbbridge.table.access.TurnResult;
import org.c4igateway.dbbridge.table.inbound.TargetInsert.Result;

/**
 * Brings received messages to one table elsewhere, in two steps for each batch: inserts elsewhere, then the position
 * here. After a crash in between the messages come again and are found there by their unique columns.
 *
 * <p>A batch is inserted in one call, and message by message when that is refused. What is wrong with the data of one
 * message parks that message. Another refusal, such as that of a trigger, may be of the message or of the table: it
 * parks messages only when the table takes another one. Used by one thread.
 */
public final class TargetFeed {
    private static final int MAX_BATCHES = 50;
    /** Messages that are tried, and taken back, to see whether the table takes any. */
    private static final int PROBES = 20;

    private final TableParts parts;
    private final InsertStatements statements;
    private final TableProgress progress;
    private final ReceivedRows inbox;
    private final String source;

    public TargetFeed(TableParts parts, InboundMapping mapping) {
        this.parts = parts;
        this.statements = new InsertStatements(mapping);
        this.inbox = new ReceivedRows(parts.own());
        this.source = parts.settings().source(mapping.name());
        this.progress = new TableProgress(parts, source);
    }

    public TurnResult turn(Connection target) throws SQLException {
        boolean postgres = target.getMetaData().getDatabaseProductName().equals("PostgreSQL");
        try (PreparedStatement insert = target.prepareStatement(statements.insert(postgres));
                PreparedStatement look = target.prepareStatement(statements.look(postgres))) {
            return turn(target, new TargetInsert(insert, look, statements, parts.settings(), postgres));
        } catch (SQLException e) {
            target.rollback();
            throw e;
        }
    }

    private TurnResult turn(Connection target, TargetInsert insert) throws SQLException {
        long position = progress.position().orElse(0);
        for (int batch = 0; batch < MAX_BATCHES; batch++) {
            List<ReceivedRow> rows = inbox.next(position, parts.settings().batchRows());
            if (rows.isEmpty()) {
                return new TurnResult(true, "");
            }
            List<Refused> refused = new ArrayList<>();
            Optional<Refused> doubtful = bring(rows, target, insert, refused);
            position = rows.getLast().receivedId();
            if (doubtful.isPresent() && !takesAny(position, target, insert)) {
                target.rollback();
                return new TurnResult(false, held(doubtful.get()));
            }
            target.commit();
            parts.steps().reached(Step.TABLE_INSERTED);
            progress.brought(refused, position);
            parts.steps().reached(Step.TABLE_POSITIONED);
            parts.meters().count(source, "delivered", rows.size() - refused.size());
            parts.meters().count(source, "parked", refused.size());
        }
        return new TurnResult(false, "");
    }

    /** @return a refusal that may be of the table, when the table took none of the messages */
    private static Optional<Refused> bring(
            List<ReceivedRow> rows, Connection target, TargetInsert insert, List<Refused> refused) throws SQLException {
        if (rows.size() > 1 && insert.runTogether(rows, target)) {
            return Optional.empty();
        }
        boolean taken = false;
        Optional<Refused> doubtful = Optional.empty();
        for (ReceivedRow row : rows) {
            Result result = insert.run(row, target);
            switch (result) {
                case Result.Inserted() -> taken = true;
                case Result.Nothing() -> {
                    // It is there, or the mapping does not want it.
                }
                case Result.Refused(String reason, boolean ofTheRow) -> {
                    Refused letter = new Refused(row, reason);
                    refused.add(letter);
                    doubtful = ofTheRow ? doubtful : Optional.of(letter);
                }
            }
        }
        return taken ? Optional.empty() : doubtful;
    }

    /** Tries the newest messages, and takes them back. */
    private boolean takesAny(long position, Connection target, TargetInsert insert) throws SQLException {
        for (ReceivedRow row : inbox.newest(position, PROBES)) {
            Savepoint before = target.setSavepoint();
            Result result = insert.run(row, target);
            target.rollback(before);
            if (result instanceof Result.Inserted) {
                return true;
            }
        }
        return false;
    }

    private static String held(Refused refused) {
        return ErrorCode.ROW_HELD.code() + " held until the table takes another message: "
                + refused.row().originSystem() + "/" + refused.row().originSequence() + ": " + refused.reason();
    }
}
