package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an operator on watch does first: see what waits, look at it, end it knowingly, and give account of it. */
class ConsoleOperatorTest extends ConsoleFixture {
    @Test
    void leadsFromWhatWaitsToItsMessages() throws SQLException {
        long sequence = database.submit(0, "payload", "NOWHERE");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        viewer.awaitText("/console", "no route to it");
        assertThat(viewer.get("/console").body())
                .contains("href=\"/console/messages?state=pending&amp;system=NOWHERE\"")
                .contains("/console/messages?system=NOWHERE&amp;state=pending&amp;precedence=FLASH");
        viewer.awaitText("/console/peers", "/console/messages?system=NOWHERE&amp;state=pending");
        assertThat(viewer.get("/console/messages?state=pending&system=NOWHERE").body())
                .contains("ALPHA/" + sequence);
        assertThat(viewer.get("/console/messages?state=delivered&system=NOWHERE")
                        .body())
                .doesNotContain("ALPHA/" + sequence);
    }

    @Test
    void findsMessagesByThePartOfATopicsNameThatItShowsBesideTheId() throws SQLException {
        database.execute("SELECT c4i.submit('A004', 3, '{BRAVO}', 'payload', NULL, 'lift')");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);

        assertThat(viewer.get("/console/messages?topic=helq&text=LIFT").body()).contains("A004", ">HELQUEST<");
        assertThat(viewer.get("/console/messages?topic=helq&text=other").body()).doesNotContain(">HELQUEST<");
    }

    @Test
    void asksBeforeItEndsAMessage() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        String page = "/console/messages/ALPHA/" + sequence;
        String confirm = "/console/act/end?sequence=" + sequence + "&destination=BRAVO&ending=PARK";

        assertThat(chief.get(page).body()).contains("Reject for good …").doesNotContain("name=\"reason\"");
        assertThat(chief.get(confirm).body()).contains("cannot be undone", "ends as rejected", "name=\"reason\"");
        assertThat(database.number("SELECT count(*) FROM c4i.delivery WHERE sequence = " + sequence))
                .isZero();
        assertThat(chief.get(confirm.replace("BRAVO", "OTHER")).statusCode()).isEqualTo(404);
        assertThat(node.loggedIn(ConsoleNode.VIEWER).get(confirm).statusCode()).isEqualTo(403);
    }

    @Test
    void writesTimesInTheZoneThatTheUserChooses() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);
        String page = "/console/messages/ALPHA/" + sequence;

        assertThat(viewer.get("/console/messages").body()).contains("Submitted (UTC)");
        assertThat(Browser.location(viewer.post("/console/zone", page, Map.of("to", "Asia/Seoul", "page", page))))
                .endsWith(page);
        assertThat(viewer.get("/console/messages").body())
                .contains("Submitted (Asia/Seoul)")
                .containsPattern("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\+09:00");
        viewer.post("/console/zone", page, Map.of("to", "Nowhere/At all", "page", "//elsewhere"));
        assertThat(viewer.get("/console/messages").body()).contains("Submitted (UTC)");
    }

    @Test
    void changesTheLanguageBeforeTheLogin() {
        Browser stranger = node.browser();

        assertThat(stranger.get("/console/login").body()).contains("Password", "한국어");
        assertThat(Browser.location(stranger.post(
                        "/console/language", "/console/login", Map.of("to", "ko", "page", "/console/login"))))
                .endsWith("/console/login");
        assertThat(stranger.get("/console/login").body()).contains("비밀번호");
    }

    @Test
    void givesTheLogOfActionsAsAFile() throws SQLException {
        long sequence = database.submit(2, "payload", "BRAVO");
        Browser chief = node.loggedIn(ConsoleNode.OPERATOR);
        chief.post(
                "/console/act/end",
                "/console",
                Map.of(
                        "sequence", Long.toString(sequence),
                        "destination", "BRAVO",
                        "ending", "EXPIRE",
                        "reason", "=HYPERLINK(\"x\"), 훈련"));
        HttpResponse<String> file = node.loggedIn(ConsoleNode.VIEWER).get("/console/actions.csv");

        assertThat(file.headers().firstValue("Content-Type").orElseThrow()).isEqualTo("text/csv;charset=UTF-8");
        assertThat(file.body())
                .startsWith("\uFEFFid,at,actor,")
                .contains("chief,expire,\"'=HYPERLINK(\"\"x\"\"), 훈련\",ALPHA," + sequence + ",BRAVO,,\r\n");
        assertThat(node.browser().get("/console/actions.csv").statusCode()).isEqualTo(302);
    }
}
