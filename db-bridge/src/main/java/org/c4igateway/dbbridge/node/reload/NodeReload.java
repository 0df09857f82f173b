package org.c4igateway.dbbridge.node.reload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.reload.Candidates.Built;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Accepted;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Postponed;
import org.c4igateway.dbbridge.node.reload.ReloadResult.Refused;
import org.c4igateway.dbbridge.node.reload.ReloadResult.WentBack;
import org.c4igateway.dbbridge.node.task.Maintenance;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Changes of a running node. An attempt begins when two looks find the files changed and equal, after SIGHUP, or when
 * an operator asks; one at a time, and any number of signals between two looks are one. It builds a node from the
 * files, compares it with this one, and lets the parts take over what they can, all or nothing. What the data path is
 * built of is taken over by a renewal of that path. A refused attempt changes nothing; the next one comes when a file
 * changes again.
 */
public final class NodeReload implements SmartLifecycle {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /** A configuration may name files that were not looked at before; then it is read once more. */
    private static final int ROUNDS = 3;

    private final Candidates candidates;
    private final ObjectProvider<ReloadablePart> parts;
    private final PathRenewal path;
    private final boolean watch;
    private final ReloadRecord record;
    private final Maintenance thread;
    private final AtomicReference<String> asked = new AtomicReference<>("");
    private final ReentrantLock attempt = new ReentrantLock();
    private SortedMap<String, String> running = new TreeMap<>();
    private Set<Path> files = Set.of();
    private SortedMap<Path, String> handled = new TreeMap<>();
    private SortedMap<Path, String> previous = new TreeMap<>();
    private volatile boolean started;

    /**
     * @param candidates what nodes are built from
     * @param parts parts of the node that apply changes
     * @param path renews the data path for changes that the parts cannot apply
     * @param watch whether changed files begin an attempt
     * @param record record of the results
     * @param loops where the thread is supervised
     */
    public NodeReload(
            Candidates candidates,
            ObjectProvider<ReloadablePart> parts,
            PathRenewal path,
            boolean watch,
            ReloadRecord record,
            Loops loops) {
        this.candidates = candidates;
        this.parts = parts;
        this.path = path;
        this.watch = watch;
        this.record = record;
        this.thread = new Maintenance("c4i-reload", LONGEST, loops);
    }

    @Override
    public void start() {
        Candidate now = candidates.running();
        running = now.values();
        files = now.files();
        // A file that was written after this process read it is a change, too.
        handled = FileStates.writtenAfter(files, candidates.begin()) ? new TreeMap<>() : FileStates.of(files);
        HangUpSignal.call(() -> asked.set("SIGHUP"));
        thread.every("configuration", LOOK, this::look);
        started = true;
    }

    @Override
    public void stop() {
        started = false;
        thread.close();
    }

    @Override
    public boolean isRunning() {
        return started;
    }

    /** Which configuration the node has. Any thread, never blocks. */
    public ReloadStatus status() {
        return record.status();
    }

    /**
     * Applies the present files, or says what that would do. Blocks for seconds.
     *
     * @param dryRun whether nothing is to be changed or written down
     * @return {@link Postponed} when another attempt is under way
     */
    public ReloadResult reload(String occasion, boolean dryRun) {
        if (!attempt.tryLock()) {
            return new Postponed("another attempt is under way");
        }
        try {
            ReloadResult result = attempt(dryRun);
            if (!dryRun) {
                record.record(occasion, result);
            }
            return result;
        } finally {
            attempt.unlock();
        }
    }

    private void look() {
        String occasion = asked.getAndSet("");
        if (occasion.isEmpty() && watch && hasSettledChange()) {
            occasion = "changed files";
        }
        if (!occasion.isEmpty() && reload(occasion, false) instanceof Postponed) {
            asked.compareAndSet("", occasion);
        }
    }

    /** Half of a file is a change as well, so the files have to be the same at two looks. */
    private boolean hasSettledChange() {
        attempt.lock();
        try {
            SortedMap<Path, String> now = FileStates.of(files);
            boolean settled = !now.equals(handled) && now.equals(previous);
            previous = now;
            return settled;
        } finally {
            attempt.unlock();
        }
    }

    private ReloadResult attempt(boolean dryRun) {
        for (int round = 0; round < ROUNDS; round++) {
            SortedMap<Path, String> before = FileStates.of(files);
            Built built = candidates.build();
            try {
                SortedMap<Path, String> after = FileStates.of(files);
                boolean grew = !files.containsAll(built.files());
                if (grew) {
                    Set<Path> more = new HashSet<>(files);
                    more.addAll(built.files());
                    files = more;
                }
                if (after.equals(before) && !grew) {
                    return judged(built, before, dryRun);
                }
            } finally {
                built.close();
            }
        }
        return new Postponed("the files change while they are read");
    }

    private ReloadResult judged(Built built, SortedMap<Path, String> states, boolean dryRun) {
        ReloadResult result = switch (built) {
            case Built.Whole(Candidate candidate) -> compared(candidate, dryRun);
            case Built.Faulty(Refused refused, Set<Path> _) -> refused;
            case Built.NoRoom(String why) -> new Postponed(why);
        };
        if (!dryRun && !(result instanceof Postponed)) {
            handled = states;
        }
        return result;
    }

    private ReloadResult compared(Candidate candidate, boolean dryRun) {
        List<ConfigurationChange> changes = ConfigurationChange.between(running, candidate.values());
        SortedChanges sorted;
        try {
            sorted = SortedChanges.of(changes, parts.orderedStream().toList(), path, candidate.context());
        } catch (GatewayException e) {
            String why = "together with a restart only: " + e.getMessage();
            return new Accepted(List.of(), List.of(), changes, why);
        }
        Accepted accepted = new Accepted(sorted.applied(), sorted.renewed(), sorted.needRestart(), "");
        return dryRun ? accepted : applied(candidate, sorted, accepted);
    }

    /** All of them; throws what the first that broke threw. */
    private static void run(List<Runnable> steps) {
        RuntimeException broken = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                broken = broken == null ? e : broken;
            }
        }
        if (broken != null) {
            throw broken;
        }
    }

    private ReloadResult applied(Candidate candidate, SortedChanges sorted, Accepted accepted) {
        return switch (sorted.renewal().get()) {
            case PathRenewal.Renewed() -> {
                // First, or a step that breaks would have the data path renewed at each look.
                running = ConfigurationChange.taken(running, sorted.taken(), candidate.values());
                files = candidate.files();
                run(sorted.steps());
                yield accepted;
            }
            case PathRenewal.WentBack(GatewayException why, boolean serving) -> {
                String problem = String.valueOf(why.getMessage());
                yield new WentBack(
                        sorted.renewed(),
                        serving ? problem : problem + "; the former data path does not open either",
                        remedy(why));
            }
            case PathRenewal.Busy(String why) -> new Postponed(why);
        };
    }

    private static String remedy(GatewayException why) {
        return why instanceof GatewayException.Fatal fatal
                ? fatal.remedy()
                : "When that has passed, let the node read its files again: './c4i reload'.";
    }
}
