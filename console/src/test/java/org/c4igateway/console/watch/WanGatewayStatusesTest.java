package org.c4igateway.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** WAN gateways as servers on the loopback interface whose health says what a test wants. */
class WanGatewayStatusesTest {
    private static final String HEALTH = """
            {"status": "UP", "components": {"disk": {"details": {"free": 1}}, "wan": {"details": {"site": "NORTH", "links": {
              "radio": {"queued": {"FLASH": 1, "ROUTINE": 7},
                        "peers": {"SOUTH": {"state": "up", "roundTripMillis": 41.5, "loss": 0.1}}}}}}}}
            """;

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    private URI serve(String health) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.createContext("/actuator/health", exchange -> {
            byte[] body = health.getBytes(StandardCharsets.UTF_8);
            try (exchange) {
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static List<WanGatewayStatus.Look> look(URI... addresses) {
        try (WanGatewayStatuses gateways = new WanGatewayStatuses(List.of(addresses))) {
            return gateways.look();
        }
    }

    @Test
    void tellsOfLinksAndTheirPeers() throws IOException {
        assertThat(look(serve(HEALTH)))
                .containsExactly(new WanGatewayStatus.Look(
                        "NORTH",
                        true,
                        List.of(new WanGatewayStatus.Link("radio", "SOUTH", true, 41.5, 10, "FLASH 1, ROUTINE 7"))));
    }

    /** A host that is paused after it has announced how much it will send. */
    @Test
    @Timeout(30)
    void showsOneThatStopsWithinItsAnswerAsSilent() throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.createContext("/actuator/health", exchange -> {
            exchange.sendResponseHeaders(200, HEALTH.length());
            exchange.getResponseBody().write(HEALTH.substring(0, 20).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        server.start();
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());

        try {
            assertThat(look(address))
                    .containsExactly(new WanGatewayStatus.Look(address.getAuthority(), false, List.of()));
        } finally {
            over.countDown();
        }
    }

    @Test
    void showsThoseThatGiveNoUsableAnswerAsSilent() throws IOException {
        URI gone = serve("");
        servers.getFirst().stop(0);
        List<URI> addresses = List.of(
                gone,
                serve("no JSON"),
                serve("[]"),
                serve("{\"status\": \"UP\"}"),
                serve(" ".repeat(1 << 20) + HEALTH));

        List<WanGatewayStatus.Look> looks = look(addresses.toArray(URI[]::new));

        assertThat(looks)
                .containsExactlyElementsOf(addresses.stream()
                        .map(address -> new WanGatewayStatus.Look(address.getAuthority(), false, List.of()))
                        .toList());
    }
}
