package org.c4igateway.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.lab.testbed.AuditResult;
import org.c4igateway.lab.testbed.DeliveryAudit;
import org.c4igateway.lab.testbed.InterfaceDatabase;
import org.c4igateway.lab.testbed.LoadRun;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.MessageLoad;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.Transports;

/** One transport's part of the demonstration: submit, kill a receiver in the middle, restart it, settle, audit. */
final class DemoRun {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    private static final String PENDING = "select coalesce(sum(pending), 0) from c4i.ledger";
    private static final String SUPERSEDED = "select coalesce(sum(superseded), 0) from c4i.ledger";
    private static final String DUPLICATES = "select coalesce(sum(duplicates), 0) from c4i.inbox_ledger";
    private static final Duration SETTLE_PATIENCE = Duration.ofSeconds(90);

    private final Mesh mesh;
    private final MessageLoad load;
    private final DeliveryAudit audit;
    private final DemoOptions options;
    private final PrintWriter out;
    private final ProgressLine progress;
    private final InstantSource clock = InstantSource.system();

    DemoRun(
            Mesh mesh,
            MessageLoad load,
            DeliveryAudit audit,
            DemoOptions options,
            PrintWriter out,
            ProgressLine progress) {
        this.mesh = mesh;
        this.load = load;
        this.audit = audit;
        this.options = options;
        this.out = out;
        this.progress = progress;
    }

    /**
     * What a run came to.
     *
     * @param duplicates arrived again and suppressed by the inbox, by the gateway's own count
     * @param superseded best-effort messages that a newer one replaced before they were sent
     * @param balanced whether every ledger balances, counted again from rows too, with nothing pending
     */
    record Result(Transports transport, AuditResult audit, long duplicates, long superseded, boolean balanced) {
        boolean passed() {
            return balanced && audit.clean();
        }
    }

    Result run(Transports transport) throws IOException, SQLException, InterruptedException, CommandException {
        out.println();
        out.println(transport);
        Stopwatch watch = new Stopwatch();
        mesh.start(transport, START_PATIENCE);
        say(mesh.systems().size() + " nodes active and in reach of each other after " + watch);
        Map<String, Long> before = newestSequences();
        long duplicatesBefore = sum(DUPLICATES);
        long supersededBefore = sum(SUPERSEDED);
        Instant killed = submitWithKill();
        watch = new Stopwatch();
        boolean settled = settle();
        say(settled ? "all ledgers settled " + watch + " after that" : "NOT settled within " + watch);
        return new Result(
                transport,
                auditAll(before, killed),
                sum(DUPLICATES) - duplicatesBefore,
                sum(SUPERSEDED) - supersededBefore,
                settled && balanced());
    }

    /** Returns when the receiver was killed. */
    private Instant submitWithKill() throws IOException, SQLException, InterruptedException, CommandException {
        String victim = mesh.systems().get(1);
        NodeProcess node = mesh.node(victim);
        AtomicLong submitted = new AtomicLong();
        long total = (long) mesh.systems().size() * load.samples().size() + options.messages();
        Stopwatch watch = new Stopwatch();
        Instant killed;
        try (ExecutorService servers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (String system : mesh.systems()) {
                running.add(servers.submit(() -> {
                    submit(system, submitted);
                    return null;
                }));
            }
            awaitCount(submitted, total / 2, running);
            killed = clock.instant();
            node.kill();
            long atKill = submitted.get();
            Stopwatch outage = new Stopwatch();
            node.start();
            node.awaitActive(START_PATIENCE, false);
            progress.clear();
            say(victim + " killed (SIGKILL) after " + atKill + " messages, started again, active after " + outage);
            awaitCount(submitted, total, running);
            awaitAll(running);
        }
        progress.clear();
        say(submitted.get() + " messages submitted in " + watch);
        return killed;
    }

    private void submit(String system, AtomicLong submitted) throws SQLException, InterruptedException {
        List<String> systems = mesh.systems();
        int index = systems.indexOf(system);
        List<String> others =
                systems.stream().filter(other -> !other.equals(system)).toList();
        LoadRun run = new LoadRun(mesh.database(system), others, submitted);
        run.submit(load.samples(), Duration.ZERO);
        int share = options.messages() / systems.size() + (index < options.messages() % systems.size() ? 1 : 0);
        run.submit(load.generate(share, options.seed() + index), options.over());
    }

    private void awaitCount(AtomicLong submitted, long wanted, List<Future<?>> running) throws InterruptedException {
        while (submitted.get() < wanted && running.stream().anyMatch(server -> !server.isDone())) {
            progress.show("  submitting", submitted.get(), Math.max(wanted, submitted.get()));
            Pause.shortly();
        }
    }

    private static void awaitAll(List<Future<?>> running) throws SQLException, InterruptedException {
        for (Future<?> server : running) {
            try {
                server.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof SQLException problem ? problem : new SQLException(e.getCause());
            }
        }
    }

    /** Waits until no row of any system is without a final state. */
    private boolean settle() throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + SETTLE_PATIENCE.toNanos();
        long most = 1;
        for (long pending = pending(); pending > 0; pending = pending()) {
            most = Math.max(most, pending);
            progress.show("  settling", most - pending, most);
            if (System.nanoTime() - deadline > 0) {
                progress.clear();
                return false;
            }
            Pause.shortly();
        }
        progress.clear();
        return true;
    }

    private long pending() throws SQLException {
        return sum(PENDING);
    }

    private long sum(String sql) throws SQLException {
        long sum = 0;
        for (String system : mesh.systems()) {
            sum += number(mesh.database(system), sql);
        }
        return sum;
    }

    private Map<String, Long> newestSequences() throws SQLException {
        Map<String, Long> newest = new LinkedHashMap<>();
        for (String system : mesh.systems()) {
            newest.put(system, number(mesh.database(system), "select coalesce(max(sequence), 0) from c4i.outbox"));
        }
        return newest;
    }

    private static long number(InterfaceDatabase database, String sql) throws SQLException {
        try (Connection connection = database.openOwner();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private AuditResult auditAll(Map<String, Long> before, Instant killed) throws SQLException {
        AuditResult all = AuditResult.empty();
        for (Map.Entry<String, Long> origin : before.entrySet()) {
            for (String destination : mesh.systems()) {
                if (!destination.equals(origin.getKey())) {
                    all = all.plus(audit.compare(
                            mesh.database(origin.getKey()), mesh.database(destination), origin.getValue(), killed));
                }
            }
        }
        return all;
    }

    private boolean balanced() throws SQLException {
        boolean balanced = true;
        for (String system : mesh.systems()) {
            try (Connection connection = mesh.database(system).openOwner()) {
                balanced &= LedgerSnapshot.read(connection, true).balanced();
            }
        }
        return balanced;
    }

    private void say(String text) {
        out.println("  " + text);
        out.flush();
    }
}
