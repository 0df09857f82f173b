package org.c4igateway.test.e2e.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.lab.testbed.HistoryServiceProcess;
import org.c4igateway.lab.testbed.NodePlace;
import org.c4igateway.lab.testbed.ServiceProcess;
import org.c4igateway.test.process.TestJava;

/** A history service as a process of its own, on a database and a domain of a test. */
public final class HistoryProcess implements AutoCloseable {
    static final String LOGIN = "test_history";
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final HistoryServiceProcess service;
    private final int httpPort;

    /** @param more further lines of the file, below {@code c4i.transports.dds.qos.topics} */
    public HistoryProcess(Path directory, TestDatabase database, int domain, String partition, String more)
            throws IOException, SQLException {
        database.execute("DO $$ BEGIN CREATE ROLE " + LOGIN + " LOGIN PASSWORD 'test' IN ROLE c4i_history;"
                + " EXCEPTION WHEN duplicate_object THEN NULL; END $$");
        int port = TestNetwork.port();
        Path file = Files.writeString(directory.resolve("history.yaml"), """
                c4i:
                  history: {topics: [A004, A033]}
                  database:
                    url: "%s"
                    username: %s
                    password: ${C4I_DB_PASSWORD}
                  transports:
                    dds:
                      domain-id: %d
                      partition: %s
                      network: {interfaces: [lo]}
                      qos:
                        topics:
                          %s
                server: {port: %d}
                """.formatted(
                        database.bridge().url(),
                        LOGIN,
                        domain,
                        partition,
                        more.strip().indent(10).strip(),
                        port));
        this.httpPort = port;
        this.service = new HistoryServiceProcess(
                NodePlace.loopback(), port, file, Map.of("C4I_DB_PASSWORD", "test"), TestJava.quickStart());
    }

    /** Starts it and waits until it has joined the domain with what it keeps. */
    public HistoryProcess start() throws IOException, InterruptedException {
        service.start();
        awaitUp();
        return this;
    }

    void awaitUp() throws IOException, InterruptedException {
        service.awaitUp(PATIENCE);
    }

    /** Waits until it says that it waits for its database. */
    void awaitWaiting() throws IOException, InterruptedException {
        service.awaitWaiting(PATIENCE);
    }

    /** Where it answers for its health and its metrics, on the loopback interface. */
    public int httpPort() {
        return httpPort;
    }

    double metric(String name, String... labels) throws InterruptedException {
        return ServiceProcess.sum(service.metrics(), name, labels);
    }

    /** Names of its metrics that begin so. */
    Set<String> metricNames(String start) throws InterruptedException {
        return service.metrics()
                .lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.replaceFirst("[{ ].*", ""))
                .collect(Collectors.toSet());
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        service.kill();
    }

    @Override
    public void close() {
        service.close();
    }
}
