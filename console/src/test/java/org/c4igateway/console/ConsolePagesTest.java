package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set before all tests
class ConsolePagesTest {
    private static final String HOSTILE = "<script>alert('${4861*2371}')</script> [[${4861*2371}]] \"' & 한글";

    /**
     * What a template would show that evaluated {@link #HOSTILE}; long enough that no time of day or count holds it.
     */
    private static final String EVALUATED = "11525431";

    private TestDatabase database;
    private ConsoleNode node;

    @BeforeAll
    void startNode(PostgresServer server) throws SQLException {
        database = server.database();
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        node = ConsoleNode.start(database);
    }

    @AfterAll
    void stopNode() {
        node.close();
        database.close();
    }

    @Test
    void showsTheTrailOfAMessageThatWaits() throws SQLException {
        long sequence = database.submit(0, "payload", "BRAVO");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        assertThat(viewer.get("/console/messages").body())
                .contains("ALPHA/" + sequence)
                .contains("Pending");
        String trail = viewer.get("/console/messages/ALPHA/" + sequence).body();
        assertThat(trail)
                .contains("submitted to the outbox")
                .contains("pending or in flight")
                .contains("S201")
                .contains("FLASH")
                .doesNotContain("/console/act/");
        assertThat(location(viewer.get("/console/messages/find?identity=" + sequence)))
                .endsWith("/console/messages/ALPHA/" + sequence);
        assertThat(location(viewer.get("/console/messages/find?identity=no%20such%20thing")))
                .endsWith("/console/messages?unknown");
    }

    @Test
    void showsWhatWasFoundInPayloads() throws SQLException {
        String finding = "2:17: warning [text.double-slash] &lt;X&gt;";
        long sequence = database.submit(3, "payload", "BRAVO");
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, finding)"
                + " SELECT sequence, created_at, 'BRAVO', 'delivered', '2:17: warning [text.double-slash] <X>'"
                + " FROM c4i.outbox WHERE sequence = " + sequence);
        database.execute("INSERT INTO c4i.inbox SELECT nextval('c4i.inbox_sequence'), now(), 'BRAVO', 77, 'S201', 3,"
                + " '{ALPHA}', now(), NULL, '', '', '', '2:17: warning [text.double-slash] <X>'");
        database.execute("INSERT INTO c4i.inbox_key SELECT origin_system, origin_sequence, received_at FROM c4i.inbox"
                + " WHERE origin_sequence = 77");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        assertThat(viewer.get("/console/messages/ALPHA/" + sequence).body())
                .contains("found in the payload: " + finding);
        assertThat(viewer.get("/console/messages/BRAVO/77").body()).contains("found in the payload: " + finding);
        await("the overview reads findings again")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(viewer.get("/console").body())
                        .contains("text.double-slash")
                        .contains("BRAVO/77")
                        .contains(finding));
    }

    @Test
    void letsAnOperatorParkWhatWaitsAndSendItAgain() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String page = "/console/messages/ALPHA/" + sequence;

        HttpResponse<String> parked = chief.post("/console/act/end", page, park(sequence));
        assertThat(location(parked)).endsWith(page + "?outcome=done");
        assertThat(chief.get(page).body()).contains("GW-308 by operator chief: no longer needed");
        assertThat(location(chief.post("/console/act/end", "/console", park(sequence))))
                .endsWith("outcome=too-late");

        long letter = database.number("SELECT id FROM c4i.dead_letter WHERE origin_sequence = " + sequence);
        String chosen = "/console/act/replay?letter=" + letter;
        assertThat(chief.get("/console/dead-letters").body()).contains("name=\"letter\"", "value=\"" + letter + "\"");
        assertThat(chief.get(chosen).body()).contains("0 of 1", "the destination may have it");
        assertThat(chief.get(chosen + "&again=true").body()).contains("1 of 1", "would be sent again");
        Map<String, String> fields =
                Map.of("letter", Long.toString(letter), "again", "true", "reason", "needed after all");
        assertThat(location(chief.post("/console/act/replay", chosen, fields)))
                .endsWith("/console/actions?outcome=done");
        assertThat(location(chief.post("/console/act/replay", chosen, fields)))
                .endsWith("/console/actions?outcome=nothing");
        assertThat(chief.get("/console/dead-letters/" + letter).body()).contains("Sent again as ALPHA/");
        long repetition = database.number("SELECT max(sequence) FROM c4i.outbox");
        assertThat(chief.get(page).body()).contains("repeated by ALPHA/" + repetition + " for BRAVO");
        assertThat(chief.get("/console/messages/ALPHA/" + repetition).body())
                .contains("repeats ALPHA/" + sequence + " for BRAVO", "chief: needed after all");
        assertThat(chief.get("/console/actions").body())
                .contains("no longer needed")
                .contains("needed after all")
                .contains("chief");
    }

    @Test
    void sendsSeveralAgainAndPutsBackWhatArrived() throws SQLException {
        long first = database.submit(2, "one", "BRAVO");
        long second = database.submit(2, "two", "BRAVO");
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code) SELECT sequence,"
                + " created_at, 'BRAVO', 'rejected', 'GW-303' FROM c4i.outbox WHERE sequence IN (" + first + ", "
                + second
                + ")");
        database.execute("INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('BRAVO', 'rejected', 2)");
        database.execute(
                "INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code,"
                        + " reason, payload, created_at, precedence, destinations, label, subject, digest) VALUES ('inbound',"
                        + " 'jms', 'BRAVO', 501, 'S201', 'GW-303', 'bad', 'x', now(), 3, '{ALPHA}', '', '', 1)");
        long letter = database.number("SELECT max(id) FROM c4i.dead_letter");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String chosen = "/console/act/replay?message=" + first + "&message=" + second;

        assertThat(chief.get(chosen).body()).contains("2 of 2", "name=\"_csrf\"");
        Map<String, String> both = Map.of("message", first + "," + second, "reason", "BRAVO was mended");
        assertThat(location(chief.post("/console/act/replay", chosen, both))).endsWith("outcome=done");
        assertThat(database.number(
                        "SELECT count(*) FROM c4i.operator_action WHERE action = 'replay' AND actor = 'chief'"
                                + " AND reason = 'BRAVO was mended'"))
                .isEqualTo(2);

        assertThat(chief.get("/console/act/replay?letter=" + letter).body())
                .contains("BRAVO/501", "would be put back before the inbox");
        Map<String, String> fields = Map.of("letter", Long.toString(letter), "reason", "rule corrected");
        assertThat(location(chief.post("/console/act/replay", chosen, fields))).endsWith("outcome=done");
        assertThat(chief.get("/console/dead-letters/" + letter).body())
                .containsPattern("It waits before the inbox|It was put back");
        assertThat(database.number("SELECT count(*) FROM c4i.readmission WHERE dead_letter = " + letter))
                .isEqualTo(1);

        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);
        assertThat(viewer.get(chosen).statusCode()).isEqualTo(403);
        assertThat(viewer.post("/console/act/replay", "/console", both).statusCode())
                .isEqualTo(403);
        assertThat(chief.postAsGiven("/console/act/replay", both).statusCode()).isEqualTo(403);
        assertThat(chief.get("/console/act/replay?message=" + first + "&letter=" + letter)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void letsAViewerDoNothing() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        HttpResponse<String> refused = viewer.post("/console/act/end", "/console", park(sequence));

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(database.number("SELECT count(*) FROM c4i.delivery WHERE sequence = " + sequence))
                .isZero();
        assertThat(node.browser()
                        .postAsGiven("/console/act/end", park(sequence))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void refusesAnActionWithoutTokenOrReason() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);

        assertThat(chief.postAsGiven("/console/act/end", park(sequence)).statusCode())
                .isEqualTo(403);
        Map<String, String> silent =
                Map.of("sequence", Long.toString(sequence), "destination", "BRAVO", "ending", "PARK", "reason", "  ");
        assertThat(chief.post("/console/act/end", "/console", silent).statusCode())
                .isEqualTo(400);
        assertThat(database.number("SELECT count(*) FROM c4i.delivery WHERE sequence = " + sequence))
                .isZero();
    }

    @Test
    void showsHostileTextAsText() throws SQLException {
        String quoted = HOSTILE.replace("'", "''");
        database.execute("SELECT c4i.submit_text('" + quoted.substring(0, 40) + "', 3, '{BRAVO}', '" + quoted
                + "', NULL, '" + quoted + "', '" + quoted + "')");
        long sequence = database.number("SELECT max(sequence) FROM c4i.outbox");
        database.execute(
                "INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason,"
                        + " payload) VALUES ('inbound', '" + quoted + "', 'BRAVO', 1, '" + quoted + "', 'GW-307', '"
                        + quoted
                        + "', convert_to('" + quoted + "', 'UTF8') || '\\x00ff'::bytea)");
        long letter = database.number("SELECT max(id) FROM c4i.dead_letter");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        for (String path : new String[] {
            "/console/messages",
            "/console/messages/ALPHA/" + sequence,
            "/console/messages?topic=%3Cscript%3Ealert(1)%3C/script%3E&until=%22%3E%3Cscript%3E",
            "/console/dead-letters",
            "/console/dead-letters/" + letter
        }) {
            HttpResponse<String> answer = viewer.get(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(200);
            assertThat(answer.body())
                    .as(path)
                    .doesNotContain("<script>")
                    .doesNotContain(EVALUATED)
                    .contains("&lt;script&gt;");
        }
        assertThat(viewer.get("/console/dead-letters/" + letter).body())
                .contains("[[${4861*2371}]]")
                .contains("한글")
                .contains("00 ff");
    }

    @Test
    void looksTheSameWithEveryTextInBothLanguages() {
        Browser viewer = node.loggedIn(ConsoleNode.OPERATOR);
        for (String language : new String[] {"ko", "en"}) {
            for (String path : new String[] {
                "/console",
                "/console/topics",
                "/console/topics/A001",
                "/console/peers",
                "/console/messages",
                "/console/messages/received",
                "/console/dead-letters",
                "/console/actions",
                "/console/messages/BRAVO/77"
            }) {
                assertThat(viewer.get(path, "Accept-Language", language).body())
                        .as(path + " " + language)
                        .contains("lang=\"" + language + "\"")
                        .doesNotContain("??");
            }
        }
    }

    @Test
    void tellsThatTheresNoSuchLetter() {
        assertThat(node.loggedIn(ConsoleNode.VIEWER)
                        .get("/console/dead-letters/99999")
                        .statusCode())
                .isEqualTo(404);
        assertThat(node.loggedIn(ConsoleNode.VIEWER)
                        .get("/console/dead-letters/x")
                        .statusCode())
                .isEqualTo(400);
    }

    private static Map<String, String> park(long sequence) {
        return Map.of(
                "sequence",
                Long.toString(sequence),
                "destination",
                "BRAVO",
                "ending",
                "PARK",
                "reason",
                "no longer needed");
    }

    @Test
    void saysWhyAPeerIsAway(TestDatabase other) throws SQLException, IOException {
        other.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        other.submit(0, "payload", "BRAVO");
        try (ConsoleNode with = ConsoleNode.start(other, ConsoleNode.peers("BRAVO"))) {
            Browser viewer = with.loggedIn(ConsoleNode.VIEWER);

            for (String page : List.of("/console", "/console/topology", "/console/peers")) {
                await(page)
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(viewer.get(page).body())
                                .contains("BRAVO", "Nothing listens at 127.0.0.1:1: its process is down"));
            }
            assertThat(viewer.get("/console/topology").body())
                    .contains("DDS endpoints that do not match", "None at the last look");
            assertThat(viewer.get("/actuator/health").body())
                    .contains("nothing listens at 127.0.0.1:1")
                    .contains("never reachable since this node is active");
        }
    }

    private static String location(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(302);
        return answer.headers().firstValue("Location").orElse("");
    }
}
