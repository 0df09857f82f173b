package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One system's inbox takes no row while its node is there. Over DDS all nodes read the same topics. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
@Tag("campaign")
class StuckInboxTest {
    private static final int FOR_THE_STUCK = 200;
    private static final int FOR_THE_OTHER = 12_000;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    private final PostgresServer server;

    StuckInboxTest(PostgresServer server) {
        this.server = server;
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void holdsUpNoOtherPairOverTheSameTopic() throws SQLException {
        TestMesh mesh = logs.show(new TestMesh("stuck-inbox")
                        .system("ALPHA", server, Map.of("BRAVO", Middleware.DDS, "CHARLIE", Middleware.DDS))
                        .system("BRAVO", server, Map.of("ALPHA", Middleware.DDS, "CHARLIE", Middleware.DDS))
                        .system("CHARLIE", server, Map.of("ALPHA", Middleware.DDS, "BRAVO", Middleware.DDS))
                        .build())
                .start("--c4i.flow.inbound-rows=64", "--c4i.flow.inbound-batch-rows=32");
        mesh.server("BRAVO").database().execute("""
            CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'not at this site'; END $$;
            CREATE TRIGGER refuse BEFORE INSERT ON c4i.inbox FOR EACH ROW EXECUTE FUNCTION public.refuse()
            """);

        mesh.server("ALPHA").submitAll(ofOneTopic(FOR_THE_STUCK, 1), "BRAVO");
        await("the inbox of BRAVO takes nothing")
                .atMost(PATIENCE)
                .until(() -> mesh.node("BRAVO").metric("c4i_database_retries_total", "part=\"inbox\"") > 0);
        mesh.server("ALPHA").submitAll(ofOneTopic(FOR_THE_OTHER, 2), "CHARLIE");

        await("rows for CHARLIE arrive")
                .atMost(PATIENCE)
                .until(() -> mesh.server("ALPHA").states("CHARLIE").equals(Map.of("delivered", (long) FOR_THE_OTHER)));
        assertThat(mesh.server("ALPHA").states("BRAVO")).isEqualTo(Map.of("pending", (long) FOR_THE_STUCK));
        mesh.server("ALPHA").submitAll(ofOneTopic(FOR_THE_STUCK, 3), "BRAVO");

        mesh.server("BRAVO").database().execute("DROP TRIGGER refuse ON c4i.inbox");

        await("rows for BRAVO arrive")
                .atMost(PATIENCE)
                .until(() -> mesh.server("ALPHA").pending() == 0);
        mesh.assertDelivered("ALPHA", "BRAVO");
        mesh.assertDelivered("ALPHA", "CHARLIE");
    }

    /** Of one topic, all different: whatever precedes the first set is heading. */
    private static List<SubmittedRow> ofOneTopic(int count, long seed) {
        SubmittedRow sample = Samples.reliable();
        String text = new String(sample.payload(), StandardCharsets.UTF_8);
        return LongStream.range(0, count)
                .mapToObj(n -> sample.withPayload(
                        ("SVC " + (seed * 100_000 + n) + "\n" + text).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
