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
import java.util.stream.Collectors;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.testbed.NodeAddress;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.NodeProcess;
import org.c4igateway.lab.testbed.config.MeshYaml;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;

/** The nodes of one run with their databases, each at its host. */
public final class RunNodes implements AutoCloseable {
    private static final String NEWCOMERS = "c4i.newcomers";
    private static final int HTTP_PORT = 8_080;
    private static final int JMS_PORT = 61_616;
    private static final int STARTING_TOGETHER = 6;
    /** DDS domain of the nodes. */
    static final int DOMAIN = 7;

    private final Lab lab;
    private final Map<String, InterfaceDatabase> databases = new LinkedHashMap<>();
    private final Map<String, NodeProcess> nodes = new LinkedHashMap<>();
    private final String newcomer;
    private long linesElsewhere;

    private RunNodes(Lab lab, String newcomer) {
        this.lab = lab;
        this.newcomer = newcomer;
    }

    /**
     * Creates databases and writes configurations; starts nothing.
     *
     * @param directory for configurations and logs
     * @param name of the run, for databases
     * @param newcomer system that is started later; empty for none
     */
    static RunNodes prepare(
            Lab lab,
            Network network,
            Cell cell,
            Map<String, String> settings,
            Path directory,
            String name,
            String newcomer)
            throws IOException, SQLException {
        RunNodes runNodes = new RunNodes(lab, newcomer);
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
        MeshYaml yaml = new MeshYaml(mesh, transports, DOMAIN);
        MeshYaml before = new MeshYaml(
                mesh.stream().filter(node -> !node.system().equals(newcomer)).toList(), transports, DOMAIN);
        boolean admitted = settings.containsKey(NEWCOMERS);
        String hidden = admitted ? newcomer : "";
        String password = lab.secrets().next();
        for (NodeAddress address : mesh) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            if (cell.carrier() == Cell.Carrier.DDS) {
                more.putAll(peers(network, address.system(), hidden));
                if (!newcomer.isEmpty() && !address.system().equals(newcomer)) {
                    linesElsewhere += Addition.changedLines(
                            flat(peers(network, address.system(), newcomer)),
                            flat(peers(network, address.system(), hidden)));
                }
            }
            Path file = directory.resolve(address.system() + ".yaml");
            Path profile = directory.resolve(address.system() + "-profile.yaml");
            InterfaceDatabase database = database(address.system());
            Files.writeString(file, text(address, database, yaml, before, admitted));
            Files.writeString(profile, flat(more));
            nodes.put(
                    address.system(),
                    new NodeProcess(
                            address, List.of(file, profile), yaml.environment(database, password), lab.classPath()));
        }
    }

    /** The file of a node; counts in how many lines it is another one because of the newcomer. */
    private String text(
            NodeAddress address, InterfaceDatabase database, MeshYaml all, MeshYaml before, boolean admitted) {
        String text = all.text(address, database);
        if (newcomer.isEmpty() || address.system().equals(newcomer)) {
            return text;
        }
        String earlier = before.text(address, database);
        String used = admitted ? earlier : text;
        linesElsewhere += Addition.changedLines(earlier, used);
        return used;
    }

    /** @return lines of the other nodes' files that were not there before the newcomer */
    long linesElsewhere() {
        return linesElsewhere;
    }

    /**
     * Hosts that multicast does not reach, as a list of YAML below its key; empty when it reaches all.
     *
     * @param hidden host that is left out unless it is the system itself
     */
    private static Map<String, String> peers(Network network, String system, String hidden) {
        Host self = network.host(system);
        List<String> away = network.hosts().stream()
                .filter(host -> host.segment() != self.segment())
                .filter(host -> system.equals(hidden) || !host.name().equals(hidden))
                .map(Host::address)
                .toList();
        return away.isEmpty()
                ? Map.of()
                : Map.of("c4i.transports.dds.network.peers", "[" + String.join(", ", away) + "]");
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
        List<NodeProcess> all = nodes.values().stream()
                .filter(node -> !node.address().system().equals(newcomer))
                .toList();
        for (int i = 0; i < all.size(); i++) {
            if (i >= STARTING_TOGETHER) {
                all.get(i - STARTING_TOGETHER).awaitActive(patience, false);
            }
            all.get(i).start();
        }
        for (NodeProcess node : all) {
            node.awaitActiveWithout(newcomer, patience);
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
