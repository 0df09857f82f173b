package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireLimits;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.TopicNames;
import org.c4igateway.dds.transport.TopicQos;
import org.c4igateway.test.e2e.mesh.HeldTransaction;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A program of the domain sends the largest samples that there are to a node whose inbox hangs: together more than the
 * heap of the node. Then its dead letters hang, so that it has as many of them as it ever takes. It may have more of
 * them than by default, where some that wait and a batch of them just fit.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class LargeSamplesTest {
    private static final int SAMPLES = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SubmittedRow URGENT = Samples.reliable().withPrecedence(SubmittedRow.FLASH);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    @Timeout(300)
    void doNotEndANodeThatTakesThemLate(PostgresServer server) throws SQLException {
        TestMesh testMesh = logs.show(TestMesh.pair("large-samples", Middleware.DDS, server));
        testMesh.start("--c4i.flow.inbound-bytes=48MB");
        DdsSettings settings = DdsSettings.loopback(TestNetwork.sharedDomain())
                .withPartition(testMesh.node("ALPHA").ddsPartition());
        TopicQos qos = new TopicQos(settings);
        String topic = URGENT.topicId();
        TestDatabase bravo = testMesh.server("BRAVO").database();
        try (Connection letters = bravo.owner()) {
            try (DdsParticipant participant =
                            DdsProvider.named("cyclone").open(settings.domain(), qos.participant(), event -> {});
                    HeldTransaction held = new HeldTransaction(bravo, "c4i.inbox", 1)) {
                DdsWriter<KmtfMessage> writer = participant.createWriter(
                        TopicNames.ofMessages(topic),
                        WireType.MESSAGE,
                        qos.writer(Samples.catalogue().find(topic).orElseThrow()));
                await("readers").atMost(PATIENCE).until(() -> writer.matchedReaders() == 2);
                testMesh.server("ALPHA").submit(URGENT, "BRAVO");
                held.awaitHeld();

                for (long n = 1; n <= SAMPLES; n++) {
                    write(writer, topic, n);
                }
                assertThat(writer.awaitAcknowledged(PATIENCE)).isTrue();
                holdLetters(letters);
            }
            awaitFull(testMesh.node("BRAVO"));
        }
        testMesh.server("ALPHA").submit(URGENT, "BRAVO");
        testMesh.awaitSettled("ALPHA");

        await("all are parked")
                .atMost(PATIENCE)
                .until(() ->
                        bravo.number("SELECT count(*) FROM c4i.dead_letter WHERE direction = 'inbound'") == SAMPLES);
        assertThat(testMesh.node("BRAVO").isAlive()).isTrue();
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** While a batch of them is written, as many as there is room for wait behind it. */
    private static void holdLetters(Connection owner) throws SQLException {
        owner.setAutoCommit(false);
        try (Statement statement = owner.createStatement()) {
            statement.execute("LOCK TABLE c4i.dead_letter IN SHARE MODE");
        }
    }

    /** Waits until it takes no more. */
    private static void awaitFull(TestNodeProcess node) {
        AtomicLong last = new AtomicLong();
        await("full").atMost(PATIENCE).during(Duration.ofSeconds(2)).until(() -> {
            long taken = (long) node.metric("c4i_dds_samples_total");
            return last.getAndSet(taken) == taken && taken > 1;
        });
    }

    private static void write(DdsWriter<KmtfMessage> writer, String topic, long sequence) {
        KmtfMessage message = new KmtfMessage(
                "PROGRAM",
                "",
                sequence,
                topic,
                SubmittedRow.ROUTINE,
                1,
                Long.MAX_VALUE,
                "EXERCISE",
                List.of("BRAVO"),
                new byte[WireLimits.MAX_OCTETS]);
        await("room").atMost(PATIENCE).until(() -> writer.write(message) instanceof WriteResult.Written);
        writer.flush();
    }
}
