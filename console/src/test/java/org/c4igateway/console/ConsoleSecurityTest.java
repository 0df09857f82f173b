package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
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
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // set before all tests
@Tag("slow")
class ConsoleSecurityTest {
    private static final int STRANGERS = 100;

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
    void keepsNothingOfThoseWhoAreNotLoggedIn() {
        long before = node.sessionsEverMade();
        for (int i = 0; i < STRANGERS; i++) {
            Browser stranger = node.browser();
            stranger.get("/console/login");
            stranger.get("/console/messages?page=" + i);
            stranger.get("/console/login", "Cookie", "JSESSIONID=" + i);
            stranger.postAsGiven("/console/login", Map.of("username", "x", "password", "x"));
            stranger.post("/console/language", "/console/login", Map.of("to", "ko", "page", "/console/login"));
        }
        node.browser().logIn(ConsoleNode.OPERATOR, "not the password");

        assertThat(node.sessionsEverMade()).isEqualTo(before);
        node.loggedIn(ConsoleNode.VIEWER);
        assertThat(node.sessionsEverMade()).isEqualTo(before + 1);
    }

    @Test
    void knowsTwoLanguagesWhateverACookieNames() {
        for (String given : List.of("de-AT", "aaa", "en-x-1")) {
            assertThat(node.browser()
                            .get("/console/login", "Cookie", "c4i-language=" + given)
                            .body())
                    .containsPattern("<html[^>]* lang=\"en\"");
        }
        assertThat(node.browser()
                        .get("/console/login", "Cookie", "c4i-language=ko")
                        .body())
                .containsPattern("<html[^>]* lang=\"ko\"");
    }

    @Test
    void keepsNothingOfTheWaysInWhichAFileCanBeNamed() {
        Browser stranger = node.browser();
        assertThat(stranger.get("/console/lib/htmx.org/dist/htmx.mi%6e.js").statusCode())
                .isEqualTo(200);
        assertThat(stranger.get("/console/lib/htmx.org/dist/htmx.m%69n.js").statusCode())
                .isEqualTo(200);

        assertThat(node.filesRemembered()).isZero();
    }

    @Test
    void leadsBackToNoAddressThatIsLong() {
        String longest = "/console/" + "a".repeat(64);
        for (String page : List.of(longest, longest + "a")) {
            assertThat(node.browser()
                            .post("/console/theme", "/console/login", Map.of("to", "dark", "page", page))
                            .headers()
                            .firstValue("Location")
                            .orElse(""))
                    .endsWith(page.equals(longest) ? page : "/console");
        }
    }

    @Test
    void countsWhatStrangersAskForUnderAFewNames() {
        Browser stranger = node.browser();
        String loggedIn = metrics(stranger);
        for (int i = 0; i < STRANGERS; i++) {
            stranger.get("/nothing/" + i);
            stranger.get("/console/lib/" + i);
            stranger.get("/actuator/health/" + i);
        }

        assertThat(metrics(stranger).lines().count())
                .isLessThan(loggedIn.lines().count() + STRANGERS);
    }

    private static String metrics(Browser browser) {
        return browser.get("/actuator/prometheus").body();
    }

    @Test
    void leadsToTheOverviewWhateverWasAskedForBefore() {
        Browser browser = node.browser();
        browser.get("/console/messages");
        browser.post("/console/language", "/console/login", Map.of("to", "ko", "page", "/console/login"));

        HttpResponse<String> answer = browser.logIn(ConsoleNode.VIEWER, ConsoleNode.PASSWORD);

        assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console");
        assertThat(browser.get("/console").body()).as("the language of before").contains("lang=\"ko\"");
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

    @Test
    void tellsNothingButTheStatusOfAnError() {
        Browser viewer = node.loggedIn(ConsoleNode.VIEWER);
        HttpResponse<String> answer = viewer.get("/console/nothing");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("Page not found").doesNotContain("Exception");
        assertThat(viewer.get("/console/nothing", "Accept-Language", "ko").body())
                .contains("찾는 화면이 없습니다", "console.css");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/nothing",
                "/console/assets/nothing.css",
                "/console/messages/ALPHA/none",
                "/console/act/end",
                "/actuator/nothing",
                "/console//nothing",
                "/console/%2e%2e/nothing",
                "/nothing"
            })
    void writesNoStackOfAnAddressThatIsWrong(String path, CapturedOutput log) {
        Browser operator = node.loggedIn(ConsoleNode.OPERATOR);
        int before = log.getAll().length();
        int status = operator.get(path).statusCode();
        int ofAStranger = node.browser().get(path).statusCode();

        assertThat(List.of(status, ofAStranger)).allMatch(code -> code >= 300 && code < 500);
        assertThat(log.getAll().substring(before)).doesNotContain("\tat ", "Exception", "PageNotFound");
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
