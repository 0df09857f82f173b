package org.c4igateway.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.scenario.Cell;
import org.c4igateway.lab.scenario.Condition;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.config.GatewayYaml;
import org.c4igateway.lab.testbed.config.LinkKey;

/**
 * The gateways of one run, one at each router that a link joins to another router; those that a link joins are
 * peers. WAN gateways send at the rate that the condition gives the link, from the start, sealed with a key of the run.
 */
final class RunGateways implements AutoCloseable {
    private static final long UNLIMITED_BITS_PER_SECOND = 1_000_000_000;
    private static final String NODE_DDS = "c4i.transports.dds.";

    private final Scene scene;
    private final Map<String, GatewayProcess> processes = new LinkedHashMap<>();

    /** Where gateways are and what they are to do. */
    record Scene(NetworkPlan plan, Network network, Cell cell, Condition condition) {}

    private RunGateways(Scene scene) {
        this.scene = scene;
    }

    /** Writes configurations and starts nothing. There is no gateway when the cell does not go by one. */
    static RunGateways prepare(Lab lab, Scene scene, Path directory) throws IOException {
        RunGateways runGateways = new RunGateways(scene);
        switch (scene.cell().carrier()) {
            case JMS, DDS, CYCLONE, OPENDDS, ARTEMIS, ARTEMIS_EXTERNAL, TCP, UDP, DDSPERF, THREADS, OPENMPI -> {}
            case ZENOH_TCP, ZENOH_UDP, ARTEMIS_BRIDGE, JDBC_POLLER -> {}
            case DDS_WAN -> runGateways.create(GatewayProcess.Program.WAN, lab, directory);
            case DDS_RELAY -> runGateways.create(GatewayProcess.Program.RELAY, lab, directory);
        }
        return runGateways;
    }

    private void create(GatewayProcess.Program program, Lab lab, Path directory) throws IOException {
        LinkKey key = new LinkKey(directory.resolve("wan.keys"));
        key.write(LinkKey.line(lab.secrets()));
        for (NetworkPlan.Link link : scene.plan().linksOfSites()) {
            for (String site : List.of(link.from(), link.to())) {
                if (!processes.containsKey(site)) {
                    processes.put(site, GatewayProcess.prepare(program, yaml(site, key), directory, lab.classPath()));
                }
            }
        }
    }

    private GatewayYaml yaml(String site, LinkKey key) throws IOException {
        NetworkPlan.Link lan = scene.plan()
                .siteOf(site)
                .orElseThrow(() -> new IOException("router " + site + " has no link into its site"));
        List<NetworkPlan.Link> all = scene.plan().linksOfSites();
        List<GatewayYaml.Link> links = new ArrayList<>();
        for (int number = 0; number < all.size(); number++) {
            NetworkPlan.Link link = all.get(number);
            if (link.from().equals(site) || link.to().equals(site)) {
                links.add(link(site, link, number, key));
            }
        }
        return new GatewayYaml(
                site, scene.network().router(site, lan.name()), RunNodes.DOMAIN, links, domainSettings());
    }

    /** A relay repairs by DDS, on the link too, so it has the DDS settings of the nodes. */
    private Map<String, String> domainSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        if (scene.cell().carrier() == Cell.Carrier.DDS_RELAY) {
            long rate = scene.condition().slowestBitsPerSecond();
            scene.cell()
                    .tuning()
                    .nodeFor(rate, scene.condition().longestRoundTrip())
                    .forEach((key, value) -> {
                        if (key.startsWith(NODE_DDS)) {
                            settings.put("lan." + key.substring(NODE_DDS.length()), value);
                        }
                    });
        }
        return settings;
    }

    private GatewayYaml.Link link(String site, NetworkPlan.Link link, int number, LinkKey key) {
        boolean forward = link.from().equals(site);
        Condition.Directions ways = scene.condition().link(link.name());
        long rate = (forward ? ways.forward() : ways.backward()).rate().bitsPerSecond();
        return new GatewayYaml.Link(
                number,
                scene.network().router(site, link.name()),
                scene.network().router(forward ? link.to() : link.from(), link.name()),
                key,
                Long.toString(rate > 0 ? rate : UNLIMITED_BITS_PER_SECOND),
                scene.cell().tuning().gateway().entrySet().stream()
                        .map(entry -> entry.getKey() + ": " + entry.getValue())
                        .toList());
    }

    /** Starts all and waits until each hears its peers; does nothing when there are none. */
    void start(Duration patience) throws IOException, InterruptedException {
        for (GatewayProcess process : processes.values()) {
            process.start();
        }
        for (GatewayProcess process : processes.values()) {
            process.awaitPeers(patience);
        }
    }

    @Override
    public void close() {
        processes.values().forEach(GatewayProcess::close);
    }
}
