package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The dashboards and alerts that are shipped, against a real Prometheus that scrapes real nodes. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class MonitoringTest {
    private static final Path DEPLOY = Path.of("..", "deploy");
    /** What nodes fill. */
    private static final Set<String> DASHBOARDS_OF_NODES =
            Set.of("overview.json", "database.json", "jms.json", "dds.json", "jvm.json");

    /** What a report of the lab leaves for monitoring, by a test of the lab. */
    private static final Path LAB_FIGURES =
            Path.of("../netem-scenarios/src/test/resources/org/c4igateway/lab/report/results.prom");

    private static final File NO_INPUT = new File("/dev/null");

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @BeforeEach
    void needsPrometheus() {
        assumeTrue(PrometheusProcess.isInstalled(), "prometheus and promtool are not installed (package prometheus)");
    }

    @Test
    void showsDataInEveryPanelAndEvaluatesEveryAlert(PostgresServer server) throws IOException, SQLException {
        TestMesh testMesh = logs.show(new TestMesh("monitoring")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS, "CHARLIE", Middleware.DDS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.DDS))
                .build());
        Map<String, Integer> ports = Map.of(
                "ALPHA",
                testMesh.httpPort("ALPHA"),
                "BRAVO",
                testMesh.httpPort("BRAVO"),
                "CHARLIE",
                testMesh.httpPort("CHARLIE"));
        try (PrometheusProcess prometheus =
                PrometheusProcess.start(Path.of("target", "e2e", "prometheus"), Alerts.FILE, ports)) {
            testMesh.start();
            for (int seed = 1; seed <= 4; seed++) {
                testMesh.server("ALPHA").submitAll(Samples.load(100, seed), "BRAVO", "CHARLIE");
                testMesh.awaitSettled("ALPHA");
            }
            assertPanelsShowData(prometheus);
            await("all alerts are evaluated")
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(prometheus.alertHealth())
                            .containsOnlyKeys(Alerts.names())
                            .allSatisfy((name, health) ->
                                    assertThat(health).as(name).isEqualTo("ok")));
            testMesh.node("CHARLIE").kill();
            for (String alert : List.of("C4iNodeDown", "C4iNoActiveNode")) {
                await(alert)
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> prometheus.firing(alert, "system", "CHARLIE") == 1);
                assertThat(prometheus.firing(alert, "system", "ALPHA")).isZero();
            }
        } finally {
            logs.closeAll();
        }
    }

    @Test
    void showsTheFiguresOfTheLab() throws IOException, InterruptedException {
        assertAccepts(LAB_FIGURES.toFile(), "check", "metrics");
        byte[] figures = Files.readAllBytes(LAB_FIGURES);
        HttpServer web = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        web.createContext("/actuator/prometheus", request -> {
            request.getResponseHeaders()
                    .add("Content-Type", "application/openmetrics-text; version=1.0.0; charset=utf-8");
            request.sendResponseHeaders(200, figures.length);
            request.getResponseBody().write(figures);
            request.close();
        });
        web.start();
        try (PrometheusProcess prometheus = PrometheusProcess.start(
                Path.of("target", "e2e", "prometheus-lab"),
                Alerts.FILE,
                Map.of("LAB", web.getAddress().getPort()))) {
            prometheus.awaitData(Dashboards.queries(Set.of("lab.json")));
        } finally {
            web.stop(0);
        }
    }

    private static void assertPanelsShowData(PrometheusProcess prometheus) throws IOException {
        List<String> queries = Dashboards.queries(DASHBOARDS_OF_NODES);
        assertThat(queries).hasSizeGreaterThan(30);
        prometheus.awaitData(queries);
    }

    @Test
    void provesOfEachAlertThatItFires() throws IOException, InterruptedException {
        assertAccepts(NO_INPUT, "test", "rules", "alerts-test.yml");
        assertThat(Alerts.names(DEPLOY.resolve("prometheus/alerts-test.yml"), "- name: (\\w+) fires"))
                .containsExactlyInAnyOrder(Alerts.names());
    }

    @Test
    void acceptsTheShippedConfiguration() throws IOException, InterruptedException {
        assertAccepts(NO_INPUT, "check", "config", "prometheus.yml");
    }

    private static void assertAccepts(File input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        Process promtool = new ProcessBuilder(command)
                .directory(DEPLOY.resolve("prometheus").toFile())
                .redirectInput(input)
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(promtool.waitFor()).as(said).isZero();
    }
}
