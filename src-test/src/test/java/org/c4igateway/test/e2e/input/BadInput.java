package org.c4igateway.test.e2e.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages that cannot be delivered are parked with their bytes and the reason, counted, and delay no other. The
 * receiver of this mesh is smaller than the sender: less payload and one topic less. The same over every middleware.
 */
@Tag("slow")
abstract class BadInput extends MeshFixture {
    private static final int SENDER_LIMIT = 20_000;
    private static final int RECEIVER_LIMIT = 10_000;
    static final String TOPIC_MISSING_AT_BRAVO = "J110";
    private static final String ORDER = "A080";
    private static final String RESPONSE = "A005";
    private static final String SUMMARY = "J095";
    private static final String TOPIC_CARRIED_UNREAD = "J111";
    /** As real messages are: office codes, a web address, text after the end mark, no end, bytes of CP1252. */
    private static final String DEVIATING = """
            FM 2 FLEET//N1//
            BT
            UNCLAS //N01000//
            MSGID/GENADMIN/2 FLEET/0041/NOV//
            SUBJ/HOURS OF THE CHANDLER
            AND OF THE SECOND PIER//
            POC/LEE/CPO/HTTPS://HARBOUR.EXAMPLE.KR//

            RMKS/1. ASK 2 FLEET//N4//
            2. THE CHIEF\u0092S LIST IS AT HTTPS://
            B.EXAMPLE.KR/X//
            BT\s
            #0041
            NNNN
            """;
    /** Day 32, and without DELIVER, which is mandatory. */
    private static final String WRONG_REQUEST = """
            MSGID/HELQUEST/9 BDE/0003/NOV//
            REQNO/HQ-26-0022/URGENT//
            PERIOD/321800I/222300I//
            PICKUP/3715N12702E/-/221900I//
            """;

    final TestMesh mesh;

    BadInput(Middleware carrier, PostgresServer server) {
        mesh = logs.show(TestMesh.pair("bad-input", carrier, server));
    }

    @BeforeAll
    void startNodes() throws IOException {
        Path catalogue = Path.of("target", "e2e", "smaller-catalogue.csv").toAbsolutePath();
        try (Stream<String> lines = Files.lines(referenceCatalogue())) {
            Files.writeString(
                    catalogue,
                    lines.filter(line -> !line.startsWith(TOPIC_MISSING_AT_BRAVO + ","))
                            .collect(Collectors.joining("\n", "", "\n")));
        }
        mesh.node("ALPHA")
                .start(
                        "--c4i.max-payload=" + SENDER_LIMIT + "B",
                        "--c4i.validation.classes.ORDER=strict",
                        "--c4i.validation.classes.RESPONSE=definitions",
                        "--c4i.validation.topics." + TOPIC_CARRIED_UNREAD + "=carry");
        mesh.node("BRAVO").start("--c4i.max-payload=" + RECEIVER_LIMIT + "B", "--c4i.catalogue=" + catalogue);
        mesh.node("ALPHA").awaitReaches("BRAVO");
        mesh.node("BRAVO").awaitReaches("ALPHA");
    }

    private static Path referenceCatalogue() {
        return Path.of("..", "kmtf-topics", "src/main/resources/org/c4igateway/topics/reference-catalogue.csv");
    }

    static Stream<Arguments> refusedBySender() {
        SubmittedRow good = Samples.reliable();
        SubmittedRow order = Samples.ofTopic(ORDER);
        return Stream.of(
                Arguments.of("unknown topic", good.withTopic("Z999"), ErrorCode.UNKNOWN_TOPIC),
                Arguments.of(
                        "over-size", good.withPayload(longText(good, SENDER_LIMIT + 1)), ErrorCode.PAYLOAD_TOO_LARGE),
                Arguments.of(
                        "malformed", good.withPayload(bytes("this is no message at all")), ErrorCode.MALFORMED_PAYLOAD),
                Arguments.of("expired", good.withExpiry(Instant.parse("2020-01-01T00:00:00Z")), ErrorCode.EXPIRED),
                Arguments.of("NUL", order.withPayload(withByte(order, (byte) 0)), ErrorCode.INVALID_ENCODING),
                Arguments.of(
                        "invalid UTF-8", order.withPayload(withByte(order, (byte) 0xFF)), ErrorCode.INVALID_ENCODING),
                Arguments.of("empty", good.withPayload(new byte[0]), ErrorCode.EMPTY_PAYLOAD));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusedBySender")
    void parksWhatTheSenderRefuses(String kind, SubmittedRow bad, ErrorCode code) throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        double before = counted(code);
        long good = alpha.submit(Samples.reliable(), "BRAVO");
        long refused = alpha.submit(bad, "BRAVO");
        long after = alpha.submit(Samples.reliable(), "BRAVO");
        mesh.awaitSettled("ALPHA");

        List<String> outcome = alpha.outcome(refused, "BRAVO");
        String end = code == ErrorCode.EXPIRED ? "expired" : "rejected";
        assertThat(outcome.getFirst()).isEqualTo(end);
        assertThat(outcome.get(1)).as(outcome.get(2)).isEqualTo(code.code());
        assertThat(outcome.get(2)).isNotBlank();
        assertThat(List.of(
                        alpha.outcome(good, "BRAVO").getFirst(),
                        alpha.outcome(after, "BRAVO").getFirst()))
                .as("the others")
                .containsOnly("delivered");
        assertParked(alpha, "outbound", refused, bad, code);
        assertThat(counted(code)).as("counter of %s", code).isEqualTo(before + 1);
        mesh.expect("ALPHA", refused, "BRAVO", end);
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void carriesByTheDefaultPolicyWhatRealMessagesLookLike() throws SQLException {
        SubmittedRow deviating =
                new SubmittedRow(SUMMARY, SubmittedRow.ROUTINE, DEVIATING.getBytes(StandardCharsets.ISO_8859_1));

        long sequence = mesh.server("ALPHA").submit(deviating, "BRAVO");
        mesh.awaitSettled("ALPHA");

        assertThat(mesh.server("ALPHA").outcome(sequence, "BRAVO").getFirst()).isEqualTo("delivered");
        assertThat(mesh.server("BRAVO").received())
                .filteredOn(row -> row.sequence() == sequence)
                .singleElement()
                .satisfies(row -> assertThat(row.draft().payload()).isEqualTo(deviating.payload()));
        for (String node : List.of("ALPHA", "BRAVO")) {
            assertThat(mesh.node(node).metric("c4i_payload_findings_total", "rule=\"encoding.invalid\""))
                    .as("counted at %s", node)
                    .isPositive();
        }
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    @Test
    void refusesWithPlaceAndReasonWhatThePolicyOfItsClassRefuses() throws SQLException {
        SubmittedRow order =
                new SubmittedRow(ORDER, SubmittedRow.ROUTINE, DEVIATING.getBytes(StandardCharsets.ISO_8859_1));
        SubmittedRow request = new SubmittedRow(RESPONSE, SubmittedRow.ROUTINE, bytes(WRONG_REQUEST));

        assertRefusedBySender(order, ErrorCode.INVALID_ENCODING, "6:1: error [field.wrapped]");
        assertRefusedBySender(request, ErrorCode.MALFORMED_PAYLOAD, "3:8: error [def.field-format] field 1 of PERIOD");
        assertRefusedBySender(request, ErrorCode.MALFORMED_PAYLOAD, "set DELIVER is mandatory and missing here");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    private void assertRefusedBySender(SubmittedRow bad, ErrorCode code, String reason) throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        long refused = alpha.submit(bad, "BRAVO");
        mesh.awaitSettled("ALPHA");

        List<String> outcome = alpha.outcome(refused, "BRAVO");
        assertThat(outcome.subList(0, 2)).containsExactly("rejected", code.code());
        assertThat(outcome.get(2)).contains(reason);
        assertParked(alpha, "outbound", refused, bad, code);
        mesh.expect("ALPHA", refused, "BRAVO", "rejected");
    }

    @Test
    void parksOnBothSidesWhatOnlyThePolicyOfTheReceiverRefuses() throws SQLException {
        SubmittedRow unread =
                new SubmittedRow(TOPIC_CARRIED_UNREAD, SubmittedRow.ROUTINE, bytes("this is no message at all"));
        assertParkedOnBothSides(unread, ErrorCode.MALFORMED_PAYLOAD);
    }

    @Test
    void parksOnBothSidesWhatIsTooLargeForTheReceiverOnly() throws SQLException {
        SubmittedRow good = Samples.reliable();
        assertParkedOnBothSides(good.withPayload(longText(good, RECEIVER_LIMIT + 1)), ErrorCode.PAYLOAD_TOO_LARGE);
    }

    /** The receiver's negative receipt ends the row, and the next one is delivered. */
    final void assertParkedOnBothSides(SubmittedRow bad, ErrorCode code) throws SQLException {
        C4iServer alpha = mesh.server("ALPHA");
        long refused = alpha.submit(bad, "BRAVO");
        long after = alpha.submit(Samples.reliable(), "BRAVO");
        mesh.awaitSettled("ALPHA");

        assertThat(alpha.outcome(refused, "BRAVO").subList(0, 2)).containsExactly("rejected", code.code());
        assertThat(alpha.outcome(after, "BRAVO").getFirst()).isEqualTo("delivered");
        assertParked(alpha, "outbound", refused, bad, code);
        assertParked(mesh.server("BRAVO"), "inbound", refused, bad, code);
        mesh.expect("ALPHA", refused, "BRAVO", "rejected");
        mesh.assertDelivered("ALPHA", "BRAVO");
    }

    /** A message of the topic that BRAVO's catalogue lacks. */
    static SubmittedRow ofMissingTopic() {
        return Samples.ofTopic(TOPIC_MISSING_AT_BRAVO);
    }

    @Test
    void tellsThatTheCataloguesDiffer() {
        await("mismatch of one topic")
                .atMost(Duration.ofSeconds(20))
                .until(() -> mesh.node("ALPHA").metric("c4i_catalogue_mismatches", "peer=\"BRAVO\"") == 1);
        assertThat(mesh.node("ALPHA").log())
                .contains("GW-206 catalogue of BRAVO")
                .contains(TOPIC_MISSING_AT_BRAVO);
    }

    private double counted(ErrorCode code) {
        return mesh.node("ALPHA").metric("c4i_deliveries_total", "code=\"" + code.code() + "\"");
    }

    static void assertParked(C4iServer server, String direction, long sequence, SubmittedRow bad, ErrorCode code)
            throws SQLException {
        assertThat(server.database()
                        .column("SELECT code || ' ' || (reason <> '') || ' ' || encode(payload, 'hex')"
                                + " FROM c4i.dead_letter WHERE direction = '" + direction + "' AND origin_sequence = "
                                + sequence))
                .as("dead letters of %s %s", direction, sequence)
                .containsExactly(code.code() + " true " + HexFormat.of().formatHex(bad.payload()));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The draft's text with one more byte in its middle. */
    private static byte[] withByte(SubmittedRow submittedRow, byte value) {
        byte[] copy = submittedRow.payload().clone();
        copy[copy.length / 2] = value;
        return copy;
    }

    /** The draft's message with remarks up to the given size. */
    private static byte[] longText(SubmittedRow submittedRow, int size) {
        String start = new String(submittedRow.payload(), StandardCharsets.UTF_8).stripTrailing() + "\nRMKS/";
        int line = 60;
        byte[] head = bytes(start);
        byte[] all = new byte[size];
        Arrays.fill(all, (byte) 'X');
        System.arraycopy(head, 0, all, 0, head.length);
        for (int i = head.length + line; i < size - line; i += line) {
            all[i] = '\n';
        }
        System.arraycopy(bytes("//\n"), 0, all, size - 3, 3);
        return all;
    }
}
