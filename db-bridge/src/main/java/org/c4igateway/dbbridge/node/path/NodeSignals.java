package org.c4igateway.dbbridge.node.path;

import java.util.function.BooleanSupplier;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.jdbc.Connections;
import org.c4igateway.dbbridge.outbox.NotifySignal;
import org.c4igateway.dbbridge.outbox.SignalChannel;

/** What wakes a node's readers of its database. Lives as long as the node, through all its activations. */
public final class NodeSignals implements AutoCloseable {
    private final NotifySignal outbox;
    private final NotifySignal publications;
    private volatile BooleanSupplier elsewhere = () -> false;

    public NodeSignals(Connections connections, Loops loops) {
        this.outbox = new NotifySignal(connections, SignalChannel.OUTBOX, loops, this::isReadElsewhere);
        this.publications = new NotifySignal(connections, SignalChannel.PUBLICATIONS, loops);
    }

    /** @return signal of rows that may be read */
    public NotifySignal outbox() {
        return outbox;
    }

    /** @return signal of what is published and not routed */
    public NotifySignal publications() {
        return publications;
    }

    /**
     * From now on other nodes may read the outbox as well.
     *
     * @param now asked whether they do at that moment; any thread, does not block
     */
    public void share(BooleanSupplier now) {
        elsewhere = now;
    }

    private boolean isReadElsewhere() {
        return elsewhere.getAsBoolean();
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
