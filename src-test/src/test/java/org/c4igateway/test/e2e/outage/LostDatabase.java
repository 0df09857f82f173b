package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.LogsOnFailure;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A system's database is made anew, or comes back as it was earlier, while its peers know the messages of before. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
abstract class LostDatabase {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    Path files;

    private final TestMesh testMesh;
    private final C4iServer alpha;
    private final C4iServer bravo;

    LostDatabase(Middleware middleware, PostgresServer server) {
        testMesh = logs.show(TestMesh.pair("lost-database", middleware, server));
        alpha = testMesh.server("ALPHA");
        bravo = testMesh.server("BRAVO");
    }

    @BeforeEach
    void startNodes() {
        testMesh.start();
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void rowsOfADatabaseThatWasMadeAnewArrive() throws SQLException, InterruptedException {
        exchange(alpha, "BRAVO", 5);
        testMesh.awaitSettled("ALPHA");
        testMesh.node("ALPHA").terminate();
        alpha.database().makeAnew();
        testMesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange(alpha, "BRAVO", 3);
        testMesh.awaitSettled("ALPHA");

        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("delivered", 3L));
        assertThat(bravo.received()).hasSize(8);
        assertThat(bravo.duplicates()).isZero();
    }

    /** And what it named arrives once an operator sends it again. */
    @Test
    void aNumberGivenTwiceEndsAsRejectedOnBothSides() throws SQLException, InterruptedException {
        exchange(alpha, "BRAVO", 3);
        testMesh.awaitSettled("ALPHA");
        testMesh.node("ALPHA").terminate();
        long first = alpha.database().number("SELECT min(sequence) FROM c4i.outbox");
        alpha.database().makeAnew();
        alpha.database().execute("SELECT setval('c4i.outbox_sequence', " + first + ", false)");
        testMesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange(alpha, "BRAVO", 4);
        testMesh.awaitSettled("ALPHA");

        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("rejected", 3L), Map.entry("delivered", 1L));
        assertThat(alpha.outcome(first, "BRAVO").get(1)).isEqualTo("GW-310");
        for (C4iServer side : List.of(alpha, bravo)) {
            assertThat(side.database().number("SELECT count(*) FROM c4i.dead_letter WHERE code = 'GW-310'"))
                    .isEqualTo(3);
        }
        assertThat(bravo.received()).hasSize(4);
        assertThat(testMesh.node("BRAVO").metric("c4i_inbox_messages_parked_total", "GW-310"))
                .isEqualTo(3);

        alpha.database().execute("SELECT c4i.after_restore()");
        alpha.database().execute("SELECT c4i.replay('chief', 'given twice', code => 'GW-310', letters => true)");
        testMesh.awaitSettled("ALPHA");

        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("rejected", 3L), Map.entry("delivered", 4L));
        assertThat(bravo.received()).hasSize(7);
    }

    @Test
    void aRowThatItsDestinationMayHaveForgottenIsNotSentAgain() throws SQLException, InterruptedException {
        testMesh.node("BRAVO").terminate();
        testMesh.node("BRAVO")
                .start("--c4i.retention.identity-days=2", "--c4i.retention.inbox-days=1")
                .awaitReaches("ALPHA");
        testMesh.node("ALPHA").awaitReaches("BRAVO").terminate();
        exchange(alpha, "BRAVO", 2);
        long old = alpha.database().number("SELECT min(sequence) FROM c4i.outbox");
        alpha.database()
                .execute("UPDATE c4i.outbox SET created_at = created_at - interval '30 hours' WHERE sequence = " + old);

        testMesh.node("ALPHA").start().awaitReaches("BRAVO");
        testMesh.awaitSettled("ALPHA");

        assertThat(alpha.outcome(old, "BRAVO")).startsWith("rejected", "GW-405");
        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("rejected", 1L), Map.entry("delivered", 1L));
        assertThat(alpha.database().column("SELECT code FROM c4i.dead_letter")).containsExactly("GW-405");
        assertThat(bravo.received()).hasSize(1);
    }

    @Test
    void aRestoredDatabaseGetsBackWhatItLostAndNothingTwice() throws SQLException, InterruptedException, IOException {
        new RestoreDrill(testMesh, files).run(new RestoreDrill.Backup() {
            @Override
            public void take() throws InterruptedException {
                testMesh.node("BRAVO").terminate();
                bravo.database().backUp();
                testMesh.node("BRAVO").start().awaitReaches("ALPHA");
            }

            @Override
            public void putBack() throws SQLException {
                bravo.database().restore();
                bravo.database().execute("SELECT c4i.after_restore()");
            }
        });
    }

    private static void exchange(C4iServer from, String to, int count) throws SQLException {
        from.submitAll(Collections.nCopies(count, Samples.reliable()), to);
    }
}
