package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.jspecify.annotations.Nullable;

/** Systems with a database and a node each, all on this machine. Closing it ends the nodes and drops the databases. */
final class Mesh implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(50);

    private final Path directory;
    private final FreePorts ports = new FreePorts();
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Map<String, Map<String, Carrier>> routes = new LinkedHashMap<>();
    private final Map<String, NodeProcess> extra = new LinkedHashMap<>();

    /** @param name of the directory below {@code target/e2e} with the logs */
    Mesh(String name) {
        this.directory = Path.of("target", "e2e", name);
    }

    /** Two systems, ALPHA and BRAVO, that send to each other over one transport. */
    static Mesh pair(String name, Carrier carrier, PostgresServer server) {
        return pair(name, carrier, carrier, server);
    }

    /** The same where ALPHA and BRAVO have different implementations of that transport. */
    static Mesh pair(String name, Carrier alpha, Carrier bravo, PostgresServer server) {
        String carriers = alpha == bravo ? alpha.label() : alpha.label() + "-" + bravo.label();
        return new Mesh(name + "-" + carriers)
                .system("ALPHA", server, Map.of("BRAVO", alpha))
                .system("BRAVO", server, Map.of("ALPHA", bravo))
                .build();
    }

    /** The same with a database server each. */
    static Mesh pair(String name, Carrier carrier, PostgresServer alpha, PostgresServer bravo) {
        return new Mesh(name + "-" + carrier.label())
                .system("ALPHA", alpha, Map.of("BRAVO", carrier))
                .system("BRAVO", bravo, Map.of("ALPHA", carrier))
                .build();
    }

    /** Adds a system; {@link #build} once all are known. */
    Mesh system(String name, PostgresServer server, Map<String, Carrier> itsRoutes) {
        TestDatabase database = server.database();
        sites.put(name, new Site(database, new C4iServer(database), ports.next(), ports.next()));
        routes.put(name, itsRoutes);
        return this;
    }

    Mesh build() {
        sites.forEach((name, site) -> site.node = new NodeProcess(directory, name, file(name)));
        return this;
    }

    /** A second node beside the database of a system; it has ports of its own except where peers look for it. */
    NodeProcess secondNode(String name) {
        NodeFile file = file(name).withPorts(ports.next(), site(name).jmsPort);
        NodeProcess second = new NodeProcess(directory, name + "-2", file);
        extra.put(name, second);
        return second;
    }

    private NodeFile file(String name) {
        Site site = site(name);
        Map<String, Integer> peers = new TreeMap<>();
        sites.forEach((other, itsSite) -> {
            if (!other.equals(name)) {
                peers.put(other, itsSite.jmsPort);
            }
        });
        return new NodeFile(
                name,
                site.database.bridge(),
                site.httpPort,
                site.jmsPort,
                Objects.requireNonNull(routes.get(name)),
                peers,
                "e2e-" + ProcessHandle.current().pid() + "-" + directory.getFileName());
    }

    NodeProcess node(String name) {
        return Objects.requireNonNull(site(name).node);
    }

    C4iServer server(String name) {
        return site(name).server;
    }

    /** Where the node of a system answers HTTP. */
    int httpPort(String name) {
        return site(name).httpPort;
    }

    private Site site(String name) {
        return Objects.requireNonNull(sites.get(name), name);
    }

    /** Starts all nodes and waits until they reach each other. */
    Mesh start(String... options) {
        sites.values().forEach(site -> Objects.requireNonNull(site.node).start(options));
        routes.forEach(
                (name, itsRoutes) -> node(name).awaitReaches(itsRoutes.keySet().toArray(String[]::new)));
        return this;
    }

    /** Waits until no row of a system is pending. */
    void awaitSettled(String name) {
        await("all rows of " + name + " have a final state")
                .atMost(PATIENCE)
                .pollInterval(STEP)
                .until(() -> server(name).pending() == 0);
    }

    /** Nothing lost, doubled, altered or out of order between the two, and the ledger of the origin balances. */
    void assertDelivered(String origin, String destination) throws SQLException {
        assertThat(InboxAudit.compare(server(origin), origin, server(destination), destination))
                .as("%s to %s", origin, destination)
                .isEmpty();
        assertBalanced(origin);
    }

    /** Summary and recount of the ledger agree, and each balances. */
    void assertBalanced(String name) throws SQLException {
        TestDatabase database = site(name).database;
        String all = "l::text FROM c4i.%s AS l ORDER BY destination";
        assertThat(database.column("SELECT " + all.formatted("ledger")))
                .as("ledger of %s against its rows", name)
                .isEqualTo(database.column("SELECT " + all.formatted("ledger_recount")));
        assertThat(database.number("SELECT count(*) FROM c4i.ledger WHERE accepted <>"
                        + " delivered + sent + pending + expired + superseded + rejected"))
                .as("destinations of %s that do not balance", name)
                .isZero();
    }

    /** Ends of all logs, for messages. */
    String logs() {
        List<NodeProcess> all = new ArrayList<>();
        sites.keySet().forEach(name -> all.add(node(name)));
        all.addAll(extra.values());
        return all.stream().map(NodeProcess::logTail).collect(Collectors.joining("\n\n"));
    }

    @Override
    public void close() {
        extra.values().forEach(NodeProcess::close);
        sites.keySet().forEach(name -> node(name).close());
        sites.values().forEach(site -> site.database.close());
    }

    /** What belongs to one system. */
    private static final class Site {
        private final TestDatabase database;
        private final C4iServer server;
        private final int httpPort;
        private final int jmsPort;
        private @Nullable NodeProcess node;

        Site(TestDatabase database, C4iServer server, int httpPort, int jmsPort) {
            this.database = database;
            this.server = server;
            this.httpPort = httpPort;
            this.jmsPort = jmsPort;
        }
    }
}
