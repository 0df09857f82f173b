package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestCertificates;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.monitoring.CollectorProcess.Span;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The way of one row as a trace, in a real collector, found by the statement of docs/traces.md. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class MessageTraceTest {
    private static final Path PAGE = Path.of("..", "docs", "traces.md");
    private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)```");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ALL = "--c4i.traces.share=1";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    @SuppressWarnings("NullAway.Init") // set before each test
    private CollectorProcess collector;

    @BeforeEach
    void startCollector() throws IOException, InterruptedException, GeneralSecurityException {
        List<String> why = new ArrayList<>();
        Optional<Path> program = CollectorProcess.program(why);
        assumeTrue(program.isPresent(), String.join("; ", why));
        var _ = new TestCertificates(directory);
        collector = CollectorProcess.start(
                program.orElseThrow(), Path.of("target", "e2e", "collector"), "127.0.0.1", directory);
        await("the collector").atMost(PATIENCE).until(collector::isReady);
    }

    @AfterEach
    void end() {
        logs.closeAll();
        if (collector != null) {
            collector.close();
        }
    }

    @Test
    void showsTheWayOfARowAtItsOriginAndAtEachDestination(PostgresServer server) throws IOException, SQLException {
        TestMesh mesh = logs.show(new TestMesh("traces")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS, "CHARLIE", Middleware.DDS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS))
                .system("CHARLIE", server, Map.of("ALPHA", Middleware.DDS))
                .build());
        mesh.node("ALPHA").start(ALL, "--c4i.traces.endpoint=" + collector.http());
        mesh.node("BRAVO").start(ALL, "--c4i.traces.endpoint=" + collector.http() + "/v1/traces");
        mesh.node("CHARLIE")
                .start(
                        ALL,
                        "--c4i.traces.endpoint=" + collector.https(),
                        "--c4i.traces.trust=" + directory.resolve("certificate.pem"));
        mesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
        mesh.node("BRAVO").awaitReaches("ALPHA");
        mesh.node("CHARLIE").awaitReaches("ALPHA");

        long good = mesh.server("ALPHA").submit(Samples.reliable().withLabel("NATO SECRET"), "BRAVO", "CHARLIE");
        long bad = mesh.server("ALPHA")
                .submit(Samples.reliable().withPayload("no MTF".getBytes(StandardCharsets.UTF_8)), "BRAVO");
        mesh.awaitSettled("ALPHA");

        String way = trace(mesh, good);
        String refusal = trace(mesh, bad);
        await("all spans")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(names(way))
                        .containsExactlyInAnyOrder(
                                "deliver", "deliver", "outbox", "outbox", "send", "send", "receive", "receive", "inbox",
                                "inbox"));
        assertWay(mesh, good, way, "BRAVO", "jms");
        assertWay(mesh, good, way, "CHARLIE", "dds");
        await("the refused row")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(names(refusal)).containsExactlyInAnyOrder("deliver", "outbox"));
        Span refused = only(refusal, "deliver", "BRAVO");
        assertThat(refused.value("Status code")).isEqualTo("Error");
        assertThat(refused.attribute("c4i.state")).isEqualTo("REJECTED");
        assertThat(refused.attribute("c4i.code"))
                .isEqualTo(mesh.server("ALPHA").outcome(bad, "BRAVO").get(1));
        assertThat(collector.log()).doesNotContain("NATO SECRET", "MSGID");
        assertThat(mesh.node("ALPHA").metric("c4i_trace_spans_total", "result=\"failed\""))
                .isZero();
    }

    private void assertWay(TestMesh mesh, long sequence, String trace, String destination, String transport)
            throws SQLException {
        Span deliver = only(trace, "deliver", destination);
        Span send = only(trace, "send", destination);
        Span receive = only(trace, "receive", destination);
        Span inbox = only(trace, "inbox", destination);
        assertThat(deliver.value("Parent ID")).isEmpty();
        assertThat(deliver.attribute("c4i.state")).isEqualTo("DELIVERED");
        assertThat(only(trace, "outbox", destination).value("Parent ID")).isEqualTo(deliver.value("ID"));
        assertThat(send.value("Parent ID")).isEqualTo(deliver.value("ID"));
        assertThat(receive.value("Parent ID")).isEqualTo(send.value("ID"));
        assertThat(inbox.value("Parent ID")).isEqualTo(receive.value("ID"));
        assertThat(receive.attribute("messaging.system")).isEqualTo(transport);
        assertThat(List.of(deliver, send))
                .allSatisfy(span ->
                        assertThat(span.attribute("service.instance.id")).isEqualTo("ALPHA"));
        assertThat(List.of(receive, inbox))
                .allSatisfy(span ->
                        assertThat(span.attribute("service.instance.id")).isEqualTo(destination));
        assertThat(List.of(deliver, send, receive, inbox)).allSatisfy(span -> {
            assertThat(span.attribute("messaging.message.id")).isEqualTo("ALPHA/" + sequence);
            assertThat(span.attribute("c4i.topic")).isEqualTo(Samples.reliable().topicId());
            assertThat(span.time("End time")).isAfterOrEqualTo(span.time("Start time"));
        });
        long created = mesh.server("ALPHA")
                .database()
                .number("SELECT (extract(epoch FROM created_at) * 1000000)::bigint FROM c4i.outbox WHERE sequence = "
                        + sequence);
        assertThat(deliver.time("Start time")).isEqualTo(Instant.EPOCH.plusNanos(created * 1_000));
    }

    /** As the page finds it. */
    private static String trace(TestMesh mesh, long sequence) throws IOException, SQLException {
        return mesh.server("ALPHA").database().column(statement(sequence)).getFirst();
    }

    /** @return the statement of the page, for one row */
    static String statement(long sequence) throws IOException {
        MatchResult statement =
                SQL.matcher(Files.readString(PAGE)).results().findFirst().orElseThrow();
        String query = statement.group(1).strip().replaceAll(";$", "");
        return "SELECT trace_id FROM (" + query + ") AS page WHERE sequence = " + sequence;
    }

    private List<String> names(String trace) {
        return collector.spans(trace).stream().map(span -> span.value("Name")).toList();
    }

    private Span only(String trace, String name, String destination) {
        List<Span> found = collector.spans(trace).stream()
                .filter(span -> span.value("Name").equals(name)
                        && span.attribute("messaging.destination.name").equals(destination))
                .toList();
        assertThat(found).as("%s to %s", name, destination).hasSize(1);
        return found.getFirst();
    }
}
