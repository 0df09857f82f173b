package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Language and theme that a user chooses, and where he is led afterwards. */
@Tag("slow")
class ConsolePreferencesTest extends ConsoleFixture {
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
    void leadsToTheOverviewWhateverWasAskedForBefore() {
        Browser browser = node.browser();
        browser.get("/console/messages");
        browser.post("/console/language", "/console/login", Map.of("to", "ko", "page", "/console/login"));

        HttpResponse<String> answer = browser.logIn(ConsoleNode.VIEWER, ConsoleNode.PASSWORD);

        assertThat(answer.headers().firstValue("Location").orElse("")).endsWith("/console");
        assertThat(browser.get("/console").body()).as("the language of before").contains("lang=\"ko\"");
    }
}
