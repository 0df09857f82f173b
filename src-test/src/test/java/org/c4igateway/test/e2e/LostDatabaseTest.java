package org.c4igateway.test.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
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
class LostDatabaseTest {
    @RegisterExtension
    private final LogsOnFailure logs = new LogsOnFailure();

    @TempDir
    Path files;

    private final Mesh mesh;
    private final C4iServer alpha;
    private final C4iServer bravo;

    LostDatabaseTest(PostgresServer server) {
        mesh = logs.show(Mesh.pair("lost-database", Carrier.JMS, server));
        alpha = mesh.server("ALPHA");
        bravo = mesh.server("BRAVO");
    }

    @BeforeEach
    void startNodes() {
        mesh.start();
    }

    @AfterEach
    void stopNodes() {
        logs.closeAll();
    }

    @Test
    void rowsOfADatabaseThatWasMadeAnewArrive() throws SQLException, InterruptedException {
        exchange(alpha, "BRAVO", 5);
        mesh.awaitSettled("ALPHA");
        mesh.node("ALPHA").terminate();
        alpha.database().makeAnew();
        mesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange(alpha, "BRAVO", 3);
        mesh.awaitSettled("ALPHA");

        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("delivered", 3L));
        assertThat(bravo.received()).hasSize(8);
        assertThat(bravo.duplicates()).isZero();
    }

    @Test
    void aNumberGivenTwiceEndsAsRejectedOnBothSides() throws SQLException, InterruptedException {
        exchange(alpha, "BRAVO", 3);
        mesh.awaitSettled("ALPHA");
        mesh.node("ALPHA").terminate();
        long first = alpha.database().number("SELECT min(sequence) FROM c4i.outbox");
        alpha.database().makeAnew();
        alpha.database().execute("SELECT setval('c4i.outbox_sequence', " + first + ", false)");
        mesh.node("ALPHA").start().awaitReaches("BRAVO");

        exchange(alpha, "BRAVO", 4);
        mesh.awaitSettled("ALPHA");

        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("rejected", 3L), Map.entry("delivered", 1L));
        assertThat(alpha.outcome(first, "BRAVO").get(1)).isEqualTo("GW-310");
        for (C4iServer side : List.of(alpha, bravo)) {
            assertThat(side.database().number("SELECT count(*) FROM c4i.dead_letter WHERE code = 'GW-310'"))
                    .isEqualTo(3);
        }
        assertThat(bravo.received()).hasSize(4);
        assertThat(mesh.node("BRAVO").metric("c4i_inbox_messages_parked_total", "GW-310"))
                .isEqualTo(3);
    }

    @Test
    void aRestoredDatabaseGetsBackWhatItLostAndNothingTwice() throws SQLException, InterruptedException {
        String since = Instant.now().minusSeconds(3_600).toString();
        exchange(alpha, "BRAVO", 10);
        exchange(bravo, "ALPHA", 10);
        settle();
        mesh.node("BRAVO").terminate();
        bravo.database().backUp();
        mesh.node("BRAVO").start().awaitReaches("ALPHA");
        exchange(alpha, "BRAVO", 7);
        exchange(bravo, "ALPHA", 6);
        settle();
        mesh.node("BRAVO").kill();
        bravo.database().restore();
        bravo.database().execute("SELECT c4i.after_restore()");

        String atAlpha = files.resolve("of-bravo").toString();
        assertThat(resync(alpha, "export", "--of", "BRAVO", "--since", since, "--out", atAlpha)
                        .status())
                .isZero();
        CommandLineRun atBravo = resync(bravo, "compare", atAlpha);
        assertThat(atBravo.status()).isEqualTo(1);
        assertThat(atBravo.output().lines().filter(line -> line.startsWith("not-in-outbox\t")))
                .hasSize(6);
        assertThat(atBravo.output().lines().filter(line -> line.startsWith("lost-here\t")))
                .hasSize(7);

        String ofAlpha = files.resolve("of-alpha").toString();
        assertThat(resync(bravo, "export", "--of", "ALPHA", "--since", since, "--out", ofAlpha)
                        .status())
                .isZero();
        assertThat(resync(alpha, "compare", ofAlpha).output().lines().filter(line -> line.startsWith("lost-there\t")))
                .hasSize(7);
        CommandLineRun whileActive = resync(alpha, "compare", ofAlpha, "--replay");
        assertThat(whileActive.status()).isEqualTo(1);
        assertThat(whileActive.output()).contains("stop all nodes");
        assertThat(alpha.pending()).isZero();
        mesh.node("ALPHA").terminate();
        CommandLineRun replay = resync(alpha, "compare", ofAlpha, "--replay", "--actor", "chief");
        assertThat(replay.output()).contains("7 rows for BRAVO are pending again");
        assertThat(replay.status()).isZero();
        mesh.assertBalanced("ALPHA");

        mesh.start();
        exchange(bravo, "ALPHA", 2);
        settle();

        // Not by the oracle: for it, what the restore took away has vanished.
        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("delivered", 17L));
        assertThat(bravo.received().stream().map(row -> Long.toString(row.sequence())))
                .as("each once and in order")
                .containsExactlyElementsOf(
                        alpha.database().column("SELECT sequence FROM c4i.outbox ORDER BY sequence"));
        mesh.assertBalanced("ALPHA");
        assertThat(bravo.duplicates()).isZero();
        assertThat(alpha.received()).as("also what BRAVO forgot").hasSize(18);
        assertThat(alpha.database().column("SELECT DISTINCT action || ' ' || actor FROM c4i.operator_action"))
                .containsExactly("reopen chief");
        String again = files.resolve("again").toString();
        resync(bravo, "export", "--of", "ALPHA", "--since", since, "--out", again);
        assertThat(resync(alpha, "compare", again).output()).contains("no differences");
    }

    private static void exchange(C4iServer from, String to, int count) throws SQLException {
        from.submitAll(Collections.nCopies(count, Samples.reliable()), to);
    }

    private void settle() {
        mesh.awaitSettled("ALPHA");
        mesh.awaitSettled("BRAVO");
    }

    private static CommandLineRun resync(C4iServer at, String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "resync";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return CommandLineRun.of(at.database().console(), command);
    }
}
