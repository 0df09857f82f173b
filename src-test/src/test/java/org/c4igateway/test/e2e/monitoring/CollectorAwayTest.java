package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.app.trace.OtlpTrace;
import org.c4igateway.app.trace.TraceSettings;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.logging.LogLevel;
import org.springframework.core.io.ClassPathResource;

/** What the log has of a collector that is away or refuses, with the levels that a service has by default. */
class CollectorAwayTest {
    private static final SystemName SELF = new SystemName("ALPHA");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Three full exports of 512 spans, and what the close exports. */
    private static final int MESSAGES = 600;

    private static final int SPANS = 3 * MESSAGES;

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Map<Logger, @Nullable Level> before = new HashMap<>();
    private final ListAppender<ILoggingEvent> told = new ListAppender<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
        });
        server.start();
        SLF4JBridgeHandler.install();
        told.start();
        root.addAppender(told);
    }

    @AfterEach
    void restore() {
        server.stop(0);
        root.detachAppender(told);
        SLF4JBridgeHandler.uninstall();
        before.forEach(Logger::setLevel);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application.yaml", "c4i-wan.yaml"})
    void isOneLineWhileItIsAway(String defaults) throws Exception {
        takeLevels(defaults);
        server.stop(0);

        failToExport();

        assertThat(told.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("The collector of traces at ")
                        .as("refused, or too late on a busy machine")
                        .containsPattern("Connect(Timeout)?Exception"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application.yaml", "c4i-wan.yaml"})
    void isOneLineWhileItRefuses(String defaults) throws Exception {
        takeLevels(defaults);

        failToExport();

        assertThat(told.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage())
                        .startsWith("The collector of traces at ")
                        .endsWith("HTTP status 401"));
    }

    private void takeLevels(String defaults) throws IOException {
        var sources = new YamlPropertySourceLoader().load(defaults, new ClassPathResource(defaults));
        Map<String, LogLevel> levels = new Binder(ConfigurationPropertySources.from(sources))
                .bind("logging.level", Bindable.mapOf(String.class, LogLevel.class))
                .get();
        levels.forEach((name, level) -> {
            Logger logger = (Logger) LoggerFactory.getLogger(name);
            before.put(logger, logger.getLevel());
            logger.setLevel(Level.toLevel(level.name()));
        });
    }

    private void failToExport() throws Exception {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        TraceSettings settings = new TraceSettings(endpoint, 1, null, null, null, Duration.ofSeconds(1));
        DeliveryTrace trace = OtlpTrace.open(SELF, settings, meters, InstantSource.system());
        try (AutoCloseable _ = (AutoCloseable) trace) {
            for (int i = 1; i <= MESSAGES; i++) {
                tell(trace, i);
            }
        }
        await().atMost(PATIENCE)
                .until(() -> meters.counter(MeterNames.TRACE_SPANS, "result", "failed")
                                .count()
                        == SPANS);
    }

    private static void tell(DeliveryTrace trace, int sequence) {
        Message message = new Message(
                new MessageId(SELF, sequence),
                "A004",
                Precedence.FLASH,
                List.of(new SystemName("BRAVO")),
                Instant.now(),
                Instant.MAX,
                "",
                "",
                new byte[] {1, 2, 3});
        DeliveryOutcome outcome = new DeliveryOutcome(
                message, message.destinations().getFirst(), DeliveryState.DELIVERED, null, "", null);
        trace.settled(outcome, 1_000_000);
        trace.recorded(List.of(outcome));
    }
}
