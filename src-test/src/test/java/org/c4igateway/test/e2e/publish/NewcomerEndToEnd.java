package org.c4igateway.test.e2e.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A further system joins systems whose configuration does not name it. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
abstract class NewcomerEndToEnd {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final TestMesh testMesh;
    private final String open;

    NewcomerEndToEnd(Middleware carrier, PostgresServer server) {
        open = "--c4i.newcomers[0]=" + carrier.transport();
        testMesh = logs.show(new TestMesh("newcomer-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier))
                .newcomer("GOLF", server, Map.of("ALPHA", carrier))
                .build());
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void getsWhatIsPublishedAndSubmittedWithoutAnEditElsewhere() throws SQLException {
        testMesh.node("ALPHA").start(open);
        testMesh.node("BRAVO").start();
        testMesh.node("ALPHA").awaitReaches("BRAVO");
        publish("before");

        testMesh.node("GOLF").start("--c4i.subscriptions.wanted[0].pattern=*", "--c4i.subscriptions.wanted[0].from=1h");
        testMesh.node("ALPHA").awaitReaches("GOLF");
        await("the past").atMost(PATIENCE).until(() -> received("GOLF", "before") == 1);
        publish("after");
        testMesh.server("ALPHA").submit(Samples.reliable().withLabel("by name"), "GOLF", "BRAVO");
        testMesh.server("GOLF").submit(Samples.reliable().withLabel("from golf"), "ALPHA");
        await("all of it")
                .atMost(PATIENCE)
                .until(() -> received("GOLF", "after") == 1
                        && received("GOLF", "by name") == 1
                        && received("ALPHA", "from golf") == 1);

        testMesh.node("GOLF").kill();
        testMesh.node("ALPHA").kill();
        testMesh.node("ALPHA").start(open);
        publish("while away");
        await("routed").atMost(PATIENCE).until(() -> testMesh.server("ALPHA").pending() == 1);
        testMesh.node("GOLF").start("--c4i.subscriptions.wanted[0].pattern=*", "--c4i.subscriptions.wanted[0].from=1h");
        testMesh.awaitSettled("ALPHA");

        assertThat(received("GOLF", "while away")).isEqualTo(1);
        assertThat(testMesh.server("GOLF").received()).hasSize(4);
        assertThat(testMesh.server("BRAVO").received()).hasSize(4);
        testMesh.assertBalanced("ALPHA");
    }

    private void publish(String label) throws SQLException {
        testMesh.server("ALPHA")
                .database()
                .execute("SELECT c4i.publish_text('%s', 1, E'MSGID/HELQUEST/9 SF BDE//\\n', NULL, '%s')"
                        .formatted(Samples.reliable().topicId(), label));
    }

    private long received(String system, String label) throws SQLException {
        return testMesh.server(system)
                .database()
                .number("SELECT count(*) FROM c4i.received WHERE label = '" + label + "'");
    }
}
