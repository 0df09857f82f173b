package org.c4igateway.dbbridge.node.path;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.outbox.SignalChannel;

/**
 * What wakes a node's readers of its database. Lives as long as the node, through all its activations.
 *
 * @param outbox rows that may be read
 * @param publications what is published and not routed
 * @param elsewhere asked whether other nodes may read the outbox as well
 */
public record NodeSignals(NotifySignal outbox, NotifySignal publications, AtomicReference<BooleanSupplier> elsewhere)
        implements AutoCloseable {
    public static NodeSignals of(Connections connections, Loops loops) {
        AtomicReference<BooleanSupplier> elsewhere = new AtomicReference<>(() -> false);
        return new NodeSignals(
                new NotifySignal(
                        connections,
                        SignalChannel.OUTBOX,
                        loops,
                        () -> elsewhere.get().getAsBoolean()),
                new NotifySignal(connections, SignalChannel.PUBLICATIONS, loops),
                elsewhere);
    }

    /**
     * From now on other nodes may read the outbox as well.
     *
     * @param now asked whether they do at that moment; any thread, does not block
     */
    public void share(BooleanSupplier now) {
        elsewhere.set(now);
    }

    /** Begins to listen. Call once. */
    public void start() {
        outbox.start();
        publications.start();
    }

    /** Ends both; waits for at most 2 s for each. */
    @Override
    public void close() {
        outbox.close();
        publications.close();
    }
}
