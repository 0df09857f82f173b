package org.c4igateway.test.e2e.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer.Arrived;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three C4I servers with three encodings understand each other over every middleware: ALPHA writes and reads MS949,
 * BRAVO UTF-8, CHARLIE windows-1252 with escapes. Bytes are compared in all databases.
 */
@Tag("slow")
abstract class EncodedEndToEnd extends MeshFixture {
    private static final Charset MS949 = Charset.forName("x-windows-949");
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
    private static final String HEAD = "MSGID/SITREP/1DIV/001//\nGENTEXT/REMARKS/";
    private static final String SITUATION = HEAD + "적 탱크 3대 發見, 敵 보병 1개 중대 북상//\n";

    private final TestMesh testMesh;

    EncodedEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(new TestMesh("encoded-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier, "CHARLIE", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier, "CHARLIE", carrier))
                .system("CHARLIE", server, Map.of("ALPHA", carrier, "BRAVO", carrier))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.node("ALPHA").start("--c4i.encoding=MS949");
        testMesh.node("BRAVO").start();
        testMesh.node("CHARLIE").start("--c4i.encoding=windows-1252", "--c4i.unmappable=escape");
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
        testMesh.node("BRAVO").awaitReaches("ALPHA", "CHARLIE");
        testMesh.node("CHARLIE").awaitReaches("ALPHA", "BRAVO");
    }

    private long submit(String origin, byte[] payload, String... destinations) throws SQLException {
        return testMesh.server(origin)
                .submit(new SubmittedRow(Samples.reliable().topicId(), SubmittedRow.ROUTINE, payload), destinations);
    }

    private byte[] payloadAt(String system, String origin, long sequence) throws SQLException {
        List<Arrived> rows = testMesh.server(system).received().stream()
                .filter(row -> row.origin().equals(origin) && row.sequence() == sequence)
                .toList();
        assertThat(rows).as("%s/%d at %s", origin, sequence, system).hasSize(1);
        return rows.getFirst().draft().payload();
    }

    private String outcome(String origin, long sequence, String destination) throws SQLException {
        testMesh.awaitSettled(origin);
        return String.join("|", testMesh.server(origin).outcome(sequence, destination));
    }

    /** Direction and bytes of the dead letters of a message at a system. */
    private List<String> lettersAt(String system, String origin, long sequence) throws SQLException {
        return testMesh.server(system)
                .database()
                .column("SELECT direction || ' ' || encode(payload, 'hex') FROM c4i.dead_letter"
                        + " WHERE origin_system = '" + origin + "' AND origin_sequence = " + sequence);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void carriesMs949ToUtf8AndBack() throws SQLException {
        long there = submit("ALPHA", SITUATION.getBytes(MS949), "BRAVO");
        long back = submit("BRAVO", SITUATION.getBytes(StandardCharsets.UTF_8), "ALPHA");

        assertThat(outcome("ALPHA", there, "BRAVO")).isEqualTo("delivered||");
        assertThat(outcome("BRAVO", back, "ALPHA")).isEqualTo("delivered||");

        assertThat(payloadAt("BRAVO", "ALPHA", there)).isEqualTo(SITUATION.getBytes(StandardCharsets.UTF_8));
        assertThat(payloadAt("ALPHA", "BRAVO", back)).isEqualTo(SITUATION.getBytes(MS949));
        assertThat(testMesh.server("ALPHA")
                        .database()
                        .column("SELECT encode(payload, 'hex') FROM c4i.outbox WHERE sequence = " + there))
                .as("the row of the C4I server stays as it is")
                .containsExactly(hex(SITUATION.getBytes(MS949)));
        assertThat(testMesh.server("BRAVO").duplicates()).isZero();
    }

    @Test
    void carriesEveryHangulSyllableBothWays() throws SQLException {
        String text = HEAD + Samples.everyHangulSyllable() + "//\n";
        long there = submit("ALPHA", text.getBytes(MS949), "BRAVO");
        long back = submit("BRAVO", text.getBytes(StandardCharsets.UTF_8), "ALPHA");

        assertThat(outcome("ALPHA", there, "BRAVO")).isEqualTo("delivered||");
        assertThat(outcome("BRAVO", back, "ALPHA")).isEqualTo("delivered||");

        assertThat(payloadAt("BRAVO", "ALPHA", there)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(payloadAt("ALPHA", "BRAVO", back)).isEqualTo(text.getBytes(MS949));
    }

    @Test
    void carriesWindows1252ToUtf8AndBack() throws SQLException {
        String text = HEAD + "“CAFÉ” à 10 € – ŽIŽKOV//\n";
        long there = submit("CHARLIE", text.getBytes(WINDOWS_1252), "BRAVO");
        long back = submit("BRAVO", text.getBytes(StandardCharsets.UTF_8), "CHARLIE");

        assertThat(outcome("CHARLIE", there, "BRAVO")).isEqualTo("delivered||");
        assertThat(outcome("BRAVO", back, "CHARLIE")).isEqualTo("delivered||");

        assertThat(payloadAt("BRAVO", "CHARLIE", there)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(payloadAt("CHARLIE", "BRAVO", back)).isEqualTo(text.getBytes(WINDOWS_1252));
    }

    @Test
    void carriesEverySampleFromMs949() throws SQLException {
        Map<Long, SubmittedRow> submitted = new LinkedHashMap<>();
        for (SubmittedRow sample : Samples.all()) {
            String text = new String(sample.payload(), StandardCharsets.UTF_8);
            if (MS949.newEncoder().canEncode(text) && Samples.isReliable(sample.topicId())) {
                SubmittedRow row = sample.withPayload(text.getBytes(MS949));
                submitted.put(testMesh.server("ALPHA").submit(row, "BRAVO"), sample);
            }
        }
        testMesh.awaitSettled("ALPHA");

        assertThat(submitted).hasSizeGreaterThan(10);
        for (Map.Entry<Long, SubmittedRow> row : submitted.entrySet()) {
            assertThat(payloadAt("BRAVO", "ALPHA", row.getKey()))
                    .isEqualTo(row.getValue().payload());
        }
    }

    @Test
    void rejectsACharacterThatTheDestinationLacksWithItsPlaceAndKeepsTheBytes() throws SQLException {
        byte[] wire = (HEAD + "é//\n").getBytes(StandardCharsets.UTF_8);
        long sequence = submit("BRAVO", wire, "ALPHA");

        assertThat(outcome("BRAVO", sequence, "ALPHA"))
                .isEqualTo("rejected|GW-313|line 2, column 17 (byte 40): U+00E9 LATIN SMALL LETTER E WITH ACUTE"
                        + " is not in MS949");
        assertThat(lettersAt("ALPHA", "BRAVO", sequence)).containsExactly("inbound " + hex(wire));
        assertThat(lettersAt("BRAVO", "BRAVO", sequence)).containsExactly("outbound " + hex(wire));
    }

    @Test
    void rejectsARowThatIsNotInTheEncodingOfItsServerAndKeepsTheBytes() throws SQLException {
        byte[] broken = (HEAD + "!//\n").getBytes(StandardCharsets.US_ASCII);
        broken[HEAD.length()] = (byte) 0xff;
        long sequence = submit("ALPHA", broken, "BRAVO");

        assertThat(outcome("ALPHA", sequence, "BRAVO"))
                .isEqualTo("rejected|GW-312|line 2, column 17 (byte 40): 0xFF is no character of MS949");
        assertThat(lettersAt("ALPHA", "ALPHA", sequence)).containsExactly("outbound " + hex(broken));
    }

    @Test
    void givesOneHintForMs949FromAServerThatIsSaidToWriteUtf8() throws SQLException {
        long sequence = submit("BRAVO", SITUATION.getBytes(MS949), "ALPHA");

        assertThat(outcome("BRAVO", sequence, "ALPHA"))
                .isEqualTo("rejected|GW-305|line 2, column 17 (byte 40): 0xC0 is not UTF-8;"
                        + " the message reads as CP949; set c4i.encoding at its origin: MS949");
    }

    @Test
    void escapesWhatWindows1252LacksWhereToldTo() throws SQLException {
        long korean = submit("ALPHA", (HEAD + "적 3대//\n").getBytes(MS949), "CHARLIE");
        long french = submit("CHARLIE", (HEAD + "CAFÉ à 10 €//\n").getBytes(WINDOWS_1252), "BRAVO");

        assertThat(outcome("ALPHA", korean, "CHARLIE")).isEqualTo("delivered||");
        assertThat(outcome("CHARLIE", french, "BRAVO")).isEqualTo("delivered||");

        assertThat(payloadAt("CHARLIE", "ALPHA", korean))
                .isEqualTo((HEAD + "\\u{C801} 3\\u{B300}//\n").getBytes(WINDOWS_1252));
        assertThat(payloadAt("BRAVO", "CHARLIE", french))
                .isEqualTo((HEAD + "CAFÉ à 10 €//\n").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void parksARefusedRowInTheEncodingOfItsServerSoThatItCanBeReplayed() throws SQLException {
        byte[] korean = SITUATION.getBytes(MS949);
        long sequence =
                testMesh.server("ALPHA").submit(new SubmittedRow("Z999", SubmittedRow.ROUTINE, korean), "BRAVO");

        assertThat(outcome("ALPHA", sequence, "BRAVO")).startsWith("rejected|GW-301|");
        assertThat(lettersAt("ALPHA", "ALPHA", sequence)).containsExactly("outbound " + hex(korean));
    }
}
