package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.DistributionSummary;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.jms.wire.BatchWriter;
import org.c4igateway.jms.wire.ReadableBatches;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that go together between nodes, and to those that read no batches. */
class JmsBatchTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JmsSettings.Batch COMPRESSED = new JmsSettings.Batch(true, 65_536, Duration.ofMillis(1), true);

    private final int alphaPort = TestNetwork.port();
    private final int bravoPort = TestNetwork.port();
    private final List<JmsTestNode> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(JmsTestNode::close);
    }

    private JmsTestNode alpha(JmsSettings.Batch batch) {
        return node("ALPHA", alphaPort, "BRAVO", bravoPort, batch, 1);
    }

    private JmsTestNode bravo(JmsSettings.Batch batch, long incarnation) {
        return node("BRAVO", bravoPort, "ALPHA", alphaPort, batch, incarnation);
    }

    private JmsTestNode node(
            String name, int port, String peer, int peerPort, JmsSettings.Batch batch, long incarnation) {
        JmsSettings settings = JmsTestNode.settings(port)
                .withPeer(peer, "127.0.0.1:" + peerPort)
                .withBatch(batch);
        JmsTestNode node = new JmsTestNode(name, settings, incarnation);
        opened.add(node);
        return node;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void carriesRowsTogetherUnchangedAndInOrder(boolean compressed) {
        JmsSettings.Batch batch = compressed ? COMPRESSED : JmsSettings.Batch.DEFAULTS;
        JmsTestNode alpha = alpha(batch);
        JmsTestNode bravo = bravo(batch, 1);
        awaitBatches(alpha, bravo);
        List<Message> rows = rows(alpha, 2_000);

        rows.forEach(row -> assertThat(alpha.send(row)).isEqualTo(SendOutcome.Accepted.INSTANCE));
        alpha.transport.flush();

        await().atMost(PATIENCE).until(() -> bravo.recorder.messages().size() == rows.size() + opening(bravo));
        assertThat(bravo.recorder
                        .messages()
                        .subList(opening(bravo), bravo.recorder.messages().size()))
                .isEqualTo(rows);
        assertThat(bravo.recorder.malformed()).isEmpty();
        assertThat(batchRows(alpha).max()).isGreaterThan(1);
        await().atMost(PATIENCE).until(() -> unacknowledged(alpha) == 0);
    }

    /** How many rows {@link #awaitBatches} has sent before. */
    private static int opening(JmsTestNode bravo) {
        return (int) bravo.recorder.messages().stream()
                .filter(row -> row.topicId().equals("A001"))
                .count();
    }

    private static List<Message> rows(JmsTestNode from, int count) {
        Random random = new Random(3);
        return LongStream.rangeClosed(1, count)
                .mapToObj(sequence -> new Message(
                        new MessageId(from.self, sequence),
                        "A42" + random.nextInt(3),
                        Precedence.PRIORITY,
                        List.of(new SystemName("BRAVO")),
                        Instant.parse("2026-11-21T08:00:00.123456Z").plusNanos(random.nextInt(1_000_000) * 1_000L),
                        random.nextBoolean() ? Instant.MAX : Instant.parse("2126-11-21T08:00:00Z"),
                        random.nextBoolean() ? "" : "비밀",
                        random.nextBoolean() ? "" : "항적 " + random.nextInt(5),
                        text("MSGID/SITREP/" + random.nextInt(100) + "//\nLOCATION/LATM:3728N12658E//\n")))
                .toList();
    }

    /** Sends rows until they go in batches: the peer has told by then that it reads them. */
    private static void awaitBatches(JmsTestNode from, JmsTestNode to) {
        from.awaitReachable(to.self.value());
        long[] sequence = {1_000_000};
        await().atMost(PATIENCE).until(() -> {
            Message row = from.message(sequence[0]++, to.self.value(), Precedence.FLASH, text("?"));
            from.send(new Message(
                    row.id(),
                    "A001",
                    row.precedence(),
                    row.destinations(),
                    row.createdAt(),
                    row.expiresAt(),
                    "",
                    "",
                    row.payload()));
            from.transport.flush();
            return batchRows(from).count() > 0;
        });
        await().atMost(PATIENCE).until(() -> to.recorder.messages().size() == sequence[0] - 1_000_000);
    }

    @Test
    void sendsEachRowByItselfToANodeThatDoesNotTellThatItReadsBatches() {
        JmsTestNode alpha = alpha(JmsSettings.Batch.DEFAULTS);
        JmsTestNode bravo = bravo(JmsSettings.Batch.OFF, 1);
        alpha.awaitReachable("BRAVO");
        bravo.awaitReachable("ALPHA");
        await().atMost(PATIENCE).until(() -> !alpha.recorder.announcements().isEmpty());
        List<Message> rows = rows(alpha, 500);

        rows.forEach(alpha::send);

        await().atMost(PATIENCE).until(() -> bravo.recorder.messages().size() == rows.size());
        assertThat(bravo.recorder.messages()).isEqualTo(rows);
        assertThat(batchRows(alpha).count()).isZero();
    }

    @Test
    void sendsPlainBatchesToANodeThatReadsNoCompressedOnes() {
        JmsTestNode alpha = alpha(COMPRESSED);
        JmsTestNode bravo = bravo(JmsSettings.Batch.DEFAULTS, 1);

        awaitBatches(alpha, bravo);

        assertThat(bravo.recorder.malformed()).isEmpty();
    }

    @Test
    void forgetsWhatThePeerReadsWhenItComesBackAsAnotherRelease() {
        JmsTestNode alpha = alpha(JmsSettings.Batch.DEFAULTS);
        JmsTestNode bravo = bravo(JmsSettings.Batch.DEFAULTS, 1);
        awaitBatches(alpha, bravo);
        long before = batchRows(alpha).count();
        bravo.close();
        await().atMost(PATIENCE).until(() -> !alpha.transport.peer(bravo.self).reachable());

        JmsTestNode older = bravo(JmsSettings.Batch.OFF, 2);
        alpha.awaitReachable("BRAVO");
        List<Message> rows = rows(alpha, 100);
        rows.forEach(alpha::send);

        await().atMost(PATIENCE).until(() -> older.recorder.messages().size() == rows.size());
        assertThat(older.recorder.malformed()).isEmpty();
        assertThat(batchRows(alpha).count()).isEqualTo(before);
    }

    /** The peer has announced itself long ago and does not do so again; it is asked. */
    @Test
    void learnsAgainWhatThePeerReadsAfterItsOwnConnectionBroke() {
        JmsTestNode first = alpha(JmsSettings.Batch.DEFAULTS);
        JmsTestNode bravo = bravo(JmsSettings.Batch.DEFAULTS, 1);
        awaitBatches(first, bravo);
        first.close();
        await().atMost(PATIENCE).until(() -> !bravo.transport.peer(first.self).reachable());
        bravo.recorder.clearMessages();

        awaitBatches(alpha(JmsSettings.Batch.DEFAULTS), bravo);
    }

    @Test
    void parksWhatIsWrongInABatchAndDeliversTheRest() throws JMSException {
        JmsTestNode bravo = bravo(JmsSettings.Batch.DEFAULTS, 1);
        byte[] fine;
        try (BatchWriter writer = new BatchWriter(null)) {
            fine = writer.body(
                    LongStream.rangeClosed(1, 3)
                            .mapToObj(sequence -> bravo.message(sequence, "BRAVO", Precedence.FLASH, text("row")))
                            .toList(),
                    ReadableBatches.PLAIN);
        }
        byte[] otherLayout = fine.clone();
        otherLayout[0] = 9;
        byte[] otherMethod = fine.clone();
        otherMethod[1] = 9;

        send(otherLayout, otherMethod, new byte[0], compressedZeros(100 << 20), Arrays.copyOf(fine, fine.length - 2));
        send(fine);

        await().atMost(PATIENCE).until(() -> bravo.recorder.messages().size() == 5);
        assertThat(bravo.recorder.messages())
                .extracting(row -> row.id().sequence())
                .containsExactly(1L, 2L, 1L, 2L, 3L);
        assertThat(bravo.recorder.malformed()).hasSize(5).allSatisfy(parked -> {
            assertThat(parked.code()).isEqualTo(ErrorCode.MALFORMED_ENVELOPE);
            assertThat(parked.source()).isEqualTo("queue kmtf.BRAVO");
        });
        assertThat(bravo.recorder.malformed().getFirst().bytes()).isEqualTo(otherLayout);
        assertThat(bravo.recorder.malformed().getLast().detail()).startsWith("records 3 to 3 of 3");
        assertThat(bravo.meters
                        .counter("c4i.transport.malformed", "transport", "jms", "code", "GW-307")
                        .count())
                .isEqualTo(5);
    }

    @Test
    void neverUnpacksMoreThanABatchHolds() throws JMSException {
        JmsTestNode bravo = bravo(COMPRESSED, 1);

        send(compressedZeros(100 << 20), compressedZeros(1_000));

        await().atMost(PATIENCE).until(() -> bravo.recorder.malformed().size() == 2);
        assertThat(bravo.recorder.malformed().getFirst().detail()).contains("104857600 is more than 131072");
        assertThat(bravo.recorder.malformed().getLast().detail()).contains("cannot be unpacked");
    }

    /** A body that says that it grows to so many bytes; what it holds are a megabyte of zeros. */
    private static byte[] compressedZeros(int told) {
        CompressionDictionary dictionary = CompressionDictionary.shipped().getFirst();
        byte[] packed;
        try (var zstd = new com.github.luben.zstd.ZstdCompressCtx()) {
            packed = zstd.setMagicless(true)
                    .setContentSize(false)
                    .setDictID(false)
                    .loadDict(dictionary.bytes())
                    .compress(new byte[1 << 20]);
        }
        String head = "0101%08x".formatted((int) dictionary.identity());
        StringBuilder length = new StringBuilder();
        int rest = told;
        for (; rest > 0x7F; rest >>>= 7) {
            length.append("%02x".formatted((rest & 0x7F) | 0x80));
        }
        length.append("%02x".formatted(rest));
        return HexFormat.of().parseHex(head + length + HexFormat.of().formatHex(packed));
    }

    private void send(byte[]... bodies) throws JMSException {
        try (ActiveMQConnectionFactory factory =
                        new ActiveMQConnectionFactory("tcp://127.0.0.1:" + bravoPort, "mesh", "only-for-tests");
                Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageProducer producer = session.createProducer(session.createQueue("kmtf.BRAVO"));
            for (byte[] body : bodies) {
                BytesMessage wire = session.createBytesMessage();
                wire.setJMSType("C4I_BATCH");
                wire.writeBytes(body);
                producer.send(wire);
            }
        }
    }

    private static DistributionSummary batchRows(JmsTestNode from) {
        return from.meters.summary("c4i.transport.batch.rows", "transport", "jms", "peer", "BRAVO");
    }

    private static double unacknowledged(JmsTestNode from) {
        return from.meters
                .get("c4i.transport.unacknowledged")
                .tag("peer", "BRAVO")
                .gauge()
                .value();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
