package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;

/** What operators do to messages and dead letters, what they are told of it, and who may do nothing. */
class ConsoleActionsTest extends ConsoleFixture {
    @Test
    void letsAnOperatorParkWhatWaitsAndSendItAgain() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String page = "/console/messages/ALPHA/" + sequence;

        HttpResponse<String> parked = chief.post("/console/act/end", page, park(sequence));
        assertThat(Browser.location(parked)).endsWith(page + "?outcome=done");
        assertThat(chief.get(page).body()).contains("GW-308 by operator chief: no longer needed");
        assertThat(Browser.location(chief.post("/console/act/end", "/console", park(sequence))))
                .endsWith("outcome=too-late");

        long letter = database.number("SELECT id FROM c4i.dead_letter WHERE origin_sequence = " + sequence);
        String chosen = "/console/act/replay?letter=" + letter;
        assertThat(chief.get("/console/dead-letters").body()).contains("name=\"letter\"", "value=\"" + letter + "\"");
        assertThat(chief.get(chosen).body()).contains("0 of 1", "the destination may have it");
        assertThat(chief.get(chosen + "&again=true").body()).contains("1 of 1", "would be sent again");
        Map<String, String> fields =
                Map.of("letter", Long.toString(letter), "again", "true", "reason", "needed after all");
        assertThat(Browser.location(chief.post("/console/act/replay", chosen, fields)))
                .endsWith("/console/actions?outcome=again");
        assertThat(Browser.location(chief.post("/console/act/replay", chosen, fields)))
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
                        + " reason, payload, created_at, precedence, destinations, label, subject, digest) VALUES"
                        + " ('inbound', 'jms', 'BRAVO', 501, 'S201', 'GW-303', 'bad', 'x', now(), 3, '{ALPHA}', '', '',"
                        + " 1)");
        long letter = database.number("SELECT max(id) FROM c4i.dead_letter");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String chosen = "/console/act/replay?message=" + first + "&message=" + second;

        assertThat(chief.get(chosen).body()).contains("2 of 2", "name=\"_csrf\"");
        Map<String, String> both = Map.of("message", first + "," + second, "reason", "BRAVO was mended");
        assertThat(Browser.location(chief.post("/console/act/replay", chosen, both)))
                .endsWith("outcome=again");
        assertThat(database.number(
                        "SELECT count(*) FROM c4i.operator_action WHERE action = 'replay' AND actor = 'chief'"
                                + " AND reason = 'BRAVO was mended'"))
                .isEqualTo(2);

        assertThat(chief.get("/console/act/replay?letter=" + letter).body())
                .contains("BRAVO/501", "would be put back before the inbox");
        Map<String, String> fields = Map.of("letter", Long.toString(letter), "reason", "rule corrected");
        assertThat(Browser.location(chief.post("/console/act/replay", chosen, fields)))
                .endsWith("outcome=back");
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
    void tellsWhatBecameOfWhatWasSentAgain() throws SQLException {
        long waits = rejected("BRAVO");
        long arrives = rejected("CHARLIE");
        long refused = rejected("DELTA");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String chosen = "/console/act/replay?message=" + waits + "&message=" + arrives + "&message=" + refused;
        String messages = waits + "," + arrives + "," + refused;

        String shown = Browser.location(chief.post(
                "/console/act/replay", chosen, Map.of("message", messages, "reason", "the systems were mended")));
        assertThat(chief.text(shown)).contains("Submitted again. States now, on this page: Pending 3.");

        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)"
                + " SELECT sequence, created_at, destinations[1],"
                + " CASE destinations[1] WHEN 'CHARLIE' THEN 'delivered' ELSE 'rejected' END,"
                + " CASE destinations[1] WHEN 'DELTA' THEN 'GW-303' END,"
                + " CASE destinations[1] WHEN 'DELTA' THEN 'no such field <X>' ELSE '' END"
                + " FROM c4i.outbox WHERE sequence > " + refused + " AND destinations[1] IN ('CHARLIE', 'DELTA')");
        assertThat(chief.text(shown))
                .contains("Submitted again. States now, on this page: Delivered 1, Pending 1, Rejected 1.")
                .contains("ALPHA/" + repetition(waits) + " Pending")
                .contains("ALPHA/" + repetition(arrives) + " Delivered")
                .contains("ALPHA/" + repetition(refused) + " Rejected GW-303 no such field &lt;X&gt;");
        assertThat(chief.text(shown, "Accept-Language", "ko")).contains("다시 제출했습니다. 지금 상태(이 화면의 것): 전달 1, 대기 1, 거부 1.");
        assertThat(node.loggedIn(ConsoleNode.VIEWER).text(shown))
                .as("somebody else sent nothing")
                .doesNotContain("States now");
        assertThat(chief.text("/console/messages/ALPHA/" + refused))
                .contains("repeated by ALPHA/" + repetition(refused) + " for DELTA Rejected GW-303 no such field");
    }

    @Test
    void showsWithADeadLetterWhatBecameOfItsRepetition() throws SQLException {
        long sequence = rejected("BRAVO");
        database.execute("INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id,"
                + " destination, code, reason, payload) VALUES ('outbound', 'outbox', 'ALPHA', " + sequence
                + ", 'S201', 'BRAVO', 'GW-303', 'bad', 'payload')");
        long letter = database.number("SELECT max(id) FROM c4i.dead_letter");
        String page = "/console/dead-letters/" + letter;
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);

        chief.post(
                "/console/act/replay",
                "/console/act/replay?letter=" + letter,
                Map.of("letter", Long.toString(letter), "reason", "its link was mended"));
        assertThat(chief.text(page)).contains("Sent again as ALPHA/" + repetition(sequence) + " Pending");

        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code, detail)"
                + " SELECT sequence, created_at, 'BRAVO', 'rejected', 'GW-303', 'still bad' FROM c4i.outbox"
                + " WHERE sequence = " + repetition(sequence));
        String again = "Sent again as ALPHA/" + repetition(sequence) + " Rejected GW-303 still bad";
        assertThat(chief.text(page)).contains(again);
        assertThat(chief.text("/console/dead-letters")).contains(again);
    }

    @Test
    void showsWhyWhatWasPutBackIsRefusedAgain() throws SQLException {
        database.execute(
                "INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code,"
                        + " reason, payload, created_at, precedence, destinations, label, subject, digest) VALUES"
                        + " ('inbound', 'jms', 'BRAVO', 502, 'S201', 'GW-303', 'bad', 'x', now(), 3, '{ALPHA}', '', '',"
                        + " 2)");
        long letter = database.number("SELECT max(id) FROM c4i.dead_letter");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);

        String shown = Browser.location(chief.post(
                "/console/act/replay",
                "/console/act/replay?letter=" + letter,
                Map.of("letter", Long.toString(letter), "reason", "rule corrected")));
        await("the node has judged it again")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(chief.text(shown))
                        .contains("Put back before the inbox. States now, on this page: Refused again 1."));
        String why = database.column("SELECT code || ' ' || detail FROM c4i.readmission WHERE dead_letter = " + letter)
                .getFirst();
        assertThat(chief.text("/console/dead-letters"))
                .contains("It was put back and refused again.")
                .doesNotContain("Refused again");
        assertThat(chief.text("/console/dead-letters/" + letter))
                .contains("It was put back and refused again. " + HtmlUtils.htmlEscape(why));
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
    void refusesAnActionOnANumberThatNoMessageHas() {
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);

        assertThat(chief.post("/console/act/end", "/console", park(0)).statusCode())
                .isEqualTo(400);
        assertThat(Browser.location(chief.post("/console/act/end", "/console", park(Long.MAX_VALUE))))
                .endsWith("?outcome=unknown");
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

    /** @return number of a new message that its destination has rejected */
    private long rejected(String destination) throws SQLException {
        long sequence = database.submit(2, "payload", destination);
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state, code) SELECT sequence,"
                + " created_at, '" + destination + "', 'rejected', 'GW-303' FROM c4i.outbox WHERE sequence = "
                + sequence);
        database.execute(
                "INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('" + destination + "', 'rejected', 1)");
        return sequence;
    }

    private long repetition(long sequence) throws SQLException {
        return database.number("SELECT max(new_sequence) FROM c4i.operator_action WHERE sequence = " + sequence);
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
}
