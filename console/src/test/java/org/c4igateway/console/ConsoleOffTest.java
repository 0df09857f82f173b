package org.c4igateway.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith({PostgresExtension.class, OutputCaptureExtension.class})
class ConsoleOffTest {
    @Test
    void servesNothingUnlessConfigured(TestDatabase database) {
        try (ConsoleNode node = ConsoleNode.startWithout(database)) {
            for (String path : new String[] {
                "/console",
                "/console/login",
                "/console/lib/htmx.org/dist/htmx.min.js",
                "/webjars/htmx.org/dist/htmx.min.js"
            }) {
                assertThat(node.browser().get(path).statusCode()).as(path).isEqualTo(404);
            }
            await("the node serves its database")
                    .until(() -> node.browser().get("/actuator/health").statusCode() == 200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console", "/console/nothing", "/", "/actuator/nothing"})
    void answersAnAddressThatIsWrongWithoutAStack(String path, TestDatabase database, CapturedOutput log) {
        try (ConsoleNode node = ConsoleNode.startWithout(database)) {
            int before = log.getAll().length();
            HttpResponse<String> answer = node.browser().get(path);

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("404").doesNotContain("Exception", "console.css");
            assertThat(log.getAll().substring(before)).doesNotContain("\tat ", "Exception", "PageNotFound");
        }
    }

    @Test
    void leavesSettingsOfAConsoleThatIsOffAlone(TestDatabase database) {
        try (ConsoleNode node = ConsoleNode.start(database, "c4i.console.enabled=false")) {
            assertThat(node.browser().get("/console").statusCode()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "c4i.console.users.watch.password=short, c4i.console.users.watch.password",
        "c4i.console.users.watch.password=, c4i.console.users.watch.password",
        "server.address=0.0.0.0, server.address",
        "c4i.console.user.x.password=abcdefghijklm, c4i.console.user.x.password"
    })
    void refusesASettingThatIsNotSafe(String setting, String named, TestDatabase database) {
        assertThatThrownBy(() -> ConsoleNode.start(database, setting)).hasStackTraceContaining(named);
    }

    @Test
    void refusesTlsThatIsSwitchedOff(TestDatabase database) {
        assertThatThrownBy(() -> ConsoleNode.start(
                        database,
                        "server.address=0.0.0.0",
                        "server.ssl.certificate=classpath:none.pem",
                        "server.ssl.enabled=false"))
                .hasStackTraceContaining("passwords would cross the network");
    }
}
