package org.c4igateway.console.watch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.node.NodeRole;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Looks at peers every few seconds and at the ledger once a minute, whether somebody watches or not. One thread. */
public final class NodeWatch implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWatch.class);
    private static final Duration PEERS = Duration.ofSeconds(5);
    private static final Duration LEDGER = Duration.ofMinutes(1);

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("c4i-console-watch").factory());

    private final NodeStatus node;
    private final Supplier<Optional<LedgerSnapshot>> ledger;
    private final InstantSource time;
    private final Absences absences;
    private final LastHour lastHour;
    private volatile boolean running;

    /** @param ledger reads it; empty when the database does not answer */
    public NodeWatch(
            NodeStatus node,
            Supplier<Optional<LedgerSnapshot>> ledger,
            InstantSource time,
            Absences absences,
            LastHour lastHour) {
        this.node = node;
        this.ledger = ledger;
        this.time = time;
        this.absences = absences;
        this.lastHour = lastHour;
    }

    /** Begins; once. A node that is built to be checked or compared is not started, and looks at nothing. */
    @Override
    public void start() {
        running = true;
        var _ = clock.scheduleWithFixedDelay(
                () -> attempt(this::lookAtPeers), 0, PEERS.toMillis(), TimeUnit.MILLISECONDS);
        var _ = clock.scheduleWithFixedDelay(
                () -> attempt(this::lookAtLedger), 0, LEDGER.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A node that is not active reaches nobody, which says nothing of its peers. */
    private void lookAtPeers() {
        absences.note(node.role() == NodeRole.ACTIVE ? node.peers() : List.of(), time.instant());
    }

    private void lookAtLedger() {
        ledger.get().ifPresent(lastHour::add);
    }

    /** A look that fails must not be the last one. */
    private static void attempt(Runnable look) {
        try {
            look.run();
        } catch (RuntimeException e) {
            LOG.warn("The console cannot read the state of the node", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        clock.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
