package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What only a browser shows: that the policy lets the console's own files work, that pages live, and that keys suffice.
 */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class ConsoleInBrowserTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path SCREENS = Path.of("target", "console-screens");
    private static final int TAB = 9;

    @TempDir
    private Path profile;

    private Path program = Path.of("none");

    @BeforeEach
    void findChromium() {
        Optional<Path> found = Chromium.program();
        Assumptions.assumeTrue(found.isPresent(), "no Chromium on the PATH");
        program = found.orElseThrow();
    }

    @Test
    void livesWithoutReloadAndWithoutComplaint(TestDatabase database) throws SQLException, IOException {
        database.execute("INSERT INTO c4i.node (system_name, timeline) VALUES ('ALPHA', 1)");
        long sequence = database.submit(0, "MSGID/S201/<script>//", "BRAVO");
        database.execute(
                "INSERT INTO c4i.dead_letter (direction, source, origin_system, origin_sequence, topic_id, code, reason,"
                        + " payload) VALUES ('inbound', 'jms', 'DELTA', 7, 'S201', 'GW-303', 'msgid.missing', '\\x4d5347494400ff')");
        try (ConsoleNode node = ConsoleNode.start(database, ConsoleNode.peers("DELTA", "ECHO"));
                Chromium chromium = Chromium.start(program, profile)) {
            String base = node.base();
            logIn(chromium, base);
            awaitText(chromium, "main", "BRAVO");
            String load = chromium.evaluate("performance.timeOrigin.toString()");

            database.submit(1, "payload", "CHARLIE");
            awaitText(chromium, "main", "CHARLIE");

            assertThat(chromium.evaluate("performance.timeOrigin.toString()")).isEqualTo(load);
            chromium.press("Tab", TAB);
            assertThat(chromium.evaluate("document.activeElement.className")).isEqualTo("skip");
            shoot(chromium, base, pages(sequence, database.number("SELECT max(id) FROM c4i.dead_letter")));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    /** Path of each page that the operator looks at, by the name of its picture. */
    private static Map<String, String> pages(long sequence, long letter) {
        return Map.of(
                "overview", "/console",
                "topics", "/console/topics",
                "topic", "/console/topics/A004",
                "peers", "/console/peers",
                "messages", "/console/messages",
                "trail", "/console/messages/ALPHA/" + sequence,
                "dead-letters", "/console/dead-letters",
                "dead-letter", "/console/dead-letters/" + letter);
    }

    /** Leaves pictures of the pages in each language, one of them light and one dark. */
    private static void shoot(Chromium chromium, String base, Map<String, String> pages) throws IOException {
        Files.createDirectories(SCREENS);
        for (Map.Entry<String, String> look :
                Map.of("en", "light", "ko", "dark").entrySet()) {
            click(chromium, base, "button[name=to][value=" + look.getKey() + "]");
            click(chromium, base, "button[name=to][value=" + look.getValue() + "]");
            await().atMost(PATIENCE)
                    .until(() -> chromium.evaluate(
                                    "document.documentElement.lang + document.documentElement.dataset.theme")
                            .equals(look.getKey() + look.getValue()));
            for (Map.Entry<String, String> page : pages.entrySet()) {
                open(chromium, base + page.getValue());
                assertThat(chromium.evaluate("String([...document.querySelectorAll('main input:not([type=hidden])')]"
                                + ".every(field => field.labels.length > 0))"))
                        .as(page.getKey())
                        .isEqualTo("true");
                Files.write(SCREENS.resolve(page.getKey() + "-" + look.getKey() + ".png"), chromium.screenshot());
            }
        }
    }

    private static void logIn(Chromium chromium, String base) {
        open(chromium, base + "/console/login");
        chromium.evaluate("document.querySelector('#username').value = '" + ConsoleNode.OPERATOR + "'");
        chromium.evaluate("document.querySelector('#password').value = '" + ConsoleNode.PASSWORD + "'");
        chromium.evaluate("document.querySelector('main button').click()");
    }

    private static void click(Chromium chromium, String base, String button) {
        open(chromium, base + "/console");
        chromium.evaluate("document.querySelector('" + button + "').click()");
        await().atMost(PATIENCE)
                .until(() -> chromium.evaluate("document.readyState + String(document.querySelector('" + button
                                + "')?.getAttribute('aria-pressed'))")
                        .equals("completetrue"));
    }

    private static void open(Chromium chromium, String url) {
        chromium.open(url);
        await().atMost(PATIENCE)
                .until(() ->
                        chromium.evaluate("document.readyState + location.href").equals("complete" + url));
    }

    private static void awaitText(Chromium chromium, String element, String text) {
        await().atMost(PATIENCE)
                .until(() -> chromium.evaluate("document.querySelector('" + element + "')?.innerText ?? ''")
                        .contains(text));
    }
}
