package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.input.RtpsIntruder.Member;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever a program without credentials sends to the ports of DDS, nodes go on, and what is submitted meanwhile
 * arrives.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class DdsWireFaultTest {
    private static final Logger LOG = LoggerFactory.getLogger(DdsWireFaultTest.class);
    /** One that no other test joins, with ports below those that the system gives away. */
    private final int domain = TestNetwork.domain();

    private static final byte[] INTRUDER = "intruder-001".getBytes(StandardCharsets.US_ASCII);
    private static final int ROUND = 400;
    private static final int MUTATIONS = 2_000;
    private static final long SEED = 20_261_122;

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void goesOnWhateverComesFromTheWire(PostgresServer server) throws IOException, SQLException {
        TestMesh testMesh = logs.show(TestMesh.pair("wire-fault", Middleware.DDS, server))
                .start("--c4i.transports.dds.domain-id=" + domain);
        try (RtpsIntruder intruder = new RtpsIntruder(domain, INTRUDER)) {
            List<Member> members = intruder.join(2);
            String topic = Samples.reliable().topicId();
            int writer = intruder.claimWriter(members.getFirst(), topic, members);
            List<byte[]> corpus = RtpsCorpus.of(INTRUDER, writer);
            List<byte[]> material = intruder.material();
            SplittableRandom random = new SplittableRandom(SEED);
            List<byte[]> mutations = Stream.generate(
                            () -> RtpsCorpus.mutated(material.get(random.nextInt(material.size())), random))
                    .limit(MUTATIONS)
                    .toList();
            List<InetSocketAddress> targets = Stream.concat(
                            members.stream().flatMap(member -> Stream.of(member.discovery(), member.data())),
                            Stream.of(intruder.group()))
                    .toList();
            LOG.info("{} made and {} mutated messages, each to {}", corpus.size(), mutations.size(), targets);

            send(intruder, corpus, targets, testMesh);
            send(intruder, mutations, targets, testMesh);

            for (String name : List.of("ALPHA", "BRAVO")) {
                assertThat(testMesh.node(name).isAlive()).as(name).isTrue();
                assertThat(testMesh.node(name).log())
                        .as("what the library of %s looked at", name)
                        .contains(
                                "malformed packet received", "deserialization failed", "deserialization KMTF_" + topic);
            }
            testMesh.assertDelivered("ALPHA", "BRAVO");
            testMesh.assertDelivered("BRAVO", "ALPHA");
        }
    }

    /**
     * Without DDS Security any program can say in a member's name that its samples do not come any more. The row then
     * waits: it does not end in a false state, and it arrives after both nodes were started again. They do not mend it
     * by themselves.
     */
    @Test
    void keepsRowsUntilARestartWhenSomebodySpeaksInMembersNames(PostgresServer server)
            throws IOException, SQLException {
        String inDomain = "--c4i.transports.dds.domain-id=" + domain;
        TestMesh testMesh =
                logs.show(TestMesh.pair("wire-forgery", Middleware.DDS, server)).start(inDomain);
        try (RtpsIntruder intruder = new RtpsIntruder(domain, INTRUDER)) {
            List<Member> members = intruder.join(2);
            for (Member forged : members) {
                int writer = intruder.writerOf(forged, Samples.reliable().topicId());
                byte[] heartbeat = RtpsPacket.heartbeat(forged.prefix(), writer, 1L << 40);
                members.forEach(member -> intruder.send(heartbeat, member.data()));
            }
        }
        testMesh.server("ALPHA").submit(Samples.reliable(), "BRAVO");
        await("receipt is overdue")
                .atMost(Duration.ofSeconds(60))
                .until(() -> testMesh.node("ALPHA").log().contains("overdue"));
        assertThat(testMesh.server("ALPHA").pending()).isEqualTo(1);

        for (String name : List.of("ALPHA", "BRAVO")) {
            testMesh.node(name).kill();
            testMesh.node(name).start(inDomain);
        }
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        testMesh.awaitSettled("ALPHA");
        testMesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** In rounds: rows on both sides, messages from the intruder, then every row has its receipt. */
    private static void send(
            RtpsIntruder intruder, List<byte[]> messages, List<InetSocketAddress> targets, TestMesh testMesh)
            throws SQLException {
        for (int from = 0; from < messages.size(); from += ROUND) {
            testMesh.server("ALPHA").submit(Samples.reliable(), "BRAVO");
            testMesh.server("BRAVO").submit(Samples.reliable(), "ALPHA");
            intruder.stay();
            for (byte[] message : messages.subList(from, Math.min(messages.size(), from + ROUND))) {
                targets.forEach(target -> intruder.send(message, target));
            }
            testMesh.awaitSettled("ALPHA");
            testMesh.awaitSettled("BRAVO");
        }
    }
}
