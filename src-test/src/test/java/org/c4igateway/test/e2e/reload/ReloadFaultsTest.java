package org.c4igateway.test.e2e.reload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.c4igateway.test.e2e.mesh.TestNodeProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node whose files become wrong goes on as it is and names the place; what needs a restart waits and is shown. */
@Tag("slow")
@Tag("campaign")
class ReloadFaultsTest extends MeshFixture {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String REFUSED = "c4i_configuration_refused";

    private final TestMesh testMesh;
    private final TestNodeProcess node;
    private final ChangedFile file;

    ReloadFaultsTest(PostgresServer server) {
        testMesh = logs.show(new TestMesh("reload-faults")
                .system("ALPHA", server, Map.of("BRAVO", Middleware.JMS))
                .system("BRAVO", server, Map.of("ALPHA", Middleware.JMS))
                .build());
        node = testMesh.node("ALPHA");
        file = new ChangedFile(node.file());
    }

    @BeforeAll
    void startNode() {
        node.start().awaitActive();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of("syntax", "  drain-timeout: [5s", "GW-101", "ALPHA.yaml"),
                Arguments.of("unknown key", "  drain-timout: 5s", "c4i.drain-timout", "ALPHA.yaml:2"),
                Arguments.of("wrong value", "  validation: strictest", "'strictest'", "ALPHA.yaml:2"),
                Arguments.of("out of range", "  max-payload: 17MB", "c4i.max-payload: '17825792B'", "ALPHA.yaml:2"),
                Arguments.of("missing file", "  catalogue: none.csv", "GW-105", "none.csv"),
                Arguments.of("wrong filter", "  subscriptions: {topics: {A004: nothing}}", "A004", "ALPHA.yaml:2"),
                Arguments.of("missing directory", "  definitions: /no/such", "c4i.definitions", "/no/such"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void goesOnAndNamesThePlace(String name, String line, String what, String place) {
        file.rename("c4i:\n" + line + "\n" + file.text().substring("c4i:\n".length()));
        try {
            await(name).atMost(PATIENCE).until(() -> node.metric(REFUSED) == 1);

            assertThat(node.health()).contains("GW-409", "\"role\":\"active\"");
            assertThat(node.log())
                    .contains("GW-409 The changed configuration is not used")
                    .contains(what, place);
        } finally {
            restore();
        }
    }

    private void restore() {
        file.rename(file.text());
        request().awaitNoDifference();
        await("the first text").atMost(PATIENCE).until(() -> node.metric(REFUSED) == 0);
    }

    /** A write in place that another program interrupts, and that it ends a while later. */
    @Test
    void doesNotUseHalfAFile() {
        String whole = file.with("validation: carry");
        file.write(whole.substring(0, whole.indexOf("password:") + 4));
        await("half a file").atMost(PATIENCE).until(() -> node.metric(REFUSED) == 1);

        double before = node.metric("c4i_configuration_reloads_total", "applied");
        file.write(whole);
        await("the whole file")
                .atMost(PATIENCE)
                .until(() -> node.metric("c4i_configuration_reloads_total", "applied") > before);
        assertThat(node.metric(REFUSED)).isZero();
        restore();
    }

    @Test
    void setsLevelsOfLoggersAndRefusesWhatIsNone() {
        file.rename(file.text() + "logging: {level: {org.c4igateway.dbbridge.node.reload: debug}}\n");
        await("the level")
                .atMost(PATIENCE)
                .until(() -> node.log().contains("logging.level.org.c4igateway.dbbridge.node.reload: (none) -> debug"));

        file.rename(file.text() + "logging: {level: {root: loud}}\n");
        await("no level").atMost(PATIENCE).until(() -> node.metric(REFUSED) == 1);
        assertThat(node.log()).contains("logging.level.root: 'loud' is not");
        restore();
    }

    @Test
    void showsWhatNeedsARestartUntilTheFileSaysTheOldValueAgain() {
        file.rename(file.with("validation: carry", "retention: {outbox-days: 10}"));
        await("it waits").atMost(PATIENCE).until(() -> node.metric("c4i_configuration_restart_keys") == 1);

        assertThat(node.health()).contains("c4i.retention.outbox-days:14->10");
        assertThat(node.log())
                .contains("c4i.retention.outbox-days: 14 -> 10 (needs restart)")
                .contains("c4i.validation.default: lenient -> carry (applied)")
                .doesNotContain("mesh-of-tests");

        HttpResponse<String> dry = request().send("GET", Map.of("C4I-Request", "test"));
        assertThat(dry.statusCode()).isEqualTo(200);
        assertThat(dry.body()).contains("c4i.retention.outbox-days: 14 -> 10 (needs restart)");

        restore();
        await("nothing waits").atMost(PATIENCE).until(() -> node.metric("c4i_configuration_restart_keys") == 0);
    }

    /** A data path of another system: all of it waits. */
    @Test
    void appliesNothingOfChangesThatOnlyWorkTogetherWithARestart() {
        String another =
                file.with("max-payload: 2MB", "validation: {default: off}").replace("system: ALPHA", "system: CHARLIE");
        file.rename(another);
        await("it waits").atMost(PATIENCE).until(() -> node.metric("c4i_configuration_restart_keys") == 3);

        assertThat(node.log()).contains("Nothing was applied", "c4i.system changes as well");
        assertThat(node.health()).contains("c4i.validation.default:lenient->off");
        restore();
        await("nothing waits").atMost(PATIENCE).until(() -> node.metric("c4i_configuration_restart_keys") == 0);
    }

    /** Each attempt builds a node with a web server, which must be gone afterwards. */
    @Test
    void leavesNoThreadBehind() {
        Map<String, String> header = Map.of("C4I-Request", "test");
        request().awaitNoDifference();
        double before = node.metric("jvm_threads_live_threads");
        assertThat(before).isPositive();
        for (int i = 0; i < 10; i++) {
            await("an attempt")
                    .atMost(PATIENCE)
                    .until(() -> request().send("POST", header).statusCode() == 200);
        }
        assertThat(node.metric("jvm_threads_live_threads")).isLessThan(before + 10);
    }

    @Test
    void answersProgramsOfThisHostOnly() {
        Map<String, String> header = Map.of("C4I-Request", "test");
        assertThat(request().send("GET", header).body()).contains("no difference");
        assertThat(request().send("POST", header).statusCode()).isEqualTo(200);
        assertThat(request().send("GET", Map.of()).statusCode()).isEqualTo(404);
        assertThat(request().send("POST", Map.of()).statusCode()).isEqualTo(404);
        Map<String, String> proxied = Map.of("C4I-Request", "test", "X-Forwarded-For", "127.0.0.1");
        assertThat(request().send("POST", proxied).statusCode()).isEqualTo(404);
    }

    private ReloadRequest request() {
        return new ReloadRequest(testMesh.httpPort("ALPHA"));
    }
}
