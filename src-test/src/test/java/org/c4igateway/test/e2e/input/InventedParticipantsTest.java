package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.lab.testbed.ProcessMemory;
import org.c4igateway.test.e2e.input.RtpsIntruder.Member;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
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
 * A program announces thousands of participants that do not exist, all at the address of somebody who asked for
 * nothing. Urgent rows are delivered meanwhile, what nodes send to that address is counted and bounded, and the
 * invented ones are forgotten when their lease is over.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class InventedParticipantsTest {
    private static final Logger LOG = LoggerFactory.getLogger(InventedParticipantsTest.class);
    private static final byte[] INTRUDER = "intruder-002".getBytes(StandardCharsets.US_ASCII);
    private static final int PARTICIPANTS = 2_000;
    /** Announced between two urgent rows. */
    private static final int ROUND = 250;
    /** Enough to show that they are taken for real; on a busy machine leases end between two looks. */
    private static final int MANY = 100;
    /** The two nodes, the program itself, and a few whose lease is not over yet. */
    private static final int FEW = 10;

    /** Bytes to the invented address for each byte of an announcement; 3.9 were seen. */
    private static final long MOST_REFLECTED = 20;

    private static final long MOST_BYTES = 300_000_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SubmittedRow URGENT = Samples.reliable().withPrecedence(SubmittedRow.FLASH);

    private final int domain = TestNetwork.domain();

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    @Timeout(600)
    void carriesUrgentRowsAndForgetsThem(PostgresServer server) throws IOException, SQLException {
        TestMesh testMesh = logs.show(TestMesh.pair("invented-participants", Middleware.DDS, server))
                .start("--c4i.transports.dds.domain-id=" + domain);
        long before = (long) ProcessMemory.resident(testMesh.node("ALPHA").pid());
        AtomicLong sentBytes = new AtomicLong();
        try (RtpsIntruder intruder = new RtpsIntruder(domain, INTRUDER);
                Victim victim = new Victim()) {
            List<Member> members = intruder.join(2);
            List<byte[]> invented = invented(intruder, victim);
            for (int round = 0; round < PARTICIPANTS / ROUND; round++) {
                sentBytes.addAndGet(announce(intruder, members, invented.subList(round * ROUND, (round + 1) * ROUND)));
                testMesh.server("ALPHA").submit(URGENT, "BRAVO");
                testMesh.awaitSettled("ALPHA");
            }
            AtomicInteger next = new AtomicInteger();
            await("ALPHA takes them for real").atMost(PATIENCE).until(() -> {
                int from = next.getAndUpdate(number -> (number + ROUND) % PARTICIPANTS);
                sentBytes.addAndGet(announce(intruder, members, invented.subList(from, from + ROUND)));
                return participants(testMesh) > MANY; // the gauge is read now and then
            });
            await("they are forgotten").atMost(PATIENCE).until(() -> participants(testMesh) < FEW);
            LOG.info(
                    "{} invented participants, told to {} nodes in {} bytes: {} bytes in {} packets went to their address",
                    PARTICIPANTS,
                    members.size(),
                    sentBytes.get(),
                    victim.bytes.get(),
                    victim.packets.get());
            assertThat(victim.bytes.get())
                    .as("bytes to an address that asked for nothing, for %d of announcements", sentBytes.get())
                    .isPositive()
                    .isLessThan(MOST_REFLECTED * sentBytes.get());
        }
        testMesh.server("ALPHA").submit(URGENT, "BRAVO");
        testMesh.server("BRAVO").submit(URGENT, "ALPHA");
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
        testMesh.assertDelivered("ALPHA", "BRAVO");
        testMesh.assertDelivered("BRAVO", "ALPHA");
        long grown = (long) ProcessMemory.resident(testMesh.node("ALPHA").pid()) - before;
        LOG.info("{} bytes more after all, {} before", grown, before);
        assertThat(grown).as("memory of ALPHA").isLessThan(MOST_BYTES);
    }

    /** Made before they are needed: to make one means to look through all that was heard. */
    private static List<byte[]> invented(RtpsIntruder intruder, Victim victim) {
        return IntStream.range(0, PARTICIPANTS)
                .mapToObj(number -> intruder.announcement(prefix(number), victim.port()))
                .toList();
    }

    /** @return bytes that were sent */
    private static long announce(RtpsIntruder intruder, List<Member> members, List<byte[]> invented) {
        long bytes = 0;
        for (byte[] announcement : invented) {
            for (Member member : members) {
                intruder.send(announcement, member.discovery());
                bytes += announcement.length;
            }
        }
        return bytes;
    }

    private static double participants(TestMesh testMesh) {
        return testMesh.node("ALPHA").metric("c4i_dds_participants", "vendor");
    }

    private static byte[] prefix(int number) {
        return String.format(Locale.ROOT, "invent%06d", number).getBytes(StandardCharsets.US_ASCII);
    }

    /** Counts what comes to a port of the loopback interface; a thread of its own listens. */
    private static final class Victim implements AutoCloseable {
        private final DatagramChannel channel =
                DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicLong packets = new AtomicLong();

        Victim() throws IOException {
            Thread.ofPlatform().daemon().name("victim").start(this::listen);
        }

        int port() {
            return channel.socket().getLocalPort();
        }

        private void listen() {
            ByteBuffer buffer = ByteBuffer.allocate(65_535);
            try {
                while (channel.receive(buffer.clear()) != null) {
                    packets.incrementAndGet();
                    bytes.addAndGet(buffer.position());
                }
            } catch (IOException e) {
                // Closed.
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
