package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set before all tests
@Tag("slow")
class ConsoleSecurityTest {
    private TestDatabase database;
    private ConsoleNode node;

    @BeforeAll
    void startNode(PostgresServer server) {
        database = server.database();
        node = ConsoleNode.start(database);
    }

    @AfterAll
    void stopNode() {
        node.close();
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console",
                "/console/overview-now",
                "/console/live",
                "/console/nothing",
                "/",
                "/webjars/htmx.org/dist/htmx.js"
            })
    void asksForALoginBeforeAnything(String path) {
        HttpResponse<String> answer = node.browser().get(path);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console/login");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void keepsHealthAndMetricsOpenAndOtherEndpointsClosed() {
        assertThat(node.browser().get("/actuator/health").statusCode()).isEqualTo(200);
        assertThat(node.browser().get("/actuator/prometheus").statusCode()).isEqualTo(200);
        assertThat(node.browser().get("/actuator/env").statusCode()).isEqualTo(404);
    }

    @Test
    void refusesAWrongPassword() {
        Browser browser = node.browser();

        HttpResponse<String> answer = browser.logIn(ConsoleNode.OPERATOR, "not the password");

        assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console/login?refused");
        assertThat(browser.get("/console").statusCode()).isEqualTo(302);
    }

    @Test
    void showsTheOverviewAfterALogin() {
        HttpResponse<String> answer = node.loggedIn(ConsoleNode.VIEWER).get("/console");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("ALPHA").contains("What needs attention");
    }

    @Test
    void refusesAFormWithoutToken() {
        Browser browser = node.loggedIn(ConsoleNode.OPERATOR);

        assertThat(browser.postAsGiven("/console/theme", Map.of("to", "dark")).statusCode())
                .isEqualTo(403);
        assertThat(browser.postAsGiven("/console/logout", Map.of()).statusCode())
                .isEqualTo(403);
    }

    @Test
    void givesEveryPageAStrictPolicy() {
        for (String path : new String[] {"/console/login", "/console", "/console/assets/console.js"}) {
            HttpResponse<String> answer = node.loggedIn(ConsoleNode.VIEWER).get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("X-Frame-Options")).contains("DENY");
            assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        }
    }

    @Test
    void keepsItsCookieFromScriptsAndOtherSites() {
        String cookie = node.browser()
                .get("/console/login")
                .headers()
                .firstValue("Set-Cookie")
                .orElse("");

        assertThat(cookie).startsWith("JSESSIONID=").contains("HttpOnly").contains("SameSite=Strict");
    }

    @Test
    void servesItsFilesAndNoOthers() {
        Browser browser = node.browser();

        assertThat(browser.get("/console/assets/console.css").statusCode()).isEqualTo(200);
        assertThat(browser.get("/console/lib/htmx.org/dist/htmx.min.js").body()).contains("htmx");
        assertThat(browser.get("/console/assets/../templates/frame.html").statusCode())
                .isNotEqualTo(200);
        assertThat(node.loggedIn(ConsoleNode.VIEWER).get("/application.yaml").statusCode())
                .isEqualTo(403);
    }

    @Test
    void tellsNothingButTheStatusOfAnError() {
        HttpResponse<String> answer = node.loggedIn(ConsoleNode.VIEWER).get("/console/nothing");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("Page not found").doesNotContain("Exception");
    }

    @Test
    void speaksTheLanguageThatIsChosen() {
        Browser browser = node.loggedIn(ConsoleNode.VIEWER);
        assertThat(browser.get("/console", "Accept-Language", "ko-KR").body()).contains("장부가 일치합니다");

        browser.post("/console/language", "/console", Map.of("to", "ko", "page", "/console"));
        assertThat(browser.get("/console").body()).contains("lang=\"ko\"").contains("장부가 일치합니다");

        HttpResponse<String> back =
                browser.post("/console/theme", "/console", Map.of("to", "dark", "page", "//elsewhere.example/console"));
        assertThat(back.headers().firstValue("Location").orElse("")).endsWith("/console");
        assertThat(browser.get("/console").body()).contains("data-theme=\"dark\"");
    }
}
