package org.c4igateway.test.e2e.mesh;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.config.NodeYaml;
import org.c4igateway.lab.testbed.database.Login;

/**
 * The configuration file of one node.
 *
 * @param system its name
 * @param database its interface database
 * @param httpPort where health and metrics are
 * @param jmsPort where its engine listens
 * @param routes transport by destination
 * @param peerJmsPorts where the engines of the others listen
 * @param ddsPartition keeps meshes on one machine apart
 */
public record NodeFile(
        String system,
        DatabaseSettings database,
        int httpPort,
        int jmsPort,
        Map<String, Middleware> routes,
        Map<String, Integer> peerJmsPorts,
        String ddsPartition) {
    public static final String MESH_PASSWORD = "mesh-of-tests";

    public NodeFile {
        routes = Map.copyOf(routes);
        peerJmsPorts = Map.copyOf(peerJmsPorts);
    }

    /** The same on another port and database login; for a second node beside the same database. */
    NodeFile withPorts(int http, int jms) {
        return new NodeFile(system, database, http, jms, routes, peerJmsPorts, ddsPartition);
    }

    String text() {
        Map<String, NodeYaml.Carrier> carriers = new TreeMap<>();
        routes.forEach((destination, middleware) -> carriers.put(destination, middleware.carrier()));
        List<NodeAddress> peers = new ArrayList<>();
        new TreeMap<>(peerJmsPorts)
                .forEach((peer, port) -> peers.add(new NodeAddress(peer, NodePlace.loopback(), 0, port)));
        return new NodeYaml(
                        address(List.of()),
                        carriers,
                        Set.copyOf(carriers.values()),
                        peers,
                        TestNetwork.sharedDomain(),
                        settings())
                .text(database.url(), login());
    }

    /** Variables that the file refers to. */
    Map<String, String> environment() {
        return NodeYaml.environment(login(), MESH_PASSWORD);
    }

    /** @param enter words before the command of its process */
    NodeAddress address(List<String> enter) {
        NodePlace here = NodePlace.loopback();
        NodePlace place = new NodePlace(enter, here.host(), here.managementHost(), here.device());
        return new NodeAddress(system, place, httpPort, jmsPort);
    }

    private Login login() {
        return new Login(database.user(), database.password());
    }

    /** Few connections, and timers that let a test see them pass. */
    private Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "c4i.database.pool-size", "4",
                "c4i.flow.receipt-timeout", "2s",
                "c4i.flow.max-retry-pause", "1s",
                "c4i.ledger-interval", "1s"));
        routes.values().stream()
                .filter(middleware -> middleware.carrier() == NodeYaml.Carrier.DDS)
                .findFirst()
                .ifPresent(dds -> settings.putAll(Map.of(
                        "c4i.transports.dds.provider", dds.ddsProvider(),
                        "c4i.transports.dds.partition", ddsPartition,
                        "c4i.transports.dds.lease", dds.ddsLease(),
                        "c4i.transports.dds.wire.fragment-bytes", Integer.toString(dds.ddsFragmentBytes()))));
        return settings;
    }
}
