package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.lab.net.Driver;
import org.c4igateway.lab.net.Host;
import org.c4igateway.lab.net.ImpairedLink;
import org.c4igateway.lab.net.Network;
import org.c4igateway.lab.net.NetworkPlan;
import org.c4igateway.lab.net.NetworkPlan.Element;
import org.c4igateway.lab.net.NetworkPlan.Kind;
import org.c4igateway.lab.net.NetworkPlan.Link;
import org.c4igateway.lab.net.NetworkPlan.Wire;
import org.c4igateway.lab.net.NetworkTestbed;
import org.c4igateway.lab.testbed.config.GatewayYaml;
import org.c4igateway.lab.testbed.config.LinkKey;
import org.c4igateway.lab.testbed.database.Reach;
import org.c4igateway.lab.testbed.database.TestbedPasswords;
import org.jspecify.annotations.Nullable;

/**
 * Two sites in network namespaces, NORTH and SOUTH: a LAN with the nodes of its systems each, and a WAN gateway that
 * joins its LAN to the other by a link that can be impaired. Needs what {@link NetworkTestbed#obstacle} asks for.
 * {@link #close} ends and removes all of it. One thread at a time, but {@link #close} may come from any.
 */
public final class WanSites implements AutoCloseable {
    /** Names of the sites. */
    public static final List<String> SITES = List.of("NORTH", "SOUTH");

    private static final String WAN = "WAN";
    private static final int DOMAIN = 7;

    private final Options options;
    private final Map<String, List<String>> systems;
    private final Workspace workspace;
    private final ClassPathFile classPath;
    private final TestbedPasswords testbedPasswords = new TestbedPasswords();
    private final String key = LinkKey.line(testbedPasswords);
    private final Map<String, GatewayProcess> gateways = new LinkedHashMap<>();
    private @Nullable NetworkTestbed testbed;
    private @Nullable Network network;
    private @Nullable Mesh mesh;

    /**
     * What the gateways are told.
     *
     * @param rate of the link, as gateways read it: {@code 128kbit}
     * @param compression whether they compress
     * @param more further lines of a gateway's file below {@code c4i.wan.links.<site>}, such as {@code hold: 10s}
     */
    public record Options(String rate, boolean compression, List<String> more) {
        public Options {
            more = List.copyOf(more);
        }

        private List<String> lines() {
            List<String> lines = new ArrayList<>(more);
            lines.add("compression: " + compression);
            return lines;
        }

        /** A link of this rate with compression. */
        public static Options of(String rate) {
            return new Options(rate, true, List.of());
        }
    }

    private WanSites(Options options, Map<String, List<String>> systems, Workspace workspace, ClassPathFile classPath) {
        this.options = options;
        this.systems = systems;
        this.workspace = workspace;
        this.classPath = classPath;
    }

    /**
     * Builds the networks, starts the database server, the gateways and, with their peers in reach, the nodes. The link
     * is not impaired yet. Blocks for some seconds.
     *
     * @param perSite systems at each site
     */
    public static WanSites open(int perSite, Options options) throws IOException, SQLException, InterruptedException {
        Workspace workspace = Workspace.create();
        return open(perSite, options, workspace, ClassPathFile.find(workspace.directory()));
    }

    /** The same with nodes and gateways of this class path. */
    public static WanSites open(int perSite, Options options, ClassPathFile classPath)
            throws IOException, SQLException, InterruptedException {
        return open(perSite, options, Workspace.create(), classPath);
    }

    private static WanSites open(int perSite, Options options, Workspace workspace, ClassPathFile classPath)
            throws IOException, SQLException, InterruptedException {
        Map<String, List<String>> systems = new LinkedHashMap<>();
        for (int site = 0; site < SITES.size(); site++) {
            systems.put(SITES.get(site), Mesh.SYSTEMS.subList(site * perSite, (site + 1) * perSite));
        }
        WanSites sites = new WanSites(options, systems, workspace, classPath);
        try {
            sites.build();
            return sites;
        } catch (IOException | SQLException | RuntimeException e) {
            sites.close();
            throw e;
        }
    }

    private void build() throws IOException, SQLException {
        NetworkTestbed opened = NetworkTestbed.open();
        testbed = opened;
        Network built = opened.build(plan(), Driver.choose(opened.drivers(), null));
        network = built;
        Map<String, NodePlace> places = new LinkedHashMap<>();
        systems.values().forEach(each -> each.forEach(system -> places.put(system, NodePlace.at(built.host(system)))));
        Reach reach = new Reach(opened.managementAddress(), opened.managementRange(), Map.of());
        mesh = Mesh.create(new MeshPlacement(places, reach, DOMAIN), classPath);
        for (String site : SITES) {
            keyOf(site).write(key);
            gateways.put(site, gateway(built, site, classPath));
        }
    }

    private GatewayProcess gateway(Network built, String site, ClassPathFile itsClassPath) throws IOException {
        return GatewayProcess.prepare(
                GatewayProcess.Program.WAN, yaml(built, site), workspace.directory(), itsClassPath);
    }

    /** Kills a site's gateway; from its next start it is of another release. */
    public void release(String site, ClassPathFile other) throws IOException {
        gateway(site).close();
        gateways.put(site, gateway(built(network), site, other));
    }

    private NetworkPlan plan() {
        List<Element> elements = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        systems.forEach((site, members) -> {
            String lan = lan(site);
            elements.add(new Element(site, Kind.ROUTER));
            elements.add(new Element(lan, Kind.SWITCH));
            links.add(new Link(lan, site, lan, Wire.PLAIN));
            for (String system : members) {
                elements.add(new Element(system, Kind.HOST));
                links.add(new Link(system, system, lan, Wire.PLAIN));
            }
        });
        links.add(new Link(WAN, SITES.getFirst(), SITES.getLast(), Wire.DELAYED));
        return new NetworkPlan(elements, links);
    }

    private static String lan(String site) {
        return "LAN-" + site;
    }

    private GatewayYaml yaml(Network built, String site) {
        String other = SITES.get(1 - SITES.indexOf(site));
        GatewayYaml.Link link = new GatewayYaml.Link(
                0, built.router(site, WAN), built.router(other, WAN), keyOf(site), options.rate(), options.lines());
        return new GatewayYaml(site, built.router(site, lan(site)), DOMAIN, List.of(link), Map.of());
    }

    /** The nodes with their databases. */
    public Mesh mesh() {
        return built(mesh);
    }

    /** The link between the sites; forward is from NORTH to SOUTH. */
    public ImpairedLink link() {
        return built(network).link(WAN);
    }

    /** An address of this process that nodes and gateways reach. */
    public String managementAddress() {
        return built(testbed).managementAddress();
    }

    /** What impairs the link. */
    public Driver driver() {
        return built(network).driver();
    }

    /** A site's gateway with its interface to the link, for counters. */
    public Host wanSide(String site) {
        return built(network).router(site, WAN);
    }

    /** A site's gateway. */
    public GatewayProcess gateway(String site) {
        return built(gateways.get(site));
    }

    /** Systems of a site. */
    public List<String> systems(String site) {
        return built(systems.get(site));
    }

    private LinkKey keyOf(String site) {
        return new LinkKey(workspace.directory().resolve(site + ".keys"));
    }

    /** The pre-shared key of both ends, as a line of a key file. */
    public String key() {
        return key;
    }

    /** Another key of that form. */
    public String newKey() {
        return LinkKey.line(testbedPasswords);
    }

    /** Gives a gateway a key; it takes effect when the gateway reads its files again, within some seconds. */
    public void useKey(String site, String line) throws IOException {
        keyOf(site).write(line);
    }

    /** Starts the gateways and waits until they hear each other. */
    public void startGateways(Duration patience) throws IOException, InterruptedException {
        for (GatewayProcess gateway : gateways.values()) {
            gateway.start();
        }
        for (String site : SITES) {
            awaitPeer(site, patience);
        }
    }

    /** Starts one gateway, after it was killed, and waits until it hears the other. */
    public void startGateway(String site, Duration patience) throws IOException, InterruptedException {
        gateway(site).start();
        awaitPeer(site, patience);
    }

    /** Waits until a site's gateway hears the other. */
    public void awaitPeer(String site, Duration patience) throws IOException, InterruptedException {
        gateway(site).awaitPeers(patience);
    }

    /** The value of a metric at a site's gateway: the sum over all series whose line has all these parts. */
    public double metric(String site, String name, String... parts) throws InterruptedException {
        return ServiceProcess.sum(gateway(site).metrics(), name, parts);
    }

    private static <T> T built(@Nullable T part) {
        return Optional.ofNullable(part).orElseThrow(() -> new IllegalStateException("not built, or no such part"));
    }

    @Override
    public void close() throws IOException {
        gateways.values().forEach(GatewayProcess::close);
        Mesh nodes = mesh;
        NetworkTestbed nets = testbed;
        try {
            if (nodes != null) {
                nodes.close();
            }
        } finally {
            try {
                if (nets != null) {
                    nets.close();
                }
            } finally {
                workspace.close();
            }
        }
    }
}
