package org.c4igateway.lab.chaos.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.chaos.plan.ChaosPlan;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Element;
import org.c4igateway.lab.net.NetworkPlan.Kind;
import org.c4igateway.lab.net.NetworkPlan.Link;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.c4igateway.lab.testbed.GatewayProcess;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.broker.BrokerPair;
import org.c4igateway.lab.testbed.broker.BrokerPair.Role;
import org.c4igateway.lab.testbed.config.GatewayYaml;
import org.c4igateway.lab.testbed.config.LinkKey;
import org.c4igateway.lab.testbed.database.TestbedPasswords;

/**
 * How the systems of a run are joined: each by a link of its own to one switch, or, with WAN gateways, each by a router
 * where its gateway runs.
 *
 * <pre>
 *   ALPHA ──ALPHA── switch            ALPHA ──ALPHA-LAN── ALPHA-SITE ──ALPHA── switch
 * </pre>
 *
 * <p>External brokers are at the switch, too.
 */
final class ChaosNetwork {
    private static final String SITE = "-SITE";
    private static final String LAN = "-LAN";
    private static final String SWITCH = "switch";

    private static final int PRIMARY_PORT = 61_616;
    private static final int BACKUP_PORT = 61_617;

    /** Enough that a run's rows keep no gateway busy. */
    private static final String RATE = "20Mbit";

    private final ChaosPlan plan;
    private final Network network;
    private final Path directory;
    private final ClassPathFile classPath;
    private final String key = LinkKey.line(new TestbedPasswords());

    /** @param directory for files of brokers */
    ChaosNetwork(ChaosPlan plan, Network network, Path directory, ClassPathFile classPath) {
        this.plan = plan;
        this.network = network;
        this.directory = directory;
        this.classPath = classPath;
    }

    static NetworkPlan plan(ChaosPlan plan) {
        Wire wire = plan.hasRelays() ? Wire.DELAYED : Wire.SHAPED;
        if (!plan.transport().hasGateways()) {
            return withBrokers(plan, NetworkPlan.star(plan.names(), wire));
        }
        List<Element> elements = new ArrayList<>(List.of(new Element(SWITCH, Kind.SWITCH)));
        List<Link> links = new ArrayList<>();
        for (String system : plan.names()) {
            elements.add(new Element(system, Kind.HOST));
            elements.add(new Element(system + SITE, Kind.ROUTER));
            links.add(new Link(system + LAN, system, system + SITE, Wire.PLAIN));
            links.add(new Link(system, system + SITE, SWITCH, wire));
        }
        return withBrokers(plan, new NetworkPlan(elements, links));
    }

    private static NetworkPlan withBrokers(ChaosPlan plan, NetworkPlan network) {
        if (!plan.hasBrokers()) {
            return network;
        }
        List<Element> elements = new ArrayList<>(network.elements());
        elements.add(new Element(ChaosBrokers.NAME, Kind.HOST));
        List<Link> links = new ArrayList<>(network.links());
        links.add(new Link(ChaosBrokers.NAME, ChaosBrokers.NAME, SWITCH, Wire.PLAIN));
        return new NetworkPlan(elements, links);
    }

    /** The external brokers, which do not run yet; empty in a run without. */
    Optional<ChaosBrokers> brokers(String password) throws IOException {
        if (!plan.hasBrokers()) {
            return Optional.empty();
        }
        return Optional.of(new ChaosBrokers(BrokerPair.prepare(
                Files.createDirectories(directory.resolve("brokers")),
                NodePlace.at(network.host(ChaosBrokers.NAME)),
                Map.of(Role.PRIMARY, PRIMARY_PORT, Role.BACKUP, BACKUP_PORT),
                new BrokerPair.Users(plan.names(), password),
                classPath)));
    }

    Host host(String system) {
        return network.host(system);
    }

    /** The link that leads to the others. */
    ImpairedLink link(String system) {
        return network.link(system);
    }

    /** A system's WAN gateway, which does not run yet; empty in a run without. The first system's has a journal. */
    Optional<GatewayProcess> gateway(String system, int ddsDomain, DiskPlace files) throws IOException {
        if (!plan.transport().hasGateways()) {
            return Optional.empty();
        }
        Path own = Files.createDirectories(files.files().resolve("gateway"));
        LinkKey keys = new LinkKey(own.resolve("wan.keys"));
        keys.write(key);
        List<String> more = plan.names().getFirst().equals(system)
                ? List.of("journal.directory: " + Files.createDirectories(own.resolve("journal")))
                : List.of();
        List<GatewayYaml.Link> links = new ArrayList<>();
        for (String other : plan.names()) {
            if (!other.equals(system)) {
                links.add(new GatewayYaml.Link(number(system, other), end(system), end(other), keys, RATE, more));
            }
        }
        GatewayYaml yaml =
                new GatewayYaml(system + SITE, network.router(system + SITE, system + LAN), ddsDomain, links, Map.of());
        return Optional.of(GatewayProcess.prepare(GatewayProcess.Program.WAN, yaml, own, classPath));
    }

    private Host end(String system) {
        return network.router(system + SITE, system);
    }

    /** Tells the links of the run apart, and is the same at both ends. */
    private int number(String one, String other) {
        int first = plan.names().indexOf(one);
        int second = plan.names().indexOf(other);
        return Math.min(first, second) * plan.systems() + Math.max(first, second);
    }
}
