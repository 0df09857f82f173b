package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests without a login make nothing grow. */
@Tag("slow")
class ConsoleStrangersTest extends ConsoleFixture {
    private static final int STRANGERS = 100;

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
    void keepsNothingOfTheWaysInWhichAFileCanBeNamed() {
        Browser stranger = node.browser();
        assertThat(stranger.get("/console/lib/htmx.org/dist/htmx.mi%6e.js").statusCode())
                .isEqualTo(200);
        assertThat(stranger.get("/console/lib/htmx.org/dist/htmx.m%69n.js").statusCode())
                .isEqualTo(200);

        assertThat(node.filesRemembered()).isZero();
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
}
