package org.c4igateway.test.e2e.mesh;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;

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
    public static final String MESH_USER = "mesh";
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
        return """
                c4i:
                  system: %s
                  database:
                    url: "%s"
                    username: %s
                    password: %s
                    pool-size: 4
                  destinations: %s
                  flow:
                    receipt-timeout: 2s
                    max-retry-pause: 1s
                  ledger-interval: 1s
                  transports:
                    jms:
                      enabled: %s
                      port: %d
                      credentials: {user: %s, password: %s}
                      peers: %s
                    dds:
                      enabled: %s
                      provider: %s
                      domain-id: %d
                      partition: %s
                      lease: %s
                      wire: {fragment-bytes: %d}
                      network: {interfaces: [lo]}
                server:
                  port: %d
                """.formatted(
                        system,
                        database.url(),
                        database.user(),
                        database.password(),
                        flow(routes, "", Middleware::transport),
                        routes.containsValue(Middleware.JMS),
                        jmsPort,
                        MESH_USER,
                        MESH_PASSWORD,
                        flow(peerJmsPorts, "127.0.0.1:", String::valueOf),
                        dds().isPresent(),
                        dds().orElse(Middleware.DDS).ddsProvider(),
                        TestNetwork.sharedDomain(),
                        ddsPartition,
                        dds().orElse(Middleware.DDS).ddsLease(),
                        dds().orElse(Middleware.DDS).ddsFragmentBytes(),
                        httpPort);
    }

    /** The DDS implementation of this node, of which it has one at most. */
    private Optional<Middleware> dds() {
        return routes.values().stream()
                .filter(carrier -> !carrier.ddsProvider().isEmpty())
                .findFirst();
    }

    private static <V> String flow(Map<String, V> entries, String prefix, Function<V, String> valueText) {
        return new TreeMap<>(entries)
                .entrySet().stream()
                        .map(entry ->
                                "\"[" + entry.getKey() + "]\": \"" + prefix + valueText.apply(entry.getValue()) + "\"")
                        .collect(Collectors.joining(", ", "{", "}"));
    }
}
