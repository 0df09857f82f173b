package org.c4igateway.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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
import org.jspecify.annotations.Nullable;

/**
 * Two sites in network namespaces, NORTH and SOUTH: a LAN with the nodes of its systems each, and a WAN gateway that joins its
 * LAN to the other by a link that can be impaired. Needs what {@link NetworkTestbed#obstacle} asks for. {@link #close} ends and
 * removes all of it. One thread at a time, but {@link #close} may come from any.
 */
public final class WanSites implements AutoCloseable {
    /** Names of the sites. */
    public static final List<String> SITES = List.of("NORTH", "SOUTH");

    private static final String WAN = "WAN";
    private static final int PORT = 7600;
    private static final int HTTP_PORT = 8090;
    private static final int DOMAIN = 7;
    private static final String MAIN_CLASS = "org.c4igateway.wan.app.WanApplication";
    private static final Pattern PEER_UP = Pattern.compile("\"state\"\\s*:\\s*\"up\"");

    private final Options options;
    private final Map<String, List<String>> systems;
    private final Workspace workspace;
    private final ClassPathFile classPath;
    private final Secrets secrets = new Secrets();
    private final String key = newKey();
    private final Map<String, ServiceProcess> gateways = new LinkedHashMap<>();
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
     * Builds the networks, starts the database server, the gateways and, with their peers in reach, the nodes. The link is not
     * impaired yet. Blocks for some seconds.
     *
     * @param perSite systems at each site
     */
    public static WanSites open(int perSite, Options options) throws IOException, SQLException, InterruptedException {
        Map<String, List<String>> systems = new LinkedHashMap<>();
        for (int site = 0; site < SITES.size(); site++) {
            systems.put(SITES.get(site), Mesh.SYSTEMS.subList(site * perSite, (site + 1) * perSite));
        }
        Workspace workspace = Workspace.create();
        WanSites sites = new WanSites(options, systems, workspace, ClassPathFile.find(workspace.directory()));
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
        Driver driver = opened.drivers().stream()
                .filter(Driver.Trial::works)
                .map(Driver.Trial::driver)
                .findFirst()
                .orElseThrow(() -> new IOException("no driver can impair a link here: " + opened.drivers()));
        Network built = opened.build(plan(), driver);
        network = built;
        Map<String, NodePlace> places = new LinkedHashMap<>();
        systems.values().forEach(each -> each.forEach(system -> places.put(system, NodePlace.at(built.host(system)))));
        DatabaseServer.Reach reach =
                new DatabaseServer.Reach(opened.managementAddress(), opened.managementRange(), Map.of());
        mesh = Mesh.create(new Ground(places, reach, DOMAIN));
        for (String site : SITES) {
            writeKey(keyFile(site), key);
            Path file = workspace.directory().resolve(site + ".yaml");
            Files.writeString(file, yaml(built, site));
            gateways.put(
                    site,
                    new ServiceProcess(
                            new ServiceProcess.Program(
                                    site,
                                    NodePlace.at(built.router(site, WAN)),
                                    HTTP_PORT,
                                    MAIN_CLASS,
                                    List.of(file),
                                    List.of("--c4i.file=" + file),
                                    Map.of()),
                            classPath));
        }
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

    private static void writeKey(Path file, String key) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, key);
    }

    private String yaml(Network built, String site) {
        String other = SITES.get(1 - SITES.indexOf(site));
        Host here = built.router(site, WAN);
        StringBuilder text = new StringBuilder("""
                c4i:
                  wan:
                    site: %s
                    lan:
                      domain-id: %d
                      network:
                        interfaces: [%s]
                    links:
                      %s:
                        interfaces: [%s]
                        port: %d
                        peers: {%s: "%s:%d"}
                        rate: %s
                        keys: %s
                        compression: %s
                """.formatted(
                        site,
                        DOMAIN,
                        built.router(site, lan(site)).device(),
                        other,
                        here.device(),
                        PORT,
                        other,
                        built.router(other, WAN).address(),
                        PORT,
                        options.rate(),
                        keyFile(site),
                        options.compression()));
        options.more().forEach(line -> text.append("        ").append(line).append('\n'));
        return text + "server:\n  address: " + here.managementAddress() + "\n  port: " + HTTP_PORT + "\n";
    }

    /** The nodes with their databases. */
    public Mesh mesh() {
        return built(mesh);
    }

    /** The link between the sites; forward is from NORTH to SOUTH. */
    public ImpairedLink link() {
        return built(network).link(WAN);
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
    public ServiceProcess gateway(String site) {
        return built(gateways.get(site));
    }

    /** Systems of a site. */
    public List<String> systems(String site) {
        return built(systems.get(site));
    }

    private Path keyFile(String site) {
        return workspace.directory().resolve(site + ".keys");
    }

    /** The pre-shared key of both ends, as a line of a key file. */
    public String key() {
        return key;
    }

    /** Another key of that form. */
    public String newKey() {
        return "1 " + secrets.next() + secrets.next() + "\n";
    }

    /** Gives a gateway a key; it takes effect when the gateway reads its files again, within some seconds. */
    public void useKey(String site, String line) throws IOException {
        Path file = keyFile(site);
        Path next = file.resolveSibling(file.getFileName() + ".new");
        writeKey(next, line);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Starts the gateways and waits until they hear each other. */
    public void startGateways(Duration patience) throws IOException, InterruptedException {
        for (ServiceProcess gateway : gateways.values()) {
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
        gateway(site).awaitHealth(health -> PEER_UP.matcher(health).find(), patience);
    }

    /** The value of a metric at a site's gateway: the sum over all series whose line has all these parts. */
    public double metric(String site, String name, String... parts) throws InterruptedException {
        return gateway(site)
                .metrics()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static <T> T built(@Nullable T part) {
        return Optional.ofNullable(part).orElseThrow(() -> new IllegalStateException("not built, or no such part"));
    }

    @Override
    public void close() throws IOException {
        gateways.values().forEach(ServiceProcess::close);
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
