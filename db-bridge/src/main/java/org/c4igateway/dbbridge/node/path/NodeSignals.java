package org.c4igateway.dbbridge.node.path;

import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.outbox.SignalChannel;

/**
 * What wakes a node's readers of its database. Lives as long as the node, through all its activations.
 *
 * @param outbox rows that may be read
 * @param publications what is published and not routed
 */
public record NodeSignals(NotifySignal outbox, NotifySignal publications) implements AutoCloseable {
    public static NodeSignals of(Connections connections, Loops loops) {
        return new NodeSignals(
                new NotifySignal(connections, SignalChannel.OUTBOX, loops),
                new NotifySignal(connections, SignalChannel.PUBLICATIONS, loops));
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
