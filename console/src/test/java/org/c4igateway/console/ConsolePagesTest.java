package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the pages show of messages and dead letters, whatever is in them. */
class ConsolePagesTest extends ConsoleFixture {
    private static final String HOSTILE = "<script>alert('${4861*2371}')</script> [[${4861*2371}]] \"' & 한글";

    /**
     * What a template would show that evaluated {@link #HOSTILE}; long enough that no time of day or count holds it.
     */
    private static final String EVALUATED = "11525431";

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
        assertThat(Browser.location(viewer.get("/console/messages/find?identity=" + sequence)))
                .endsWith("/console/messages/ALPHA/" + sequence);
        assertThat(Browser.location(viewer.get("/console/messages/find?identity=no%20such%20thing")))
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
}
