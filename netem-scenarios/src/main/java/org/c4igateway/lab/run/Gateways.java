package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.ServiceProcess;

/**
 * The WAN gateways of one run, one at each router that a link joins to another router; those that a link joins are peers. They
 * send at the rate that the condition gives the link, from the start, sealed with a key of the run.
 */
final class Gateways implements AutoCloseable {
    private static final String MAIN_CLASS = "org.c4igateway.wan.app.WanApplication";
    private static final int HTTP_PORT = 8_090;
    private static final int FIRST_PORT = 7_600;
    private static final int FIRST_DOMAIN = 100;
    private static final long UNLIMITED_BITS_PER_SECOND = 1_000_000_000;
    private static final Pattern PEER_UP = Pattern.compile("\"state\"\\s*:\\s*\"up\"");
    private static final Pattern PEER_DOWN = Pattern.compile("\"state\"\\s*:\\s*\"down\"");

    private final Ground ground;
    private final Map<String, ServiceProcess> processes = new LinkedHashMap<>();

    /** What gateways stand on. */
    record Ground(NetworkPlan plan, Network network, Cell cell, Condition condition) {}

    private Gateways(Ground ground) {
        this.ground = ground;
    }

    /** Writes configurations and starts nothing. There is no gateway when the cell does not go by one. */
    static Gateways prepare(Lab lab, Ground ground, Path directory) throws IOException {
        Gateways gateways = new Gateways(ground);
        if (ground.cell().carrier() == Cell.Carrier.DDS_WAN) {
            requireProgram();
            gateways.create(lab, directory);
        }
        return gateways;
    }

    private static void requireProgram() throws LackingException {
        try {
            Class.forName(MAIN_CLASS, false, Gateways.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new LackingException("the WAN gateway is not among the classes", e);
        }
    }

    private void create(Lab lab, Path directory) throws IOException {
        Path key = Files.createFile(
                directory.resolve("wan.keys"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, "1 " + lab.newSecret() + lab.newSecret() + "\n");
        for (NetworkPlan.Link link : ground.plan().linksOfSites()) {
            for (String site : List.of(link.from(), link.to())) {
                if (!processes.containsKey(site)) {
                    processes.put(site, process(lab, site, directory, key));
                }
            }
        }
    }

    private ServiceProcess process(Lab lab, String site, Path directory, Path key) throws IOException {
        NetworkPlan.Link lan = ground.plan()
                .siteOf(site)
                .orElseThrow(() -> new IOException("router " + site + " has no link into its site"));
        Host here = ground.network().router(site, lan.name());
        Path file = directory.resolve(site + "-wan.yaml");
        Files.writeString(file, yaml(site, here, key));
        return new ServiceProcess(
                new ServiceProcess.Program(
                        site + "-wan",
                        NodePlace.at(here),
                        HTTP_PORT,
                        MAIN_CLASS,
                        List.of(file),
                        List.of("--c4i.file=" + file),
                        Map.of()),
                lab.classPath());
    }

    private String yaml(String site, Host lan, Path key) {
        StringBuilder text = new StringBuilder("""
                c4i:
                  wan:
                    site: %s
                    lan:
                      domain-id: %d
                      network:
                        interfaces: [%s]
                    links:
                """.formatted(site, Fleet.DOMAIN, lan.device()));
        List<NetworkPlan.Link> links = ground.plan().linksOfSites();
        for (int number = 0; number < links.size(); number++) {
            NetworkPlan.Link link = links.get(number);
            if (link.from().equals(site) || link.to().equals(site)) {
                text.append(peer(site, link, number, key));
            }
        }
        return text + "server:\n  address: " + lan.managementAddress() + "\n  port: " + HTTP_PORT + "\n";
    }

    private String peer(String site, NetworkPlan.Link link, int number, Path key) {
        boolean forward = link.from().equals(site);
        String other = forward ? link.to() : link.from();
        Condition.Ways ways = ground.condition().link(link.name());
        long rate = (forward ? ways.forward() : ways.backward()).rate().bitsPerSecond();
        StringBuilder text = new StringBuilder("""
                      %s:
                        domain-id: %d
                        interfaces: [%s]
                        port: %d
                        peers: {%s: "%s:%d"}
                        rate: %d
                        keys: %s
                """.formatted(
                        other,
                        FIRST_DOMAIN + number,
                        ground.network().router(site, link.name()).device(),
                        FIRST_PORT + number,
                        other,
                        ground.network().router(other, link.name()).address(),
                        FIRST_PORT + number,
                        rate > 0 ? rate : UNLIMITED_BITS_PER_SECOND,
                        key));
        ground.cell()
                .tuning()
                .gateway()
                .forEach((name, value) -> text.append("        ")
                        .append(name)
                        .append(": ")
                        .append(value)
                        .append('\n'));
        return text.toString();
    }

    /** Starts all and waits until each hears its peers; does nothing when there are none. */
    void start(Duration patience) throws IOException, InterruptedException {
        for (ServiceProcess process : processes.values()) {
            process.start();
        }
        for (ServiceProcess process : processes.values()) {
            process.awaitHealth(
                    health -> PEER_UP.matcher(health).find()
                            && !PEER_DOWN.matcher(health).find(),
                    patience);
        }
    }

    @Override
    public void close() {
        processes.values().forEach(ServiceProcess::close);
    }
}
