package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
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
import org.c4igateway.lab.testbed.disk.LoopDisk;

/**
 * One system: a database server of its own, a node and a second one that is down, a link, and maybe a WAN gateway.
 * Thread-safe.
 */
public final class ChaosSystem {
    private final Parts parts;
    private final SupervisedProcess<NodeProcess> node;
    private final Optional<SupervisedProcess<GatewayProcess>> gateway;
    private NodeProcess spare;

    /**
     * What a system stands on.
     *
     * @param servers of this system alone
     * @param host of the node
     * @param link that leads to the others, behind the gateway where there is one
     * @param clocks that its processes follow, if they have the variables
     * @param kept what retention removes, in a run whose clocks are moved
     * @param files where node and gateway have theirs
     * @param tables lines of the node's file about the tables of its server; empty without
     */
    record Parts(
            InterfaceDatabase database,
            SystemServers servers,
            Host host,
            ImpairedLink link,
            SystemClocks clocks,
            Optional<KeptRows> kept,
            DiskPlace files,
            String tables) {}

    /** Nothing runs. */
    ChaosSystem(Parts parts, NodeProcess node, NodeProcess spare, Optional<GatewayProcess> gateway) {
        this.parts = parts;
        this.node = new SupervisedProcess<>(node);
        this.spare = spare;
        this.gateway = gateway.map(SupervisedProcess::new);
    }

    public String name() {
        return parts.database().system();
    }

    public InterfaceDatabase database() {
        return parts.database();
    }

    /** The server that takes writes, or took them last. */
    public DatabaseServer server() {
        return parts.servers().primary();
    }

    /** The standby takes the place of the server, which has ended, and that becomes the standby. Blocks until it is. */
    public void failOver() throws IOException, SQLException, InterruptedException {
        parts.servers().failOver();
    }

    public Host host() {
        return parts.host();
    }

    public ImpairedLink link() {
        return parts.link();
    }

    public SystemClocks clocks() {
        return parts.clocks();
    }

    /** The disk of the server in a run with faults of it. */
    public LoopDisk disk() {
        return parts.servers().disk();
    }

    /** The disk of node and gateway in a run in which it can be full. */
    public LoopDisk nodeDisk() {
        return parts.files().disk().orElseThrow(() -> new IllegalStateException("no disks of nodes in this run"));
    }

    public Optional<KeptRows> kept() {
        return parts.kept();
    }

    /** The node that serves. */
    public SupervisedProcess<NodeProcess> node() {
        return node;
    }

    /** The other one. */
    public synchronized NodeProcess spare() {
        return spare;
    }

    /** The second node is the one that serves from now on. */
    public synchronized void swap() {
        spare = node.replace(spare);
    }

    public boolean hasGateway() {
        return gateway.isPresent();
    }

    /** The WAN gateway of a run that has them. */
    public SupervisedProcess<GatewayProcess> gateway() {
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
    public int endedItself() {
        return node.endedItself() + gateway.map(SupervisedProcess::endedItself).orElse(0);
    }

    /** Logs of both nodes, of the server and of the gateway. */
    public List<Path> logs() {
        List<Path> logs = new ArrayList<>(List.of(node.current().log(), spare().log()));
        logs.addAll(parts.servers().logs());
        gateway.map(SupervisedProcess::current).map(RestartableProcess::log).ifPresent(logs::add);
        return logs;
    }

    void close() throws IOException {
        node.close();
        spare().close();
        gateway.ifPresent(SupervisedProcess::close);
        parts.servers().close();
    }
}
