package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.c4igateway.core.testkit.TestNetwork;

/** A real Prometheus that scrapes nodes each second and evaluates the alerts that are shipped. */
final class PrometheusProcess extends MonitoringProcess {
    private static final String PROGRAM = "prometheus";
    private static final int SERVICE_UNAVAILABLE = 503;

    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private PrometheusProcess(Process process, int port) {
        super(process);
        this.port = port;
    }

    /** Whether this machine has both Prometheus and promtool. */
    static boolean isInstalled() {
        return List.of(PROGRAM, "promtool").stream().allMatch(PrometheusProcess::isOnPath);
    }

    private static boolean isOnPath(String program) {
        return List.of(System.getenv().getOrDefault("PATH", "").split(":")).stream()
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /**
     * A process that is scraped.
     *
     * @param address host and port
     * @param name value of the label that its kind of process has
     */
    record Target(String address, String name) {}

    /** @param portOfSystem the HTTP port of each system's node */
    static PrometheusProcess start(Path directory, Path alerts, Map<String, Integer> portOfSystem) {
        return start(
                directory,
                alerts,
                "c4i",
                "system",
                portOfSystem.entrySet().stream()
                        .map(entry -> new Target("127.0.0.1:" + entry.getValue(), entry.getKey()))
                        .toList());
    }

    /**
     * The same with processes of one kind.
     *
     * @param job name of the job, on which alerts rest
     * @param label that tells these processes apart
     */
    static PrometheusProcess start(Path directory, Path alerts, String job, String label, List<Target> processes) {
        String targets = processes.stream()
                .map(each ->
                        "      - {targets: ['%s'], labels: {%s: %s}}\n".formatted(each.address(), label, each.name()))
                .collect(Collectors.joining());
        int port = TestNetwork.port();
        try {
            Files.createDirectories(directory);
            Path config = Files.writeString(
                    directory.resolve("prometheus.yml"), """
                    global: {scrape_interval: 1s, evaluation_interval: 1s}
                    rule_files: ['%s']
                    scrape_configs:
                      - job_name: %s
                        metrics_path: /actuator/prometheus
                        static_configs:
                    """.formatted(alerts.toAbsolutePath(), job) + targets);
            Process process = new ProcessBuilder(
                            PROGRAM,
                            "--config.file=" + config.toAbsolutePath(),
                            "--storage.tsdb.path=" + Files.createTempDirectory(directory.toAbsolutePath(), "tsdb"),
                            "--web.listen-address=127.0.0.1:" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("prometheus.log").toFile())
                    .start();
            return new PrometheusProcess(process, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many series a query gives now; -1 while there is no answer. */
    int series(String query) {
        String answer = get("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        if (answer.isEmpty()) {
            return -1;
        }
        if (!"success".equals(JsonPath.read(answer, "$.status"))) {
            throw new AssertionError(query + ": " + answer);
        }
        return JsonPath.<List<Object>>read(answer, "$.data.result").size();
    }

    /** How many alerts of that name fire now with this label; -1 while there is no answer. */
    int firing(String alert, String label, String value) {
        return series("ALERTS{alertname=\"%s\",alertstate=\"firing\",%s=\"%s\"}".formatted(alert, label, value));
    }

    /** Waits until each query has given something. */
    void awaitData(List<String> queries) {
        List<String> empty = new ArrayList<>(queries);
        await("data in every panel").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            empty.removeIf(query -> series(query) > 0);
            assertThat(empty).as("queries without data").isEmpty();
        });
    }

    /** Health of each alert that has been evaluated, by name. */
    Map<String, String> alertHealth() {
        String answer = get("/api/v1/rules?type=alert");
        if (answer.isEmpty()) {
            return Map.of();
        }
        List<Map<String, Object>> rules = JsonPath.read(answer, "$.data.groups[*].rules[*]");
        return rules.stream()
                .collect(Collectors.toMap(
                        rule -> String.valueOf(rule.get("name")), rule -> String.valueOf(rule.get("health"))));
    }

    /** The answer to a request; empty while Prometheus does not listen or is not ready (status 503). */
    private String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            return answer.statusCode() == SERVICE_UNAVAILABLE ? "" : answer.body();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
