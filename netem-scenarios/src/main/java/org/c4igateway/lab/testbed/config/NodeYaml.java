package org.c4igateway.lab.testbed.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Writes the configuration file of one node of a full mesh. Passwords are left to the environment.
 *
 * @param mesh all nodes, this one among them
 * @param transports what carries the messages
 * @param ddsDomain domain of the mesh
 */
public record NodeYaml(List<NodeAddress> mesh, Transports transports, int ddsDomain) {
    static final String DATABASE_PASSWORD = "C4I_DB_PASSWORD";
    static final String MESH_PASSWORD = "C4I_JMS_PASSWORD";

    public NodeYaml {
        mesh = List.copyOf(mesh);
    }

    /** Variables that the file refers to. */
    public Map<String, String> environment(InterfaceDatabase database, String meshPassword) {
        return Map.of(DATABASE_PASSWORD, database.bridge().password(), MESH_PASSWORD, meshPassword);
    }

    /** The file of one node. */
    public String text(NodeAddress self, InterfaceDatabase database) {
        return """
                c4i:
                  system: %s
                  database:
                    url: "%s"
                    username: %s
                    password: ${%s}
                  destinations:
                %s
                  transports:
                %s
                server:
                  address: %s
                  port: %d
                """.formatted(
                        self.system(),
                        database.nodeUrl(),
                        database.bridge().user(),
                        DATABASE_PASSWORD,
                        others(self).stream()
                                .map(peer -> "    \"[" + peer.system() + "]\": " + transport(self))
                                .collect(Collectors.joining("\n")),
                        enabled(self),
                        self.place().managementHost(),
                        self.httpPort());
    }

    /** What this node sends by. */
    private String transport(NodeAddress self) {
        return switch (transports) {
            case JMS -> "jms";
            case DDS -> "dds";
            case MIXED -> mesh.indexOf(self) % 2 == 0 ? "jms" : "dds";
        };
    }

    private String enabled(NodeAddress self) {
        return switch (transports) {
            case JMS -> jms(self);
            case DDS -> dds(self);
            case MIXED -> jms(self) + "\n" + dds(self);
        };
    }

    private String jms(NodeAddress self) {
        String peers = others(self).stream()
                .map(peer ->
                        "        \"[" + peer.system() + "]\": \"" + peer.place().host() + ":" + peer.jmsPort() + "\"")
                .collect(Collectors.joining("\n"));
        return """
                    jms:
                      enabled: true
                      host: %s
                      port: %d
                      credentials:
                        user: mesh
                        password: ${%s}
                      peers:
                %s""".formatted(self.place().host(), self.jmsPort(), MESH_PASSWORD, peers);
    }

    private String dds(NodeAddress self) {
        return """
                dds:
                  enabled: true
                  domain-id: %d
                  network:
                    interfaces: [%s]""".formatted(ddsDomain, self.place().device()).indent(4).stripTrailing();
    }

    private List<NodeAddress> others(NodeAddress self) {
        return mesh.stream().filter(node -> !node.equals(self)).toList();
    }
}
