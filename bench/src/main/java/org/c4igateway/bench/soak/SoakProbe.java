package org.c4igateway.bench.soak;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.c4igateway.bench.ResidentMemory;
import org.c4igateway.bench.database.Database;
import org.c4igateway.dbbridge.ledger.InboxLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.tool.ToolRun;

/** Looks at one system: its node's memory, its tables, its ledger. Blocks; one thread at a time. */
final class SoakProbe {
    private static final double MIB = 1 << 20;
    private static final double KIB_PER_MIB = 1_024;
    private static final Pattern OLD_GENERATION =
            Pattern.compile("(?im)^ *tenured(?: generation)? +total \\d+K, used (\\d+)K");
    private static final String SIZE_OF = "SELECT coalesce(sum(pg_total_relation_size(relid)), 0)::bigint"
            + " FROM pg_stat_user_tables WHERE schemaname = 'c4i'";
    private static final String CHANGING = SIZE_OF
            + " AND relname IN ('ledger_entry', 'ledger_retired', 'inbox_entry', 'reader_position', 'lease', 'node')";
    private static final String DEAD =
            "SELECT coalesce(sum(n_dead_tup), 0)::bigint FROM pg_stat_user_tables WHERE schemaname = 'c4i'";

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
        values.put(SoakSeries.HEAP, heap(node.pid()));
        values.put(SoakSeries.RESIDENT, ResidentMemory.bytes(node.pid()) / MIB);
        try (Connection connection = mesh.database(system).openOwner()) {
            LedgerSnapshot now = LedgerSnapshot.read(connection, false);
            double size = Database.number(connection, SIZE_OF);
            values.put(SoakSeries.PER_ROW, size / Math.max(1, accepted(now) + received(now)));
            values.put(SoakSeries.CHANGING, Database.number(connection, CHANGING) / MIB);
            values.put(SoakSeries.DEAD, (double) Database.number(connection, DEAD));
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

    /** Of the old generation, right after a full collection; the young one fills again at once. */
    private static double heap(long pid) {
        String jcmd = "'" + Path.of(System.getProperty("java.home"), "bin", "jcmd") + "' " + pid;
        ToolRun answer = ToolRun.script(jcmd + " GC.run >/dev/null\n" + jcmd + " GC.heap_info\n");
        return OLD_GENERATION
                .matcher(answer.output())
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)) / KIB_PER_MIB)
                .findFirst()
                .orElse(Double.NaN);
    }
}
