package org.c4igateway.lab.topicrelay;

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
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two relays as processes on the loopback interface, with files such as the lab writes. */
@Tag("slow")
class RelayApplicationTest {
    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void killAll() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
        http.close();
    }

    private Path start(String site, int domain, int http, String link) throws IOException {
        Path file = Files.writeString(directory.resolve(site + ".yaml"), """
                c4i:
                  wan:
                    site: %s
                    lan: {domain-id: %d, network: {interfaces: [lo]}}
                    links: {%s}
                c4i.wan.lan.wire.max-datagram-bytes: 1400
                server: {port: %d}
                """.formatted(site, domain, link, http));
        Path log = directory.resolve(site + ".log");
        processes.add(new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RelayApplication.class.getName(),
                        "--spring.config.additional-location=" + file.toUri(),
                        "--c4i.file=" + file)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
        return log;
    }

    private static String link(String peer, int port, int peerPort) {
        return "%s: {domain-id: 211, interfaces: [lo], port: %d, peers: {%s: \"127.0.0.1:%d\"}, %s}"
                .formatted(peer, port, peer, peerPort, "rate: 10Mbit, insecure: true, announcement: 500ms");
    }

    private String health(int port) throws InterruptedException {
        try {
            return http.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return "";
        }
    }

    @Test
    void showsInItsHealthThatTheGatewayAtTheOtherEndReads() throws IOException {
        int domain = TestNetwork.domain();
        int north = TestNetwork.port();
        int south = TestNetwork.port();
        int http = TestNetwork.port();
        Path log = start("NORTH", domain, http, link("SOUTH", north, south));
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(health(http)).as(Files.readString(log)).contains("\"state\":\"down\""));

        start("SOUTH", TestNetwork.domain(), TestNetwork.port(), link("NORTH", south, north));

        await().atMost(SOON).until(() -> health(http).contains("\"state\":\"up\""));
    }
}
