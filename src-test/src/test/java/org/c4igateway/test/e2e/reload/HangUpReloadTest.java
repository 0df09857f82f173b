package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A running node that watches no file: the command shows what a changed file would do, and SIGHUP does it. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class HangUpReloadTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final String FIRST = "the first of this test";
    private static final String SECOND = "the second of this test";

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;
    private final TestNodeProcess node;
    private final ChangedFile file;
    private final String base;

    HangUpReloadTest(PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("hang-up", Middleware.JMS, server));
        node = testMesh.node("ALPHA");
        file = new ChangedFile(node.file());
        base = "http://127.0.0.1:" + testMesh.httpPort("ALPHA");
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void takesOverUsersOfTheConsoleAndEndsTheirSessions() throws IOException, InterruptedException {
        file.rename(with("watch", FIRST, 14));
        node.start().awaitActive();
        try (HttpClient browser = browser();
                HttpClient other = browser()) {
            assertThat(logIn(browser, "watch", FIRST)).endsWith("/console");
            file.rename(with("chief", SECOND, 10));

            CommandLineRun dry = reload("--dry-run");
            assertThat(dry.output())
                    .contains("c4i.console.users.chief.password: (none) -> *** (would be applied)")
                    .contains("c4i.console.users.watch.password: *** -> (none) (would be applied)")
                    .contains("c4i.retention.outbox-days: 14 -> 10 (needs restart)")
                    .doesNotContain(FIRST, SECOND);
            assertThat(dry.status()).isEqualTo(1);
            assertThat(get(browser, "/console").statusCode())
                    .as("nothing has changed")
                    .isEqualTo(200);
            assertThat(logIn(other, "chief", SECOND)).endsWith("/console/login?refused");

            node.hangUp();
            await("SIGHUP")
                    .atMost(PATIENCE)
                    .until(() -> node.metric("c4i_configuration_reloads_total", "applied") == 1);

            assertThat(get(browser, "/console").statusCode())
                    .as("the session has ended")
                    .isEqualTo(302);
            assertThat(logIn(browser, "watch", FIRST)).endsWith("/console/login?refused");
            assertThat(logIn(other, "chief", SECOND)).endsWith("/console");
            assertThat(node.log())
                    .contains("Configuration read again (SIGHUP)")
                    .contains("c4i.console.users.chief.password: (none) -> *** (applied)")
                    .contains("c4i.retention.outbox-days: 14 -> 10 (needs restart)")
                    .doesNotContain(SECOND);

            file.rename(with("chief", SECOND, 14));
            assertThat(reload().output()).contains("no difference");
        }
    }

    private String with(String user, String password, int outboxDays) {
        DatabaseSettings login = testMesh.server("ALPHA").database().console();
        return file.with(
                "reload: {watch: false}",
                "retention: {outbox-days: " + outboxDays + "}",
                "console:",
                "  enabled: true",
                "  database: {username: " + login.user() + ", password: \"" + login.password() + "\"}",
                "  users: {" + user + ": {password: " + password + "}}");
    }

    private CommandLineRun reload(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "reload";
        arguments[1] = "--node";
        arguments[2] = base;
        System.arraycopy(options, 0, arguments, 3, options.length);
        return CommandLineRun.of(Map.of(), arguments);
    }

    private static HttpClient browser() {
        return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    }

    private HttpResponse<String> get(HttpClient browser, String path) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(URI.create(base + path)).build(), BodyHandlers.ofString());
    }

    /** @return where the answer leads */
    private String logIn(HttpClient browser, String user, String password) throws IOException, InterruptedException {
        Matcher token = TOKEN.matcher(get(browser, "/console/login").body());
        assertThat(token.find()).isTrue();
        String form =
                "_csrf=" + encoded(token.group(1)) + "&username=" + encoded(user) + "&password=" + encoded(password);
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/console/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
        return browser.send(request, BodyHandlers.ofString())
                .headers()
                .firstValue("Location")
                .orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
