package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/** One system: a database server of its own, a node and a second one that is down, and a link. Thread-safe. */
final class ChaosSystem {
    private final Parts parts;
    private final AtomicInteger endedItself = new AtomicInteger();
    private NodeProcess node;
    private NodeProcess spare;
    private boolean held = true;

    /**
     * What a system stands on.
     *
     * @param server of this system alone
     * @param clock file from which the node takes how wrong its clock is, in seconds
     */
    record Parts(InterfaceDatabase database, DatabaseServer server, Host host, ImpairedLink link, Path clock) {}

    /** Nothing runs; {@link #hold} with false begins to watch the node. */
    ChaosSystem(Parts parts, NodeProcess node, NodeProcess spare) {
        this.parts = parts;
        this.node = node;
        this.spare = spare;
    }

    String name() {
        return parts.database().system();
    }

    InterfaceDatabase database() {
        return parts.database();
    }

    DatabaseServer server() {
        return parts.server();
    }

    Host host() {
        return parts.host();
    }

    ImpairedLink link() {
        return parts.link();
    }

    Path clock() {
        return parts.clock();
    }

    /** The node that serves. */
    synchronized NodeProcess node() {
        return node;
    }

    /** The other one. */
    synchronized NodeProcess spare() {
        return spare;
    }

    /** The second node is the one that serves from now on. */
    synchronized void swap() {
        NodeProcess before = node;
        node = spare;
        spare = before;
    }

    /** Whether a fault keeps the node down, so that {@link #revive} leaves it so. */
    synchronized void hold(boolean down) {
        held = down;
    }

    /** Starts a node that has ended by itself, as a service manager does. */
    synchronized void revive() throws IOException {
        if (!held && !node.isAlive()) {
            endedItself.incrementAndGet();
            node.start();
        }
    }

    /** How often a node ended that no fault had ended. */
    int endedItself() {
        return endedItself.get();
    }

    /** Logs of both nodes and of the server. */
    synchronized List<Path> logs() {
        return List.of(node.log(), spare.log(), parts.server().log());
    }

    void close() throws IOException {
        synchronized (this) {
            held = true;
            node.close();
            spare.close();
        }
        parts.server().close();
    }
}
