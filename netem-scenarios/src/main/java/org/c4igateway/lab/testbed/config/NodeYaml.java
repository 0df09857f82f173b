package org.c4igateway.lab.testbed.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.database.Login;

/**
 * Writes the configuration file of one node. Passwords are left to the environment.
 *
 * @param self where it listens
 * @param routes what carries the messages to each destination
 * @param enabled transports that it has
 * @param jmsPeers other nodes, which it reaches by JMS
 * @param ddsDomain its DDS domain
 * @param settings further keys and their values
 */
public record NodeYaml(
        NodeAddress self,
        Map<String, Carrier> routes,
        Set<Carrier> enabled,
        List<NodeAddress> jmsPeers,
        int ddsDomain,
        Map<String, String> settings) {
    /** User by which nodes log in to the engines of each other. */
    public static final String MESH_USER = "mesh";

    private static final String DATABASE_PASSWORD = "C4I_DB_PASSWORD";
    private static final String MESH_PASSWORD = "C4I_JMS_PASSWORD";

    public NodeYaml {
        routes = new TreeMap<>(routes);
        enabled = Set.copyOf(enabled);
        jmsPeers = List.copyOf(jmsPeers);
        settings = new TreeMap<>(settings);
    }

    /** A transport of a node, as its file names it. */
    public enum Carrier {
        JMS,
        DDS;

        /** Value of {@code c4i.destinations.*}. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Variables that the file refers to. */
    public static Map<String, String> environment(Login database, String meshPassword) {
        return Map.of(DATABASE_PASSWORD, database.password(), MESH_PASSWORD, meshPassword);
    }

    /** The file for an interface database. */
    public String text(String databaseUrl, Login database) {
        return """
                c4i:
                  system: %s
                  database:
                    url: "%s"
                    username: %s
                    password: ${%s}
                  destinations:
                %s  transports:
                %s%sserver:
                  address: %s
                  port: %d
                """.formatted(
                                self.system(),
                                databaseUrl,
                                database.user(),
                                DATABASE_PASSWORD,
                                routes.entrySet().stream()
                                        .map(route -> "    \"[" + route.getKey() + "]\": "
                                                + route.getValue().key() + "\n")
                                        .collect(Collectors.joining()),
                                enabled.contains(Carrier.JMS) ? jms() : "",
                                enabled.contains(Carrier.DDS) ? dds() : "",
                                self.place().managementHost(),
                                self.httpPort())
                + settings.entrySet().stream()
                        .map(setting -> setting.getKey() + ": " + setting.getValue() + "\n")
                        .collect(Collectors.joining());
    }

    private String jms() {
        String peers = jmsPeers.stream()
                .map(peer ->
                        "        \"[" + peer.system() + "]\": \"" + peer.place().host() + ":" + peer.jmsPort() + "\"\n")
                .collect(Collectors.joining());
        return """
                jms:
                  enabled: true
                  host: %s
                  port: %d
                  credentials:
                    user: %s
                    password: ${%s}
                  peers:
                """.formatted(self.place().host(), self.jmsPort(), MESH_USER, MESH_PASSWORD)
                        .indent(4)
                + peers;
    }

    private String dds() {
        return """
                dds:
                  enabled: true
                  domain-id: %d
                  network:
                    interfaces: [%s]
                """.formatted(ddsDomain, self.place().device()).indent(4);
    }
}
