package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, and what the pages give to whom. */
@Tag("slow")
class ConsoleSecurityTest extends ConsoleFixture {
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

    /** Every path that takes a form. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/login",
                "/console/language",
                "/console/theme",
                "/console/zone",
                "/console/logout",
                "/console/act/end",
                "/console/act/replay"
            })
    void refusesAFormWithoutTokenOrWithAWrongOne(String path) {
        Browser stranger = node.browser();
        String ofAnother = node.browser().token("/console/login");
        Browser operator = node.loggedIn(ConsoleNode.OPERATOR);
        stranger.get("/console/login");
        operator.get("/console");

        for (Browser browser : List.of(node.browser(), stranger, operator)) {
            for (Map<String, String> forged :
                    List.of(Map.of("to", "ko"), Map.of("_csrf", "forged"), Map.of("_csrf", ofAnother))) {
                HttpResponse<String> answer = browser.postAsGiven(path, forged);

                assertThat(answer.statusCode()).as(forged.toString()).isEqualTo(403);
                assertThat(answer.headers().allValues("Set-Cookie").toString()).doesNotContain("c4i-language");
            }
        }
        assertThat(operator.get("/console").statusCode()).as("still logged in").isEqualTo(200);
    }

    @Test
    void refusesAFormOfALoggedInUserWithTheTokenOfACookie() {
        Browser operator = node.browser();
        String beforeLogin = operator.token("/console/login");
        operator.logIn(ConsoleNode.OPERATOR, ConsoleNode.PASSWORD);

        HttpResponse<String> answer =
                operator.postAsGiven("/console/logout", Map.of("_csrf", beforeLogin), "Cookie", "c4i-form=forged");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(operator.get("/console").statusCode()).isEqualTo(200);
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
    void keepsItsCookiesFromScriptsAndOtherSites() {
        Browser browser = node.browser();

        assertThat(browser.get("/console/login").headers().allValues("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith("c4i-form=")
                .contains("Path=/console; HttpOnly; SameSite=Strict");
        assertThat(browser.logIn(ConsoleNode.VIEWER, ConsoleNode.PASSWORD)
                        .headers()
                        .allValues("Set-Cookie"))
                .anySatisfy(cookie -> assertThat(cookie)
                        .startsWith("JSESSIONID=")
                        .contains("HttpOnly")
                        .contains("SameSite=Strict"));
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
}
