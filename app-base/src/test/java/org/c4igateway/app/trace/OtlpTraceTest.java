package org.c4igateway.app.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collector that is away, refuses, or wants a login; what a real one makes of the spans is an end-to-end test. */
class OtlpTraceTest {
    private static final SystemName SELF = new SystemName("ALPHA");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> logins = new CopyOnWriteArrayList<>();
    private final AtomicInteger answer = new AtomicInteger(200);

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            logins.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(answer.get(), -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static TraceSettings settings(
            @Nullable String endpoint, double share, @Nullable String username, @Nullable Path trust) {
        return new TraceSettings(
                endpoint == null ? null : URI.create(endpoint),
                share,
                username,
                username == null ? null : "secret",
                trust,
                Duration.ofSeconds(2));
    }

    private String here() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private DeliveryTrace open(TraceSettings settings) {
        return OtlpTrace.open(SELF, settings, meters, InstantSource.system());
    }

    private static void tell(DeliveryTrace trace) {
        Message message = TraceIdsTest.message(SELF, 7, Instant.now());
        DeliveryOutcome outcome = new DeliveryOutcome(
                message, message.destinations().getFirst(), DeliveryState.DELIVERED, null, "", null);
        trace.settled(outcome, 1_000_000);
        trace.recorded(List.of(outcome));
    }

    private double spans(String result) {
        return meters.counter(MeterNames.TRACE_SPANS, "result", result).count();
    }

    @Test
    void followsNothingWithoutACollector() {
        assertThat(open(settings(null, 1, null, null))).isSameAs(DeliveryTrace.NONE);
    }

    @Test
    void logsInAndCountsWhatWasTaken() throws Exception {
        DeliveryTrace trace = open(settings(here(), 1, "gateway", null));
        tell(trace);
        ((AutoCloseable) trace).close();

        assertThat(logins).containsExactly("Basic Z2F0ZXdheTpzZWNyZXQ=");
        assertThat(spans("made")).isEqualTo(3);
        assertThat(spans("exported")).isEqualTo(3);
    }

    @Test
    void countsWhatACollectorRefuses() throws Exception {
        answer.set(400);
        DeliveryTrace trace = open(settings(here(), 1, null, null));
        tell(trace);
        ((AutoCloseable) trace).close();

        await().atMost(PATIENCE).until(() -> spans("failed") == 3);
        assertThat(spans("exported")).isZero();
    }

    @Test
    void dropsWhatHasNoRoomWhileTheCollectorIsAway() {
        int port = server.getAddress().getPort();
        server.stop(0);
        DeliveryTrace trace = open(settings("http://127.0.0.1:" + port, 1, null, null));
        for (int i = 0; i < 20_000; i++) {
            tell(trace);
        }

        assertThat(spans("made")).isEqualTo(60_000);
        await().atMost(PATIENCE).until(() -> spans("failed") > 0);
        assertThat(spans("failed")).isLessThan(60_000);
    }

    @Test
    void showsNoPassword() {
        assertThat(settings(here(), 1, "gateway", null).toString()).doesNotContain("secret");
        assertThatThrownBy(() -> settings("http://gateway:secret@127.0.0.1:4318", 1, null, null))
                .hasMessageContaining("c4i.traces.endpoint")
                .hasMessageNotContaining("secret");
    }

    @Test
    void namesTheKeyThatIsWrong(@TempDir Path directory) throws IOException {
        Path garbage = Files.writeString(directory.resolve("trust.pem"), "no certificate");
        assertThatThrownBy(() -> settings("collector:4318", 1, null, null))
                .isInstanceOf(GatewayException.Fatal.class)
                .hasMessageContaining("c4i.traces.endpoint must be an address");
        assertThatThrownBy(() -> settings(here(), 0, null, null)).hasMessageContaining("c4i.traces.share");
        assertThatThrownBy(() -> settings(here(), 1.5, null, null)).hasMessageContaining("c4i.traces.share");
        assertThatThrownBy(() -> open(settings(here(), 1, null, directory.resolve("none.pem"))))
                .hasMessageContaining("c4i.traces.trust");
        assertThatThrownBy(() -> open(settings("https://127.0.0.1", 1, null, garbage)))
                .hasMessageContaining("c4i.traces.trust");
    }
}
