package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.GatewayYaml;
import org.c4igateway.test.e2e.history.HistoryProcess;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.e2e.monitoring.PrometheusProcess.Target;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboards of WAN gateways and history services, and the alerts about their end, with a real Prometheus that
 * scrapes real processes until they are killed. The time-outs guard against a hang only.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ServiceAlertsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    @BeforeEach
    void needsPrometheus() {
        assumeTrue(PrometheusProcess.isInstalled(), "prometheus and promtool are not installed (package prometheus)");
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void tellsOfAKilledWanGatewayAndOfTheLinkBehindIt() throws IOException, SQLException, InterruptedException {
        Namespaces.require();
        try (WanSites sites = WanSites.open(1, WanSites.Options.of("512kbit"), TestJava.quickStart())) {
            sites.startGateways(PATIENCE);
            List<Target> gateways = WanSites.SITES.stream()
                    .map(site ->
                            new Target(sites.wanSide(site).managementAddress() + ":" + GatewayYaml.HTTP_PORT, site))
                    .toList();
            try (PrometheusProcess prometheus = PrometheusProcess.start(
                    Path.of("target", "e2e", "prometheus-wan"), Alerts.FILE, "c4i-wan", "site", gateways)) {
                prometheus.awaitData(Dashboards.queries(Set.of("wan.json")));

                sites.gateway("NORTH").kill();

                awaitAlert(prometheus, "C4iWanGatewayDown", "site", "NORTH");
                assertThat(prometheus.firing("C4iWanGatewayDown", "site", "SOUTH"))
                        .isZero();
                awaitAlert(prometheus, "C4iWanPeerDown", "site", "SOUTH");
            }
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void tellsOfAKilledHistoryService(TestDatabase database) throws IOException, SQLException, InterruptedException {
        try (HistoryProcess service = new HistoryProcess(
                directory,
                database,
                TestNetwork.domain(),
                "EX-1",
                "A033: {writer: {durability-service: keep-last 64}}")) {
            service.start();
            try (PrometheusProcess prometheus = PrometheusProcess.start(
                    Path.of("target", "e2e", "prometheus-history"),
                    Alerts.FILE,
                    "c4i-history",
                    "partition",
                    List.of(new Target("127.0.0.1:" + service.httpPort(), "EX-1")))) {
                prometheus.awaitData(Dashboards.queries(Set.of("history.json")));
                assertThat(prometheus.firing("C4iHistoryDown", "partition", "EX-1"))
                        .isZero();

                service.kill();

                awaitAlert(prometheus, "C4iHistoryDown", "partition", "EX-1");
            }
        }
    }

    private static void awaitAlert(PrometheusProcess prometheus, String alert, String label, String value) {
        await(alert).atMost(PATIENCE).until(() -> prometheus.firing(alert, label, value) == 1);
    }
}
