package org.c4igateway.dbbridge.table;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.dbbridge.adopt.InboundMapping;
import org.c4igateway.dbbridge.adopt.OutboundMapping;
import org.c4igateway.dbbridge.table.access.FencedTransactions;
import org.c4igateway.dbbridge.table.access.ForeignDatabase;
import org.c4igateway.dbbridge.table.access.ForeignSessions;
import org.c4igateway.dbbridge.table.access.TableMeters;
import org.c4igateway.dbbridge.table.access.TableParts;
import org.c4igateway.dbbridge.table.access.TableSettings;
import org.c4igateway.dbbridge.table.access.TurnResult;
import org.c4igateway.dbbridge.table.inbound.TargetFeed;
import org.c4igateway.dbbridge.table.inbound.TargetFit;
import org.c4igateway.dbbridge.table.outbound.SourceFit;
import org.c4igateway.dbbridge.table.outbound.SourcePoll;
import org.c4igateway.dbbridge.table.outbound.StateWriting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the mapped tables of one database elsewhere. A mapping that fails is tried again at the next turn and shown
 * in metrics and health; the others go on. Blocks on both databases; used by one thread.
 */
public final class TableBridge implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TableBridge.class);
    /** Bounds one turn, after which it is seen whether the node is active still. */
    private static final int MAX_ROUNDS = 5;

    private final TableMeters meters;
    private final ForeignSessions sessions;
    private final List<Part> parts = new ArrayList<>();

    /** One mapping at work. */
    private record Part(String source, MappingTurn turn) {}

    /** Work for one mapping. */
    private interface MappingTurn {
        TurnResult run(ForeignSessions sessions) throws SQLException;
    }

    /** What is wrong with a mapping. */
    private interface Findings {
        List<String> of(ForeignSessions sessions) throws SQLException;
    }

    /**
     * @param inbox the interface database
     * @param epoch epoch of the lease, which fences every transaction there
     * @param steps called after each step; {@link StepListener#NONE} outside fault tests
     */
    public TableBridge(
            TableSettings settings, DataSource inbox, LongSupplier epoch, TableMeters meters, StepListener steps) {
        this.meters = meters;
        this.sessions = new ForeignSessions(new ForeignDatabase(settings));
        TableParts common = new TableParts(settings, new FencedTransactions(inbox, epoch), meters, steps);
        for (OutboundMapping mapping : settings.map().outbound()) {
            parts.add(new Part(settings.source(mapping.name()), outbound(common, mapping)));
        }
        for (InboundMapping mapping : settings.map().inbound()) {
            TargetFeed feed = new TargetFeed(common, mapping);
            parts.add(new Part(
                    settings.source(mapping.name()),
                    fitting(
                            foreign -> new TargetFit(foreign.writing(), mapping).findings(),
                            foreign -> feed.turn(foreign.writing()))));
        }
        parts.forEach(part -> meters.add(part.source()));
    }

    private static MappingTurn outbound(TableParts common, OutboundMapping mapping) {
        SourcePoll poll = new SourcePoll(common, mapping);
        Findings findings = foreign -> new SourceFit(foreign.marking(), mapping).findings();
        if (mapping.polling().settled().isEmpty()) {
            return fitting(findings, foreign -> poll.turn(foreign.reading(), foreign.marking()));
        }
        StateWriting states = new StateWriting(common, mapping);
        return fitting(
                findings,
                foreign -> poll.turn(foreign.reading(), foreign.marking()).and(states.turn(foreign.writing())));
    }

    /** Nothing is done with a table before its mapping fits, which is looked at until it does. */
    private static MappingTurn fitting(Findings findings, MappingTurn turn) {
        AtomicBoolean fits = new AtomicBoolean();
        return foreign -> {
            if (!fits.get()) {
                List<String> found = findings.of(foreign);
                foreign.rollback();
                if (!found.isEmpty()) {
                    return new TurnResult(false, ErrorCode.TABLE_MISFIT.code() + " " + String.join("; ", found));
                }
                fits.set(true);
            }
            return turn.run(foreign);
        };
    }

    /** Another node is active, or none: nothing is done, and the sessions elsewhere are given back. */
    public void rest() {
        close();
        meters.rest();
    }

    /** Does what there is to do, within bounds. Faults are shown and tried again at the next turn. */
    public void turn() {
        for (int round = 0; round < MAX_ROUNDS && workOnAll(); round++) {
            LOG.debug("more is there");
        }
    }

    /** @return whether a mapping has more to do at once */
    private boolean workOnAll() {
        boolean more = false;
        for (Part part : parts) {
            try {
                TurnResult result = part.turn().run(sessions);
                meters.worked(part.source(), result.nothingLeft());
                show(part, result.problem());
                more |= !result.nothingLeft() && result.problem().isEmpty();
            } catch (SQLException e) {
                show(part, ErrorCode.TABLE_UNAVAILABLE.code() + " " + e.getMessage());
                close();
            } catch (GatewayException e) {
                // Of the interface database, which all mappings need.
                close();
                parts.forEach(other -> show(other, String.valueOf(e.getMessage())));
                return false;
            }
        }
        return more;
    }

    private void show(Part part, String problem) {
        if (meters.show(part.source(), problem) && !problem.isEmpty()) {
            LOG.warn("Table {} cannot be processed completely; the node tries again: {}", part.source(), problem);
        }
    }

    @Override
    public void close() {
        sessions.close();
    }
}
