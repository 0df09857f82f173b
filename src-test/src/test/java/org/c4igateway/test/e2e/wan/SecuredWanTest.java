package org.c4igateway.test.e2e.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.c4igateway.cli.security.Grant;
import org.c4igateway.cli.security.SecuritySetupException;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.DomainCredentials;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * WAN gateways between two domains with DDS Security, each with an authority of its own. Needs the program openssl and
 * the library that {@code ./c4i security library} builds; skipped with the reason where they are missing.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class SecuredWanTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Map<String, String> SITES = Map.of("ALPHA", "NORTH", "BRAVO", "SOUTH");
    private static final int ROWS = 30;

    @TempDir
    private Path directory;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final Map<String, Integer> domains = Map.of("NORTH", TestNetwork.domain(), "SOUTH", TestNetwork.domain());
    private final Map<String, Integer> ports = Map.of("NORTH", TestNetwork.port(), "SOUTH", TestNetwork.port());
    private final List<Process> gateways = new ArrayList<>();

    @BeforeEach
    void makeCredentials() throws SecuritySetupException {
        DomainCredentials.require();
        for (Map.Entry<String, String> site : SITES.entrySet()) {
            authority(site.getValue(), Grant.parse(site.getKey()), Grant.parse(site.getValue()));
        }
    }

    private void authority(String site, Grant... grants) throws SecuritySetupException {
        DomainCredentials.make(directory.resolve(site), domainOf(site), grants);
    }

    private int domainOf(String site) {
        return domains.getOrDefault(site, 0);
    }

    private int portOf(String site) {
        return ports.getOrDefault(site, 0);
    }

    @AfterEach
    void stop() {
        gateways.forEach(Process::destroyForcibly);
        logs.closeAll();
    }

    @Test
    void carriesRowsAndReceiptsBetweenSecuredDomains(PostgresServer server) throws IOException, SQLException {
        TestMesh mesh = logs.show(TestMesh.pair("secured-wan", Middleware.DDS, server));
        Path north = gateway("NORTH", "SOUTH", "NORTH", mesh.node("ALPHA").ddsPartition());
        Path south = gateway("SOUTH", "NORTH", "SOUTH", mesh.node("BRAVO").ddsPartition());
        SITES.forEach((system, site) -> mesh.node(system)
                .start(
                        "--c4i.transports.dds.domain-id=" + domainOf(site),
                        "--c4i.transports.dds.security.directory=" + directory.resolve(site + "/" + system)));

        mesh.node("ALPHA").awaitReaches("BRAVO");
        mesh.node("BRAVO").awaitReaches("ALPHA");
        for (int i = 0; i < ROWS; i++) {
            mesh.server("ALPHA").submit(Samples.reliable(), "BRAVO");
            mesh.server("BRAVO").submit(Samples.reliable(), "ALPHA");
        }

        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("BRAVO", "ALPHA");
        for (Path log : List.of(north, south)) {
            assertThat(log).content().doesNotContain("ERROR");
        }
    }

    @Test
    void endsWithTheKeyToChangeWhenItMayNotWriteEachTopic() throws IOException, SecuritySetupException {
        authority("EAST", Grant.parse("EAST=REPORT/*"));

        Path log = gateway("EAST", "SOUTH", "EAST", "any");

        await("it ends").atMost(PATIENCE).until(() -> !gateways.getLast().isAlive());
        assertThat(log).content().contains("GW-101: c4i.wan.lan.security.directory", "--system EAST");
    }

    /** @return its log */
    private Path gateway(String site, String peer, String identity, String partition) throws IOException {
        Path file = directory.resolve(site + ".yaml");
        Files.writeString(file, """
                c4i:
                  wan:
                    site: %s
                    lan:
                      domain-id: %d
                      partition: %s
                      network: {interfaces: [lo]}
                      security: {directory: %s}
                    links:
                      %s:
                        interfaces: [lo]
                        port: %d
                        peers: {%s: "127.0.0.1:%d"}
                        rate: 2Mbit
                        announcement: 500ms
                        insecure: true
                server: {port: %d}
                """.formatted(
                        site,
                        domainOf(site),
                        partition,
                        directory.resolve(site + "/" + identity),
                        peer,
                        portOf(site) == 0 ? TestNetwork.port() : portOf(site),
                        peer,
                        portOf(peer),
                        TestNetwork.port()));
        Path log =
                Files.createDirectories(Path.of("target", "e2e", "secured-wan")).resolve(site + ".log");
        List<String> command = new ArrayList<>(TestJava.command(List.of(), CommandLineRun.MAIN));
        command.addAll(List.of("wan", "--config", file.toString()));
        gateways.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
        return log;
    }
}
