package org.c4igateway.console.chromium;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.c4igateway.console.ConsoleNode;
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
            ConsoleTab tab = new ConsoleTab(chromium, node.base());
            tab.open("/console/login");
            assertAccessible(tab, "login");
            tab.logIn();
            tab.awaitText("main", "BRAVO");
            String load = chromium.evaluate("performance.timeOrigin.toString()");

            database.submit(1, "payload", "CHARLIE");
            tab.awaitText("main", "CHARLIE");

            assertThat(chromium.evaluate("performance.timeOrigin.toString()")).isEqualTo(load);
            chromium.press("Tab", TAB);
            assertThat(chromium.evaluate("document.activeElement.className")).isEqualTo("skip");
            node.anHourOfTraffic();
            shoot(tab, pages(sequence, database.number("SELECT max(id) FROM c4i.dead_letter")));
            assertThat(chromium.complaints()).isEmpty();
        }
    }

    /** Path of each page that the operator looks at, by the name of its picture. */
    private static Map<String, String> pages(long sequence, long letter) {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("overview", "/console");
        pages.put("topics", "/console/topics");
        pages.put("topic", "/console/topics/A004");
        pages.put("peers", "/console/peers");
        pages.put("topology", "/console/topology");
        pages.put("messages", "/console/messages?state=pending");
        pages.put("received", "/console/messages/received");
        pages.put("trail", "/console/messages/ALPHA/" + sequence);
        pages.put("end", "/console/act/end?sequence=" + sequence + "&destination=BRAVO&ending=PARK");
        pages.put("dead-letters", "/console/dead-letters");
        pages.put("dead-letter", "/console/dead-letters/" + letter);
        pages.put("replay", "/console/act/replay?letter=" + letter);
        pages.put("actions", "/console/actions");
        return pages;
    }

    /** Leaves pictures of the pages in each language, one of them light and one dark, and narrow as on a phone. */
    private static void shoot(ConsoleTab tab, Map<String, String> pages) throws IOException {
        Files.createDirectories(SCREENS);
        for (Map.Entry<String, String> look :
                Map.of("en", "light", "ko", "dark").entrySet()) {
            tab.choose(look.getKey(), look.getValue());
            for (Map.Entry<String, String> page : pages.entrySet()) {
                tab.chromium().resize(1280, 900);
                tab.open(page.getValue());
                assertThat(tab.evaluate("String([...document.querySelectorAll('main input:not([type=hidden])')]"
                                + ".every(field => field.labels.length > 0))"))
                        .as(page.getKey())
                        .isEqualTo("true");
                String name = page.getKey() + "-" + look.getKey();
                Files.write(SCREENS.resolve(name + ".png"), tab.chromium().screenshot());
                assertAccessible(tab, name);
                tab.chromium().resize(390, 844);
                assertThat(tab.evaluate("String(document.documentElement.scrollWidth <= 390)"))
                        .as("%s fits a phone", name)
                        .isEqualTo("true");
                Files.write(SCREENS.resolve(name + "-phone.png"), tab.chromium().screenshot());
                assertAccessible(tab, name + " on a phone");
            }
        }
    }

    /** By axe, the rules of WCAG 2.1 of the levels A and AA that a program can check. */
    private static void assertAccessible(ConsoleTab tab, String page) throws IOException {
        try (InputStream axe = ConsoleInBrowserTest.class.getResourceAsStream("/axe.min.js")) {
            tab.evaluate(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
        }
        assertThat(
                        tab.chromium()
                                .outcome(
                                        "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}).then(result =>"
                                                + " result.violations.map(rule => rule.id + ': ' + rule.nodes.map(node => node.html + ' '"
                                                + " + node.failureSummary).join('; ')).join('\\n') + ' of ' + (result.passes.length > 5))"))
                .as(page)
                .isEqualTo(" of true");
    }
}
