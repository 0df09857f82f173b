package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** One node as a process of its own, which can be killed and started again. Thread-safe. */
public final class NodeProcess extends RestartableProcess {
    private static final String MAIN_CLASS = "org.c4igateway.dbbridge.node.NodeApplication";
    private static final Pattern ACTIVE = Pattern.compile("\"role\"\\s*:\\s*\"active\"");
    private static final Pattern PEER_AWAY = Pattern.compile("\"away\"");

    private final NodeAddress address;

    /**
     * @param configs the node's YAML files, later ones overriding earlier ones; its log is written beside the first
     * @param environment variables that the files refer to, such as passwords
     */
    public NodeProcess(
            NodeAddress address, List<Path> configs, Map<String, String> environment, ClassPathFile classPath) {
        this(address.system(), address, configs, environment, classPath);
    }

    /** @param name of its log; differs from that of other nodes of the system */
    NodeProcess(
            String name,
            NodeAddress address,
            List<Path> configs,
            Map<String, String> environment,
            ClassPathFile classPath) {
        super(new ServiceProcess(program(name, address, configs, environment), classPath));
        this.address = address;
    }

    /** A node as a program, under another name than its system's when two nodes serve one system. */
    public static ServiceProcess.Program program(
            String name, NodeAddress address, List<Path> configs, Map<String, String> environment) {
        return new ServiceProcess.Program(
                name, address.place(), address.httpPort(), MAIN_CLASS, configs, List.of(), environment);
    }

    /** Where it listens. */
    public NodeAddress address() {
        return address;
    }

    /**
     * Waits until the node serves its database and, when asked, reaches each of its peers.
     *
     * @throws IOException with the end of the node's log when it ended or did not get there in time
     */
    public void awaitActive(Duration patience, boolean withPeers) throws IOException, InterruptedException {
        service.awaitHealth(
                health -> isActive(health)
                        && !(withPeers && PEER_AWAY.matcher(health).find()),
                patience);
    }

    /**
     * The same, but this peer may be away.
     *
     * @throws IOException with the end of the node's log when it ended or did not get there in time
     */
    public void awaitActiveWithout(String peer, Duration patience) throws IOException, InterruptedException {
        Pattern itself = Pattern.compile("\"" + Pattern.quote(peer) + "\"\\s*:\\s*\"away\"");
        service.awaitHealth(
                health -> isActive(health)
                        && !PEER_AWAY
                                .matcher(itself.matcher(health).replaceAll(""))
                                .find(),
                patience);
    }

    private static boolean isActive(String health) {
        return ACTIVE.matcher(health).find();
    }

    /** The same with another patience. */
    public void stop(Duration patience) throws InterruptedException {
        service.stop(patience);
    }

    /** The end of the log, for messages. */
    public List<String> lastLogLines() throws IOException {
        return service.lastLogLines();
    }
}
