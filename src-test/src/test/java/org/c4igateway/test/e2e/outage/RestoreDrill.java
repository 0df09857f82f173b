package org.c4igateway.test.e2e.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import org.c4igateway.test.e2e.mesh.C4iServer;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;

/** BRAVO comes back as it was at its backup; both compare, and ALPHA sends again what BRAVO lost. */
final class RestoreDrill {
    private final TestMesh testMesh;
    private final Path files;
    private final C4iServer alpha;
    private final C4iServer bravo;
    private final String since = Instant.now().minusSeconds(3_600).toString();

    /** How BRAVO's database is backed up and restored. */
    interface Backup {
        /** BRAVO runs before and after it. */
        void take() throws SQLException, InterruptedException, IOException;

        /** BRAVO is dead; says {@code after_restore} as well. */
        void putBack() throws SQLException, IOException;
    }

    /** @param files for what is carried from system to system */
    RestoreDrill(TestMesh testMesh, Path files) {
        this.testMesh = testMesh;
        this.files = files;
        this.alpha = testMesh.server("ALPHA");
        this.bravo = testMesh.server("BRAVO");
    }

    void run(Backup backup) throws SQLException, InterruptedException, IOException {
        exchange(alpha, "BRAVO", 10);
        exchange(bravo, "ALPHA", 10);
        settle();
        backup.take();
        exchange(alpha, "BRAVO", 7);
        exchange(bravo, "ALPHA", 6);
        settle();
        String identity = identity(bravo);
        testMesh.node("BRAVO").kill();
        backup.putBack();
        assertThat(identity(bravo)).isEqualTo(identity);

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
        testMesh.node("ALPHA").terminate();
        CommandLineRun replay = resync(alpha, "compare", ofAlpha, "--replay", "--actor", "chief");
        assertThat(replay.output()).contains("7 rows for BRAVO are pending again");
        assertThat(replay.status()).isZero();
        testMesh.assertBalanced("ALPHA");

        testMesh.start();
        exchange(bravo, "ALPHA", 2);
        settle();

        // Not by the oracle: for it, what the restore took away has vanished.
        assertThat(alpha.states("BRAVO")).containsOnly(Map.entry("delivered", 17L));
        assertThat(bravo.received().stream().map(row -> Long.toString(row.sequence())))
                .as("each once and in order")
                .containsExactlyElementsOf(
                        alpha.database().column("SELECT sequence FROM c4i.outbox ORDER BY sequence"));
        testMesh.assertBalanced("ALPHA");
        assertThat(bravo.duplicates()).isZero();
        assertThat(alpha.received()).as("also what BRAVO forgot").hasSize(18);
        assertThat(alpha.database().column("SELECT DISTINCT action || ' ' || actor FROM c4i.operator_action"))
                .containsExactly("reopen chief");
        String again = files.resolve("again").toString();
        resync(bravo, "export", "--of", "ALPHA", "--since", since, "--out", again);
        assertThat(resync(alpha, "compare", again).output()).contains("no differences");
    }

    private static String identity(C4iServer server) throws SQLException {
        return server.database().column("SELECT id FROM c4i.database_identity").getFirst();
    }

    private static void exchange(C4iServer from, String to, int count) throws SQLException {
        from.submitAll(Collections.nCopies(count, Samples.reliable()), to);
    }

    private void settle() {
        testMesh.awaitSettled("ALPHA");
        testMesh.awaitSettled("BRAVO");
    }

    private static CommandLineRun resync(C4iServer at, String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "resync";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        return CommandLineRun.of(at.database().console(), command);
    }
}
