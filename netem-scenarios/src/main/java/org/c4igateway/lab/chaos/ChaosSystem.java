package org.c4igateway.lab.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.c4igateway.lab.chaos.days.SystemClocks;
import org.c4igateway.lab.history.retention.KeptRows;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.RestartableProcess;
import org.c4igateway.lab.testbed.database.DatabaseServer;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * One system: a database server of its own, a node and a second one that is down, a link, and maybe a WAN gateway.
 * Thread-safe.
 */
final class ChaosSystem {
    private final Parts parts;
    private final SupervisedProcess<NodeProcess> node;
    private final Optional<SupervisedProcess<GatewayProcess>> gateway;
    private NodeProcess spare;

    /**
     * What a system stands on.
     *
     * @param server of this system alone
     * @param host of the node
     * @param link that leads to the others, behind the gateway where there is one
     * @param clocks that its processes follow, if they have the variables
     * @param kept what retention removes, in a run whose clocks are moved
     */
    record Parts(
            InterfaceDatabase database,
            DatabaseServer server,
            Host host,
            ImpairedLink link,
            SystemClocks clocks,
            Optional<KeptRows> kept) {}

    /** Nothing runs. */
    ChaosSystem(Parts parts, NodeProcess node, NodeProcess spare, Optional<GatewayProcess> gateway) {
        this.parts = parts;
        this.node = new SupervisedProcess<>(node);
        this.spare = spare;
        this.gateway = gateway.map(SupervisedProcess::new);
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

    SystemClocks clocks() {
        return parts.clocks();
    }

    Optional<KeptRows> kept() {
        return parts.kept();
    }

    /** The node that serves. */
    SupervisedProcess<NodeProcess> node() {
        return node;
    }

    /** The other one. */
    synchronized NodeProcess spare() {
        return spare;
    }

    /** The second node is the one that serves from now on. */
    synchronized void swap() {
        spare = node.replace(spare);
    }

    boolean hasGateway() {
        return gateway.isPresent();
    }

    /** The WAN gateway of a run that has them. */
    SupervisedProcess<GatewayProcess> gateway() {
        return gateway.orElseThrow(() -> new IllegalStateException("no gateways in this run"));
    }

    /** Starts what has ended by itself, as a service manager does. */
    void revive() throws IOException {
        node.revive();
        if (gateway.isPresent()) {
            gateway.get().revive();
        }
    }

    /** How often its node or gateway ended that no fault had ended. */
    int endedItself() {
        return node.endedItself() + gateway.map(SupervisedProcess::endedItself).orElse(0);
    }

    /** Logs of both nodes, of the server and of the gateway. */
    List<Path> logs() {
        List<Path> logs = new ArrayList<>(
                List.of(node.current().log(), spare().log(), parts.server().log()));
        gateway.map(SupervisedProcess::current).map(RestartableProcess::log).ifPresent(logs::add);
        return logs;
    }

    void close() throws IOException {
        node.close();
        spare().close();
        gateway.ifPresent(SupervisedProcess::close);
        parts.server().close();
    }
}
