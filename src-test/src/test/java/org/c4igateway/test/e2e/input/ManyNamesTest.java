package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.DdsSettings;
import org.c4igateway.dds.transport.TopicNames;
import org.c4igateway.dds.transport.TopicQos;
import org.c4igateway.jms.wire.ControlCodec;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.NodeFile;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One program announces itself as a hundred thousand nodes to a node that takes newcomers. What the node remembers is
 * bounded, and urgent rows are delivered meanwhile.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class ManyNamesTest {
    private static final Logger LOG = LoggerFactory.getLogger(ManyNamesTest.class);
    private static final int NAMES = 100_000;
    private static final int ROUND = 5_000;
    private static final int NEWCOMERS = 256;
    private static final long MOST_BYTES = 300_000_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SubmittedRow URGENT = Samples.reliable().withPrecedence(SubmittedRow.FLASH);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    /** Announces the node of that number. */
    private interface Voice {
        void announce(int number) throws JMSException;
    }

    @Test
    @Timeout(600)
    void areNotFollowedOverDdsBeyondABound(PostgresServer server) throws Exception {
        TestMesh testMesh = start(Middleware.DDS, server);
        DdsSettings settings = DdsSettings.loopback(TestNetwork.sharedDomain())
                .withPartition(testMesh.node("ALPHA").ddsPartition());
        TopicQos qos = new TopicQos(settings);
        try (DdsParticipant participant =
                DdsProvider.named("cyclone").open(settings.domain(), qos.participant(), event -> {})) {
            DdsWriter<KmtfNode> writer = participant.createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
            await("readers").atMost(PATIENCE).until(() -> writer.matchedReaders() == 2);
            Voice voice = number -> {
                KmtfNode node = new KmtfNode(name(number), 1, "", List.of(), "", new KmtfNode.Database(1, "", 60));
                while (!(writer.write(node) instanceof WriteResult.Written)) {
                    Thread.onSpinWait();
                }
            };

            announceAll(testMesh, voice);

            await("those beyond the bound are left out")
                    .atMost(PATIENCE)
                    .until(() -> testMesh.node("ALPHA").metric("c4i_dds_not_followed_total") > 0);
        }
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    @Timeout(600)
    void doNotJoinOverJmsBeyondABound(PostgresServer server) throws Exception {
        TestMesh testMesh = start(Middleware.JMS, server);
        String url = "tcp://127.0.0.1:" + testMesh.jmsPort("ALPHA");
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url, "mesh", NodeFile.MESH_PASSWORD);
                Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageProducer control = session.createProducer(session.createQueue("kmtf.ALPHA.control"));
            Voice voice = number -> {
                BytesMessage message = session.createBytesMessage();
                message.setJMSType(ControlCodec.ANNOUNCEMENT);
                message.writeBytes(ControlCodec.encode(
                        new NodeAnnouncement(new SystemName(name(number)), 1, "", Map.of(), Introduction.NONE)));
                control.send(message);
            };

            announceAll(testMesh, voice);
        }
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    private TestMesh start(Middleware middleware, PostgresServer server) {
        TestMesh testMesh = logs.show(TestMesh.pair("many-names", middleware, server));
        testMesh.node("ALPHA").start("--c4i.newcomers[0]=" + middleware.transport());
        testMesh.node("BRAVO").start();
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        testMesh.node("BRAVO").awaitReaches("ALPHA");
        return testMesh;
    }

    private static String name(int number) {
        return "STRANGER-%06d".formatted(number);
    }

    private void announceAll(TestMesh testMesh, Voice voice) throws JMSException, SQLException, IOException {
        LongSupplier memory =
                () -> (long) ProcessMemory.resident(testMesh.node("ALPHA").pid());
        long before = memory.getAsLong();
        for (int from = 0; from < NAMES; from += ROUND) {
            for (int number = from; number < from + ROUND; number++) {
                voice.announce(number);
            }
            testMesh.server("ALPHA").submit(URGENT, "BRAVO");
            testMesh.awaitSettled("ALPHA");
        }
        await("more than may join")
                .atMost(PATIENCE)
                .until(() -> testMesh.node("ALPHA").metric("c4i_newcomers_refused_total", "GW-320") > 0);
        long grown = memory.getAsLong() - before;
        LOG.info("{} names: {} bytes more, {} before", NAMES, grown, before);
        assertThat(grown).as("memory of ALPHA").isLessThan(MOST_BYTES);
        assertThat(testMesh.server("ALPHA")
                        .database()
                        .number("SELECT count(*) FROM c4i.subscriber WHERE system LIKE 'STRANGER-%'"))
                .isLessThanOrEqualTo(NEWCOMERS);
    }
}
