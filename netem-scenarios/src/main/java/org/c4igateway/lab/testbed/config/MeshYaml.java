package org.c4igateway.lab.testbed.config;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/**
 * Writes the configuration files of the nodes of a full mesh.
 *
 * @param mesh all nodes
 * @param transports what carries the messages
 * @param ddsDomain domain of the mesh
 */
public record MeshYaml(List<NodeAddress> mesh, Transports transports, int ddsDomain) {
    public MeshYaml {
        mesh = List.copyOf(mesh);
    }

    /** Variables that the file of a node refers to. */
    public Map<String, String> environment(InterfaceDatabase database, String meshPassword) {
        return NodeYaml.environment(database.bridge(), meshPassword);
    }

    /** The file of one node. */
    public String text(NodeAddress self, InterfaceDatabase database) {
        List<NodeAddress> others =
                mesh.stream().filter(node -> !node.equals(self)).toList();
        Map<String, NodeYaml.Carrier> routes = new TreeMap<>();
        others.forEach(peer -> routes.put(peer.system(), carrier(self)));
        return new NodeYaml(self, routes, enabled(), others, ddsDomain, Map.of())
                .text(database.nodeUrl(), database.bridge());
    }

    /** What this node sends by. */
    private NodeYaml.Carrier carrier(NodeAddress self) {
        return switch (transports) {
            case JMS -> NodeYaml.Carrier.JMS;
            case DDS -> NodeYaml.Carrier.DDS;
            case MIXED -> mesh.indexOf(self) % 2 == 0 ? NodeYaml.Carrier.JMS : NodeYaml.Carrier.DDS;
        };
    }

    private Set<NodeYaml.Carrier> enabled() {
        return switch (transports) {
            case JMS -> EnumSet.of(NodeYaml.Carrier.JMS);
            case DDS -> EnumSet.of(NodeYaml.Carrier.DDS);
            case MIXED -> EnumSet.allOf(NodeYaml.Carrier.class);
        };
    }
}
