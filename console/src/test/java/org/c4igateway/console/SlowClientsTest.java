package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.testkit.SlowClients;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients that send or read slowly, on real sockets, delay no other client. */
@Tag("slow")
class SlowClientsTest extends ConsoleFixture {
    private static final int MORE_THAN_PLACES = 32;

    static List<String> beginnings() {
        String form = "Content-Type: application/x-www-form-urlencoded";
        String files = "Content-Type: multipart/form-data; boundary=b";
        String long20000 = "Content-Length: 20000";
        return List.of(
                "GET /console/login HTTP/1.1\r\nHost: node\r\nUser-Agent: ",
                "GET /console/login HTTP/1.1",
                request("POST /console/login", form, long20000) + "username=",
                request("POST /console/login", form, "Transfer-Encoding: chunked") + lines("4e20", "username="),
                request("POST /actuator/health", form, long20000) + "username=",
                request("PUT /actuator/health", form, long20000) + "username=",
                request("POST /console/login", files, long20000)
                        + lines("--b", "Content-Disposition: form-data; name=\"a\"", "", ""));
    }

    private static String request(String method, String... headers) {
        return method + " HTTP/1.1\r\nHost: node\r\n" + (headers.length == 0 ? "" : lines(headers)) + "\r\n";
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines) + "\r\n";
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void holdUpNobodyByWhatTheySend(String beginning) {
        try (SlowClients _ = SlowClients.drip(URI.create(node.base()), MORE_THAN_PLACES, beginning)) {
            assertServed();
        }
    }

    @Test
    void keepNobodyFromHealthByWhatTheyDoNotRead() {
        String requests = request("GET /actuator/prometheus").repeat(40);
        try (SlowClients _ = SlowClients.deaf(URI.create(node.base()), MORE_THAN_PLACES, requests)) {
            assertThat(node.browser().get("/actuator/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void haveNoPartInAPortOfItsOwnForHealth(PostgresServer server) {
        try (TestDatabase other = server.database();
                ConsoleNode apart = ConsoleNode.start(
                        other,
                        "management.server.port=0",
                        "server.tomcat.max-connections=8",
                        "server.tomcat.accept-count=1");
                SlowClients _ = SlowClients.drip(URI.create(apart.base()), 8, "GET / HTTP/1.1\r\nA: ")) {
            Browser probe = new Browser(apart.managementBase());

            assertThat(probe.get("/actuator/health").statusCode()).isEqualTo(200);
            assertThat(probe.get("/actuator/prometheus").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void areToldThatAFormIsTooLarge() {
        HttpResponse<String> answer =
                node.browser().postAsGiven("/console/login", Map.of("username", "x".repeat(40_000)));

        assertThat(answer.statusCode()).isEqualTo(413);
    }

    private void assertServed() {
        assertThat(node.browser().get("/actuator/health").statusCode()).isEqualTo(200);
        assertThat(node.browser().get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(node.loggedIn(ConsoleNode.VIEWER).get("/console").statusCode())
                .isEqualTo(200);
    }
}
