package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.config.NodeYaml;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/** The nodes of one run with their databases, each at its host. */
public final class RunNodes implements AutoCloseable {
    private static final int HTTP_PORT = 8_080;
    private static final int JMS_PORT = 61_616;
    private static final int STARTING_TOGETHER = 6;
    /** DDS domain of the nodes. */
    static final int DOMAIN = 7;

    private final Lab lab;
    private final Map<String, InterfaceDatabase> databases = new LinkedHashMap<>();
    private final Map<String, NodeProcess> nodes = new LinkedHashMap<>();

    private RunNodes(Lab lab) {
        this.lab = lab;
    }

    /**
     * Creates databases and writes configurations; starts nothing.
     *
     * @param directory for configurations and logs
     * @param name of the run, for databases
     */
    static RunNodes prepare(
            Lab lab, Network network, Cell cell, Map<String, String> settings, Path directory, String name)
            throws IOException, SQLException {
        RunNodes runNodes = new RunNodes(lab);
        try {
            runNodes.create(network, cell, settings, directory, name);
            return runNodes;
        } catch (IOException | SQLException | RuntimeException e) {
            runNodes.close();
            throw e;
        }
    }

    private void create(Network network, Cell cell, Map<String, String> settings, Path directory, String name)
            throws IOException, SQLException {
        List<NodeAddress> mesh = new ArrayList<>();
        for (Host host : network.hosts()) {
            mesh.add(new NodeAddress(host.name(), NodePlace.at(host), HTTP_PORT, JMS_PORT));
            databases.put(host.name(), lab.database().create(host.name(), name + "_" + host.name()));
        }
        Transports transports = cell.carrier() == Cell.Carrier.JMS ? Transports.JMS : Transports.DDS;
        NodeYaml yaml = new NodeYaml(mesh, transports, DOMAIN);
        String password = lab.secrets().next();
        for (NodeAddress address : mesh) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            if (cell.carrier() == Cell.Carrier.DDS) {
                peers(network, address.system())
                        .ifPresent(peers -> more.put("c4i.transports.dds.network.peers", peers));
            }
            Path file = directory.resolve(address.system() + ".yaml");
            Path profile = directory.resolve(address.system() + "-profile.yaml");
            InterfaceDatabase database = database(address.system());
            Files.writeString(file, yaml.text(address, database));
            Files.writeString(profile, flat(more));
            nodes.put(
                    address.system(),
                    new NodeProcess(
                            address, List.of(file, profile), yaml.environment(database, password), lab.classPath()));
        }
    }

    /** Hosts that multicast does not reach, as a list of YAML. */
    private static Optional<String> peers(Network network, String system) {
        Host self = network.host(system);
        List<String> away = network.hosts().stream()
                .filter(host -> host.segment() != self.segment())
                .map(Host::address)
                .toList();
        return away.isEmpty() ? Optional.empty() : Optional.of("[" + String.join(", ", away) + "]");
    }

    private static String flat(Map<String, String> settings) {
        return settings.isEmpty()
                ? "{}\n"
                : settings.entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue() + "\n")
                        .collect(Collectors.joining());
    }

    List<String> systems() {
        return List.copyOf(nodes.keySet());
    }

    public NodeProcess node(String system) {
        return found(nodes, system);
    }

    public InterfaceDatabase database(String system) {
        return found(databases, system);
    }

    private static <T> T found(Map<String, T> map, String system) {
        T value = map.get(system);
        if (value == null) {
            throw new IllegalArgumentException("no system " + system + ", only " + map.keySet());
        }
        return value;
    }

    /**
     * Starts all nodes and waits until each reaches each other. A machine that starts fifty at once starts none in
     * time, so that only a few start together.
     *
     * @param patience for each node, once to become active and once to reach the others
     */
    void start(Duration patience) throws IOException, InterruptedException {
        List<NodeProcess> all = List.copyOf(nodes.values());
        for (int i = 0; i < all.size(); i++) {
            if (i >= STARTING_TOGETHER) {
                all.get(i - STARTING_TOGETHER).awaitActive(patience, false);
            }
            all.get(i).start();
        }
        for (NodeProcess node : all) {
            node.awaitActive(patience, true);
        }
    }

    /** Kills the nodes and drops their databases. */
    @Override
    public void close() throws SQLException {
        nodes.values().forEach(NodeProcess::close);
        for (InterfaceDatabase database : databases.values()) {
            lab.database().drop(database);
        }
    }
}
