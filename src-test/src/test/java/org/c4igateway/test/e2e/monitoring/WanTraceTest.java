package org.c4igateway.test.e2e.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.c4igateway.lab.net.Impairment;
import org.c4igateway.lab.testbed.WanSites;
import org.c4igateway.lab.testbed.config.Transports;
import org.c4igateway.test.e2e.mesh.Namespaces;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestCertificates;
import org.c4igateway.test.e2e.monitoring.CollectorProcess.Span;
import org.c4igateway.test.process.TestJava;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The way of a row from one site to another, in a real collector: how long the link had it. */
@Tag("slow")
class WanTraceTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration DELAY = Duration.ofMillis(200);
    private static final SubmittedRow ROW = Samples.reliable();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void showsHowLongTheLinkHadTheRow()
            throws IOException, SQLException, InterruptedException, GeneralSecurityException {
        Namespaces.require();
        List<String> why = new ArrayList<>();
        Optional<Path> program = CollectorProcess.program(why);
        assumeTrue(program.isPresent(), String.join("; ", why));
        var _ = new TestCertificates(directory);
        try (WanSites sites = WanSites.open(1, WanSites.Options.of("512kbit"), TestJava.quickStart());
                CollectorProcess collector = CollectorProcess.start(
                        program.orElseThrow(),
                        Path.of("target", "e2e", "collector-wan"),
                        sites.managementAddress(),
                        directory)) {
            await("the collector").atMost(PATIENCE).until(collector::isReady);
            start(sites, collector.http());
            sites.link().impair(Impairment.ofRate(512_000).withDelay(DELAY));

            long sequence = Long.parseLong(
                    text(sites, "SELECT c4i.submit(?, 0, ARRAY['BRAVO'], ?)", ROW.topicId(), ROW.payload()));
            await("it is delivered")
                    .atMost(PATIENCE)
                    .until(() -> text(sites, "SELECT count(*) FROM c4i.delivery"), "1"::equals);

            String trace = text(sites, MessageTraceTest.statement(sequence));
            await("all spans")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    collector.spans(trace).stream().map(span -> span.value("Name")))
                            .containsExactlyInAnyOrder("deliver", "outbox", "send", "carry", "receive", "inbox"));
            Span carry = only(collector, trace, "carry");
            Span send = only(collector, trace, "send");
            assertThat(carry.value("Parent ID")).isEqualTo(send.value("ID"));
            assertThat(carry.attribute("service.instance.id")).isEqualTo("NORTH");
            assertThat(carry.attribute("messaging.destination.name")).isEqualTo("BRAVO");
            assertThat(carry.attribute("c4i.link")).isEqualTo("SOUTH");
            assertThat(carry.attribute("c4i.outcome")).isEqualTo("ACKED");
            assertThat(Duration.between(carry.time("Start time"), carry.time("End time")))
                    .as("to the other gateway and back")
                    .isGreaterThanOrEqualTo(DELAY.multipliedBy(2));
            assertThat(collector.log()).doesNotContain("MSGID");
        }
    }

    private static void start(WanSites sites, String endpoint) throws IOException, InterruptedException {
        for (String site : WanSites.SITES) {
            sites.gateway(site).start("-Dc4i.wan.traces.endpoint=" + endpoint, "-Dc4i.wan.traces.share=1");
        }
        for (String site : WanSites.SITES) {
            sites.awaitPeer(site, PATIENCE);
        }
        sites.mesh().prepare(Transports.DDS);
        for (String system : sites.mesh().systems()) {
            sites.mesh().node(system).start("-Dc4i.traces.endpoint=" + endpoint, "-Dc4i.traces.share=1");
        }
        for (String system : sites.mesh().systems()) {
            sites.mesh().node(system).awaitActive(PATIENCE, true);
        }
    }

    private static Span only(CollectorProcess collector, String trace, String name) {
        List<Span> found = collector.spans(trace).stream()
                .filter(span -> span.value("Name").equals(name))
                .toList();
        assertThat(found).as(name).hasSize(1);
        return found.getFirst();
    }

    private static String text(WanSites sites, String sql, Object... parameters) throws SQLException {
        try (Connection connection = sites.mesh().database("ALPHA").openOwner();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }
}
