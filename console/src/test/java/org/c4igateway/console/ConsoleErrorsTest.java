package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an address that is wrong gives: its status, and nothing in the log. */
@ExtendWith(OutputCaptureExtension.class)
@Tag("slow")
class ConsoleErrorsTest extends ConsoleFixture {
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
}
