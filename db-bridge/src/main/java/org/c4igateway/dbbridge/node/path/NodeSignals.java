package org.c4igateway.dbbridge.node.path;

import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.outbox.SignalChannel;

/**
 * What wakes a node's readers of its database. Lives as long as the node, through all its activations.
 *
 * @param outbox rows that may be read
 * @param publications what is published and not routed
 * @param divided whether other nodes read the outbox as well
 */
public record NodeSignals(NotifySignal outbox, NotifySignal publications, AtomicBoolean divided)
        implements AutoCloseable {
    public static NodeSignals of(Connections connections, Loops loops) {
        AtomicBoolean divided = new AtomicBoolean();
        return new NodeSignals(
                new NotifySignal(connections, SignalChannel.OUTBOX, loops, divided::get),
                new NotifySignal(connections, SignalChannel.PUBLICATIONS, loops),
                divided);
    }

    /** From now on other nodes read the outbox as well, or no longer do. */
    public void divide(boolean withOthers) {
        divided.set(withOthers);
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
