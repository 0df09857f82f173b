package org.c4igateway.bench.soak;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.lab.testbed.database.TableGrowth;

/** Looks at one system: its node's memory, its tables, its ledger. Blocks; one thread at a time. */
final class SoakProbe {
    private static final double MIB = 1 << 20;

    private final Mesh mesh;
    private final String system;
    private final long acceptedBefore;
    private final long receivedBefore;

    /** Counts accepted and received from now on. */
    SoakProbe(Mesh mesh, String system) throws SQLException {
        this.mesh = mesh;
        this.system = system;
        LedgerSnapshot now = ledger();
        this.acceptedBefore = accepted(now);
        this.receivedBefore = received(now);
    }

    private LedgerSnapshot ledger() throws SQLException {
        try (Connection connection = mesh.database(system).openOwner()) {
            return LedgerSnapshot.read(connection, false);
        }
    }

    SoakSample look(double seconds, SoakLoad load) throws SQLException {
        Map<SoakSeries, Double> values = new EnumMap<>(SoakSeries.class);
        NodeProcess node = mesh.node(system);
        values.put(SoakSeries.HEAP, ProcessMemory.heap(node.pid()) / MIB);
        values.put(SoakSeries.RESIDENT, ProcessMemory.resident(node.pid()) / MIB);
        try (Connection connection = mesh.database(system).openOwner()) {
            LedgerSnapshot now = LedgerSnapshot.read(connection, false);
            double size = TableGrowth.all(connection);
            values.put(SoakSeries.PER_ROW, size / Math.max(1, accepted(now) + received(now)));
            values.put(SoakSeries.CHANGING, TableGrowth.changing(connection) / MIB);
            values.put(SoakSeries.DEAD, (double) TableGrowth.deadRows(connection));
            values.put(SoakSeries.PENDING, (double) pending(now));
            values.put(SoakSeries.ACCEPTED, (double) accepted(now) - acceptedBefore);
            values.put(SoakSeries.RECEIVED, (double) received(now) - receivedBefore);
            long unbalanced =
                    now.lines().stream().filter(line -> !line.balanced()).count();
            values.put(SoakSeries.UNBALANCED, (double) unbalanced);
        }
        values.put(SoakSeries.LATE, (double) load.late());
        return new SoakSample(seconds, system, values);
    }

    private static long pending(LedgerSnapshot ledger) {
        return ledger.lines().stream().mapToLong(LedgerLine::pending).sum();
    }

    private static long accepted(LedgerSnapshot ledger) {
        return ledger.lines().stream().mapToLong(LedgerLine::accepted).sum();
    }

    private static long received(LedgerSnapshot ledger) {
        return ledger.origins().stream().mapToLong(InboxLine::received).sum();
    }
}
