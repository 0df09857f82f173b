package org.c4igateway.cli.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.cli.base.ProgressLine;
import org.c4igateway.cli.base.Stopwatch;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Violation.Kind;
import org.c4igateway.lab.testbed.Mesh;
import org.c4igateway.lab.testbed.MeshAccount;
import org.c4igateway.lab.testbed.Pause;
import org.c4igateway.lab.testbed.load.LoadRun;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.TopicCatalogue;

/** One part of the demonstration: submit, kill something in the middle, start it again, settle, audit. */
final class DemoRun {
    private final Mesh mesh;
    private final MessageLoad load;
    private final Size size;
    private final PrintWriter out;
    private final ProgressLine progress;
    private final InstantSource clock = InstantSource.system();

    /**
     * How large it is.
     *
     * @param messages generated ones of all systems together, besides the samples
     * @param seed of those
     * @param over they are spread over this time, so that the kill falls into the middle of it
     * @param patience for all ledgers to settle
     */
    record Size(int messages, long seed, Duration over, Duration patience) {}

    /** What is killed in the middle. */
    interface Victim {
        String name();

        /** Ends it without warning (SIGKILL) and returns when it is gone. */
        void kill() throws InterruptedException;

        /** Starts it again and returns when it is at work. */
        void start() throws IOException, InterruptedException;
    }

    DemoRun(Mesh mesh, MessageLoad load, Size size, PrintWriter out, ProgressLine progress) {
        this.mesh = mesh;
        this.load = load;
        this.size = size;
        this.out = out;
        this.progress = progress;
    }

    /**
     * What a run came to.
     *
     * @param name of what carried the messages
     * @param duplicates arrived again and suppressed by the inbox, by the gateway's own count
     * @param superseded best-effort messages that a newer one replaced before they were sent
     * @param settled whether nothing was pending in the end
     */
    record Result(String name, AuditResult audit, long duplicates, long superseded, boolean settled) {
        /** Whether every ledger balances, counted again from rows too, with nothing pending. */
        boolean balanced() {
            return settled && audit.count(Kind.LEDGER) == 0;
        }

        boolean passed() {
            return settled && audit.clean();
        }
    }

    /** The nodes reach each other already. */
    Result run(String name, Victim victim) throws IOException, SQLException, InterruptedException {
        try (MeshAccount account = MeshAccount.open(mesh, TopicCatalogue.reference())) {
            Instant killed = submitWithKill(victim);
            Stopwatch watch = new Stopwatch();
            boolean settled = settle(account);
            say(settled ? "all ledgers settled " + watch + " after that" : "NOT settled within " + watch);
            return new Result(name, account.audit(killed), account.duplicates(), account.superseded(), settled);
        }
    }

    /** Returns when the victim was killed. */
    private Instant submitWithKill(Victim victim) throws IOException, SQLException, InterruptedException {
        AtomicLong submitted = new AtomicLong();
        long total = (long) mesh.systems().size() * load.samples().size() + size.messages();
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
            victim.kill();
            long atKill = submitted.get();
            Stopwatch outage = new Stopwatch();
            victim.start();
            progress.clear();
            say(victim.name() + " killed (SIGKILL) after " + atKill + " messages, started again, active after "
                    + outage);
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
        int share = size.messages() / systems.size() + (index < size.messages() % systems.size() ? 1 : 0);
        run.submit(load.generate(share, size.seed() + index), size.over());
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

    private boolean settle(MeshAccount account) throws SQLException, InterruptedException {
        long most = Math.max(1, account.pending());
        boolean settled = account.settle(
                size.patience(), pending -> progress.show("  settling", Math.max(0, most - pending), most));
        progress.clear();
        return settled;
    }

    private void say(String text) {
        out.println("  " + text);
        out.flush();
    }
}
