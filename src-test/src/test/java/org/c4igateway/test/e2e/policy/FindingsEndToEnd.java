package org.c4igateway.test.e2e.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.SubmittedRow;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is found in a payload that is carried all the same stays with the message at both sides, where the policy of the
 * side looks at it: BRAVO does, CHARLIE does not.
 */
@Tag("slow")
abstract class FindingsEndToEnd extends MeshFixture {
    private static final String FOUND = "2:17: warning [text.double-slash]";

    private final TestMesh testMesh;

    FindingsEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(new TestMesh("findings-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier, "CHARLIE", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier))
                .system("CHARLIE", server, Map.of("ALPHA", carrier))
                .build());
    }

    @BeforeAll
    void startNodes() {
        testMesh.node("ALPHA").start();
        testMesh.node("BRAVO").start();
        testMesh.node("CHARLIE").start("--c4i.validation.inbound=off");
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
    }

    @Test
    void keepsTheWorstFindingWithTheMessageOnBothSidesAndInTheStatus() throws SQLException {
        long clean = submit("MSGID/GENADMIN/2 FLEET/0001/NOV//\nRMKS/CALL.//\n");
        long found = submit("MSGID/GENADMIN/2 FLEET/0002/NOV//\nRMKS/ASK 2 FLEET//N4//\nOR CALL.//\n");
        testMesh.awaitSettled("ALPHA");

        assertThat(column(
                        "ALPHA",
                        "SELECT destination || ' ' || state || ' ' || left(finding, 33) FROM"
                                + " c4i.delivery_status WHERE sequence = " + found + " ORDER BY destination"))
                .containsExactly("BRAVO delivered " + FOUND, "CHARLIE delivered " + FOUND);
        assertThat(column(
                        "ALPHA",
                        "SELECT finding FROM c4i.delivery_status WHERE finding IS NOT NULL AND sequence = " + clean))
                .isEmpty();
        assertThat(column(
                        "BRAVO",
                        "SELECT origin_sequence || ' ' || left(finding, 33) FROM c4i.received"
                                + " WHERE finding IS NOT NULL"))
                .containsExactly(found + " " + FOUND);
        assertThat(column("CHARLIE", "SELECT coalesce(finding, 'not looked at') FROM c4i.received"))
                .containsExactly("not looked at", "not looked at");

        assertThat(status("ALPHA")).containsPattern("outbound +warning +text.double-slash +1 +" + found + " +2:17");
        assertThat(status("BRAVO"))
                .containsPattern("inbound +warning +text.double-slash +1 +ALPHA/" + found + " +2:17");
        assertThat(status("CHARLIE")).doesNotContain("text.double-slash");
    }

    private long submit(String text) throws SQLException {
        return testMesh.server("ALPHA")
                .submit(
                        new SubmittedRow(
                                Samples.reliable().topicId(),
                                SubmittedRow.ROUTINE,
                                text.getBytes(StandardCharsets.UTF_8)),
                        "BRAVO",
                        "CHARLIE");
    }

    private List<String> column(String system, String sql) throws SQLException {
        return testMesh.server(system).database().column(sql);
    }

    private String status(String system) {
        return CommandLineRun.of(testMesh.server(system).database().superuser(), "status")
                .output();
    }
}
