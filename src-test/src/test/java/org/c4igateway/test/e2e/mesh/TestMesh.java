package org.c4igateway.test.e2e.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.lab.history.AuditResult;
import org.c4igateway.lab.history.Expectation;
import org.c4igateway.lab.history.HistoryAudit;
import org.c4igateway.lab.history.HistoryAudit.Scope;
import org.c4igateway.lab.history.InboxReader;
import org.c4igateway.lab.testbed.ClassPathFile;
import org.jspecify.annotations.Nullable;

/** Systems with a database and a node each, all on this machine. Closing it ends the nodes and drops the databases. */
public final class TestMesh implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(50);
    /** The engine of each shard has a port of its own, behind that of the first. */
    private static final int MAX_SHARDS = 4;

    private final Path directory;
    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Map<String, Map<String, Middleware>> routes = new LinkedHashMap<>();
    private final Map<String, TestNodeProcess> extra = new LinkedHashMap<>();
    private final HistoryAudit audit = new HistoryAudit(Samples.catalogue());
    private final Set<String> newcomers = new HashSet<>();
    private Expectation expectation = Expectation.ALL_DELIVERED;

    /** @param name of the directory below {@code target/e2e} with the logs */
    public TestMesh(String name) {
        this.directory = Path.of("target", "e2e", name);
    }

    /** Two systems, ALPHA and BRAVO, that send to each other over one transport. */
    public static TestMesh pair(String name, Middleware middleware, PostgresServer server) {
        return pair(name, middleware, middleware, server);
    }

    /** The same where ALPHA and BRAVO have different implementations of that transport. */
    public static TestMesh pair(String name, Middleware alpha, Middleware bravo, PostgresServer server) {
        String carriers = alpha == bravo ? alpha.label() : alpha.label() + "-" + bravo.label();
        return new TestMesh(name + "-" + carriers)
                .system("ALPHA", server, Map.of("BRAVO", alpha))
                .system("BRAVO", server, Map.of("ALPHA", bravo))
                .build();
    }

    /** The same with a database server each. */
    public static TestMesh pair(String name, Middleware middleware, PostgresServer alpha, PostgresServer bravo) {
        return new TestMesh(name + "-" + middleware.label())
                .system("ALPHA", alpha, Map.of("BRAVO", middleware))
                .system("BRAVO", bravo, Map.of("ALPHA", middleware))
                .build();
    }

    /** Adds a system; {@link #build} once all are known. */
    public TestMesh system(String name, PostgresServer server, Map<String, Middleware> itsRoutes) {
        return system(name, server.database(), itsRoutes);
    }

    /** The same beside a database that exists, which is closed with the mesh. */
    public TestMesh system(String name, TestDatabase database, Map<String, Middleware> itsRoutes) {
        sites.put(
                name,
                new Site(database, new C4iServer(name, database), TestNetwork.port(), TestNetwork.ports(MAX_SHARDS)));
        routes.put(name, itsRoutes);
        return this;
    }

    /** Adds a system that no configuration of another one names. */
    public TestMesh newcomer(String name, PostgresServer server, Map<String, Middleware> itsRoutes) {
        newcomers.add(name);
        return system(name, server, itsRoutes);
    }

    public TestMesh build() {
        sites.forEach((name, site) -> {
            site.node = new TestNodeProcess(directory, name, file(name));
            site.reader = read(name);
        });
        return this;
    }

    private InboxReader read(String name) {
        try {
            return InboxReader.start(server(name), directory.resolve(name + ".read"));
        } catch (SQLException e) {
            throw new IllegalStateException("the inbox of " + name + " cannot be read", e);
        }
    }

    /** A second node beside the database of a system; it has ports of its own except where peers look for it. */
    public TestNodeProcess secondNode(String name) {
        NodeFile file = file(name).withPorts(TestNetwork.port(), site(name).jmsPort);
        TestNodeProcess second = new TestNodeProcess(directory, name + "-2", file);
        extra.put(name, second);
        return second;
    }

    private NodeFile file(String name) {
        Site site = site(name);
        Map<String, Integer> peers = new TreeMap<>();
        sites.forEach((other, itsSite) -> {
            if (!other.equals(name) && !newcomers.contains(other)) {
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

    /** From its next start the node of a system is of another release. */
    public TestMesh release(String name, ClassPathFile classPath) {
        Site site = site(name);
        node(name).close();
        site.node = new TestNodeProcess(directory, name, file(name), classPath);
        return this;
    }

    /** From its next start these words stand before the command of the node of a system. */
    public TestMesh enter(String name, List<String> words) {
        Site site = site(name);
        node(name).close();
        site.node = new TestNodeProcess(directory, name, file(name), TestNodeProcess.quickStart(), words);
        return this;
    }

    /** From its next start the node of a system is of this release. */
    public TestMesh currentRelease(String name) {
        return release(name, TestNodeProcess.quickStart());
    }

    public TestNodeProcess node(String name) {
        return Objects.requireNonNull(site(name).node);
    }

    public C4iServer server(String name) {
        return site(name).server;
    }

    /** Where the node of a system answers HTTP. */
    public int httpPort(String name) {
        return site(name).httpPort;
    }

    /** Where the engine of a system listens. */
    public int jmsPort(String name) {
        return site(name).jmsPort;
    }

    private Site site(String name) {
        return Objects.requireNonNull(sites.get(name), name);
    }

    /** Starts all nodes and waits until they reach each other. */
    public TestMesh start(String... options) {
        sites.values().forEach(site -> Objects.requireNonNull(site.node).start(options));
        routes.forEach(
                (name, itsRoutes) -> node(name).awaitReaches(itsRoutes.keySet().toArray(String[]::new)));
        return this;
    }

    /** Waits until no row of a system is pending. */
    public void awaitSettled(String name) {
        await("all rows of " + name + " have a final state")
                .atMost(PATIENCE)
                .pollInterval(STEP)
                .until(() -> server(name).pending() == 0);
    }

    /**
     * From now on this row ends so for this destination; all others end as their topics say, reliable ones as
     * delivered.
     */
    public void expect(String origin, long sequence, String destination, String state) {
        expectation = expectation.with(origin, sequence, destination, state);
    }

    /** For this row no order is defined, because its transaction overlapped others. */
    public void expectOverlapping(String origin, long sequence, String destination) {
        expectation = expectation.overlapping(origin, sequence, destination);
    }

    /**
     * Every row of the origin for the destination has ended as expected, and is in the inbox once, unaltered and in
     * order; the server of the destination has seen every row of its inbox once, while they came; both ledgers of both
     * systems agree with their rows.
     */
    public void assertDelivered(String origin, String destination) throws SQLException {
        AuditResult result = audit.pair(server(origin), server(destination), Scope.ALL, expectation);
        assertThat(result.counts().reliable())
                .as("rows of %s for %s that were looked at", origin, destination)
                .isPositive();
        assertThat(result.plus(audit.reading(
                                server(destination), site(destination).reader()))
                        .plus(audit.ledger(server(origin)))
                        .plus(audit.ledger(server(destination)))
                        .report())
                .as("%s to %s", origin, destination)
                .isEmpty();
    }

    /** Both ledgers of a system agree with their rows. */
    public void assertBalanced(String name) throws SQLException {
        assertThat(audit.ledger(server(name)).report()).isEmpty();
    }

    /** Ends of all logs, for messages. */
    String logs() {
        List<TestNodeProcess> all = new ArrayList<>();
        sites.keySet().forEach(name -> all.add(node(name)));
        all.addAll(extra.values());
        return all.stream().map(TestNodeProcess::logTail).collect(Collectors.joining("\n\n"));
    }

    @Override
    public void close() {
        extra.values().forEach(TestNodeProcess::close);
        sites.keySet().forEach(name -> node(name).close());
        sites.values().forEach(Site::close);
    }

    /** What belongs to one system. */
    private static final class Site {
        private final TestDatabase database;
        private final C4iServer server;
        private final int httpPort;
        private final int jmsPort;
        private @Nullable TestNodeProcess node;
        private @Nullable InboxReader reader;

        Site(TestDatabase database, C4iServer server, int httpPort, int jmsPort) {
            this.database = database;
            this.server = server;
            this.httpPort = httpPort;
            this.jmsPort = jmsPort;
        }

        /** Reads on as the C4I server does, since {@link TestMesh#build}. */
        InboxReader reader() {
            return Objects.requireNonNull(reader);
        }

        void close() {
            if (reader != null) {
                reader.close();
            }
            database.close();
        }
    }
}
