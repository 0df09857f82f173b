package org.c4igateway.wan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The gateway as a process of its own. */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
class WanProcessTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int ENDED_BY_SIGHUP = 128 + 1;

    @TempDir
    private Path directory;

    private final int port = TestNetwork.port();

    @Test
    void readsItsFileAgainByItselfAndEndsInOrderAtSighup() throws IOException, InterruptedException {
        Path file = directory.resolve("north.yaml");
        Files.writeString(file, text("128kbit"));
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        "env", // whoever started these tests may have told them to ignore SIGHUP
                        "--default-signal=HUP",
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WanApplication.class.getName(),
                        "--spring.config.additional-location=" + file.toUri(),
                        "--" + WanApplication.FILE_OPTION + "=" + file)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            await().atMost(SOON).until(() -> Files.readString(log).contains("Site NORTH has links [SOUTH]"));
            Files.writeString(file, text("2Mbit"));
            await().atMost(SOON)
                    .until(() -> Files.readString(log).contains("c4i.wan.links.SOUTH.rate: 128kbit -> 2Mbit"));

            assertThatTheGuideNamesEveryMetric();
            assertThat(get("/actuator/health/readiness"))
                    .contains("\"wanHealth\"", "\"site\":\"NORTH\"")
                    .startsWith("{")
                    .contains("\"status\":\"UP\"");

            Files.writeString(file, text("fast"));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(JsonMapper.shared()
                                    .readTree(get("/actuator/health"))
                                    .get("status")
                                    .asString())
                            .as("of all parts, with a file that is refused")
                            .isEqualTo("DEGRADED"));

            new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                    .start()
                    .waitFor();

            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ENDED_BY_SIGHUP);
        } finally {
            process.destroyForcibly();
        }
    }

    private void assertThatTheGuideNamesEveryMetric() throws IOException, InterruptedException {
        String guide = Files.readString(Path.of("..", "docs", "wan.md"));
        List<String> names = Pattern.compile("(?m)^c4i_wan_\\w+")
                .matcher(get("/actuator/prometheus"))
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(names).hasSizeGreaterThan(20);
        assertThat(names.stream().filter(name -> !guide.contains("`" + name + "`")))
                .as("not in the guide")
                .isEmpty();
    }

    private String get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private String text(String rate) {
        return """
                c4i:
                  wan:
                    site: NORTH
                    lan: {domain-id: %d, network: {interfaces: [lo]}}
                    links:
                      SOUTH:
                        interfaces: [lo]
                        peers: {SOUTH: "127.0.0.1:7601"}
                        rate: %s
                        insecure: true
                        journal: {directory: %s}
                server: {port: %d}
                """.formatted(TestNetwork.domain(), rate, directory, port);
    }
}
