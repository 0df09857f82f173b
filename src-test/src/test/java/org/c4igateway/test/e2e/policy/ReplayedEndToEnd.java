package org.c4igateway.test.e2e.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.fault.KillPoint;
import org.c4igateway.test.e2e.mesh.CommandLineRun;
import org.c4igateway.test.e2e.mesh.HeldTransaction;
import org.c4igateway.test.e2e.mesh.MeshFixture;
import org.c4igateway.test.e2e.mesh.Middleware;
import org.c4igateway.test.e2e.mesh.Samples;
import org.c4igateway.test.e2e.mesh.TestMesh;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * BRAVO refuses what is larger than its limit, and takes it when an operator replays it after the limit was raised; the
 * same over every middleware.
 */
@Tag("slow")
abstract class ReplayedEndToEnd extends MeshFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SMALL = "--c4i.max-payload=10000";
    private static final String[] SMALL_ROUNDS = {"--c4i.flow.fetch-rows=20"};
    private static final String TOPIC = Samples.reliable().topicId();

    private final TestMesh testMesh;
    private int batches;

    ReplayedEndToEnd(Middleware carrier, PostgresServer server) {
        testMesh = logs.show(new TestMesh("replayed-" + carrier.label())
                .system("ALPHA", server, Map.of("BRAVO", carrier, "CHARLIE", carrier))
                .system("BRAVO", server, Map.of("ALPHA", carrier))
                .system("CHARLIE", server, Map.of("ALPHA", carrier))
                .build());
    }

    /** BRAVO is small again. */
    @BeforeEach
    void startNodes() {
        if (batches > 0) {
            for (String system : List.of("ALPHA", "BRAVO", "CHARLIE")) {
                testMesh.node(system).kill();
            }
        }
        batches++;
        testMesh.node("ALPHA").start(SMALL_ROUNDS);
        testMesh.node("BRAVO").start(SMALL);
        testMesh.node("CHARLIE").start();
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
    }

    @Test
    void sendsAgainToWhoHasNotGotItAndToWhoHasItWhenAsked() throws SQLException {
        String batch = refused(1);
        String number = Long.toString(numbers(batch).getFirst());
        raiseTheLimit();

        CommandLineRun plan = replay("--id", number, "--dry-run");
        assertThat(plan.output())
                .contains("BRAVO", "rejected", "GW-302", "would be sent again")
                .contains("CHARLIE", "no: the destination has it (--again)")
                .contains("1 would be sent again, 1 not (1 delivered)");
        assertThat(plan.status()).isZero();
        assertThat(numbers(batch)).hasSize(1);

        CommandLineRun done = replay("--id", number, "--reason", "limit raised");
        assertThat(done.output()).contains("sent again as " + numbers(batch).getLast());
        assertThat(done.status()).isZero();
        testMesh.awaitSettled("ALPHA");
        assertArrived("BRAVO", batch, 1, 1);
        assertArrived("CHARLIE", batch, 1, 1);

        CommandLineRun twice = replay("--id", number, "--reason", "limit raised");
        assertThat(twice.output()).contains("no: " + numbers(batch).getLast() + " repeats it");
        assertThat(twice.status()).isEqualTo(1);

        CommandLineRun again = replay("--id", number, "--again", "--reason", "CHARLIE asked for it");
        assertThat(again.output()).contains("1 sent again, 1 not (1 repeated)");
        testMesh.awaitSettled("ALPHA");
        assertArrived("BRAVO", batch, 1, 1);
        assertArrived("CHARLIE", batch, 1, 2);
        assertBalanced();
    }

    @Test
    void losesAndDoublesNothingWhenTheNodeDiesInTheMidstOfAReplay() throws SQLException {
        String batch = refused(60);
        raiseTheLimit();
        try (HeldTransaction held = new HeldTransaction(database("ALPHA"), "c4i.delivery", 15)) {
            String chosen = numbers(batch).stream().map(String::valueOf).collect(Collectors.joining(","));
            CommandLineRun done = replay("--id", chosen, "--to", "BRAVO", "--code", "GW-302", "--reason", "raised");
            assertThat(done.output()).contains("60 sent again");
            held.awaitHeld();
            testMesh.node("ALPHA").kill();
        }
        testMesh.node("ALPHA").start(SMALL_ROUNDS);
        testMesh.awaitSettled("ALPHA");

        assertArrived("BRAVO", batch, 60, 60);
        assertArrived("CHARLIE", batch, 60, 60);
        assertBalanced();
    }

    @Test
    void takesADeadLetterOnceWhenTheRuleThatRefusedItIsLifted() throws SQLException {
        String batch = refused(3);
        String letters = letters(batch);

        CommandLineRun early = run("BRAVO", "--dead-letters=received", "--id", letters, "--reason", "too early");
        assertThat(early.output()).contains("3 sent again, 0 not");
        awaitReadmissions(letters, "refused GW-302");
        assertArrived("BRAVO", batch, 0, 0);

        raiseTheLimit();
        assertThat(run("BRAVO", "--dead-letters", "--id", letters, "--dry-run").output())
                .contains("would be put before the inbox", "3 would be sent again, 0 not");
        CommandLineRun done = run("BRAVO", "--dead-letters", "--id", letters, "--reason", "limit raised");
        assertThat(done.output()).contains("put before the inbox");
        assertThat(done.status()).isZero();
        awaitReadmissions(letters, "received");
        CommandLineRun twice = run("BRAVO", "--dead-letters", "--id", letters, "--reason", "once more");
        assertThat(twice.output()).contains("no: the inbox has it", "0 sent again, 3 not (3 received)");
        assertThat(twice.status()).isEqualTo(1);

        assertArrived("BRAVO", batch, 3, 3);
        assertThat(numbers(batch)).hasSize(3);
        assertBalanced();
    }

    @Test
    void takesAMessageOnceThatBothSidesRepeat() throws SQLException {
        String batch = refused(12);
        String letters = letters(batch);
        testMesh.node("BRAVO").kill();
        replay("--to", "BRAVO", "--code", "GW-302", "--reason", "limit raised");
        run("BRAVO", "--dead-letters=received", "--id", letters, "--reason", "limit raised");
        testMesh.node("BRAVO").start();
        testMesh.awaitSettled("ALPHA");
        await("all ended").atMost(PATIENCE).until(() -> !readmissions(letters).contains("-"));

        assertThat(numbers(batch)).hasSize(24);
        assertArrived("BRAVO", batch, 12, 12);
        assertBalanced();
    }

    @Test
    void tellsTheOriginThatADeadLetterWasTakenAfterAll() throws SQLException {
        String batch = refused(2);
        raiseTheLimit();
        testMesh.node("ALPHA").kill();
        run("BRAVO", "--dead-letters=received", "--id", letters(batch), "--reason", "limit raised");
        awaitReadmissions(letters(batch), "received");
        testMesh.node("ALPHA").start(SMALL_ROUNDS);

        await("ALPHA knows")
                .atMost(PATIENCE)
                .until(() -> statesOfBravo(batch), List.of("delivered GW-318", "delivered GW-318")::equals);
        assertThat(replay("--id", numbers(batch).getFirst() + "", "--reason", "late")
                        .output())
                .contains("no: the destination has it (--again)", "0 sent again");
        assertArrived("BRAVO", batch, 2, 2);
        assertBalanced();
    }

    private List<String> statesOfBravo(String batch) throws SQLException {
        return database("ALPHA")
                .column(
                        "SELECT s.state || ' ' || s.code FROM c4i.delivery_status AS s JOIN c4i.outbox AS o USING (sequence)"
                                + " WHERE o.label LIKE '" + batch + "%' AND s.destination = 'BRAVO'");
    }

    /** The inbox has committed, and the node is killed before it records how the readmission ended. */
    @Test
    void takesADeadLetterOnceWhenTheNodeDiesBehindTheInbox(@TempDir Path directory) throws SQLException {
        String batch = refused(3);
        String letters = letters(batch);
        Path marker = directory.resolve("committed");
        testMesh.node("BRAVO").kill();
        run("BRAVO", "--dead-letters=received", "--id", letters, "--reason", "limit raised");
        testMesh.node("BRAVO").start("--fault-point=" + KillPoint.INBOX_COMMITTED + ":2:" + marker);
        await("the second is in the inbox").atMost(PATIENCE).until(() -> Files.exists(marker));
        testMesh.node("BRAVO").kill();
        assertThat(readmissions(letters)).containsExactlyInAnyOrder("received", "-", "-");

        testMesh.node("BRAVO").start();
        await("all ended").atMost(PATIENCE).until(() -> !readmissions(letters).contains("-"));
        assertThat(readmissions(letters)).containsExactlyInAnyOrder("received", "there", "received");
        assertArrived("BRAVO", batch, 3, 3);
        assertBalanced();
    }

    private String letters(String batch) throws SQLException {
        return String.join(
                ",",
                database("BRAVO")
                        .column("SELECT id FROM c4i.dead_letter WHERE label LIKE '" + batch + "%' ORDER BY id"));
    }

    private List<String> readmissions(String letters) throws SQLException {
        return database("BRAVO")
                .column("SELECT DISTINCT ON (dead_letter) concat_ws(' ', result, code)"
                        + " FROM (SELECT dead_letter, id, coalesce(result, '-') AS result, code FROM c4i.readmission) AS r"
                        + " WHERE dead_letter IN (" + letters + ") ORDER BY dead_letter, id DESC");
    }

    private void awaitReadmissions(String letters, String result) {
        await("readmissions ended as " + result)
                .atMost(PATIENCE)
                .until(() -> readmissions(letters).stream().allMatch(result::equals));
    }

    /** @return label prefix of so many messages that BRAVO has refused and CHARLIE has */
    private String refused(int count) throws SQLException {
        String batch = "batch-" + batches + ".";
        database("ALPHA")
                .execute(
                        ("SELECT c4i.submit('%s', 3, '{BRAVO,CHARLIE}', convert_to(E'MSGID/HELQUEST/9 SF BDE//\\nRMKS/'"
                                        + " || rpad(n::text, 12000, 'X') || E'//\\n', 'UTF8'), NULL, '%s' || n)"
                                        + " FROM generate_series(1, %d) AS n")
                                .formatted(TOPIC, batch, count));
        testMesh.awaitSettled("ALPHA");
        assertThat(database("ALPHA")
                        .column("SELECT DISTINCT s.destination || ' ' || s.state || coalesce(s.code, '')"
                                + " FROM c4i.delivery_status AS s JOIN c4i.outbox AS o USING (sequence)"
                                + " WHERE o.label LIKE '" + batch + "%' ORDER BY 1"))
                .containsExactly("BRAVO rejectedGW-302", "CHARLIE delivered");
        return batch;
    }

    private void raiseTheLimit() {
        testMesh.node("BRAVO").kill();
        testMesh.node("BRAVO").start();
        testMesh.node("ALPHA").awaitReaches("BRAVO", "CHARLIE");
    }

    private CommandLineRun replay(String... arguments) {
        return run("ALPHA", arguments);
    }

    private CommandLineRun run(String system, String... arguments) {
        return CommandLineRun.of(
                database(system).console(),
                Stream.concat(Stream.of("replay"), Stream.of(arguments)).toArray(String[]::new));
    }

    /** @return numbers of the rows with these labels at their origin, oldest first */
    private List<Long> numbers(String batch) throws SQLException {
        String rows = "SELECT sequence FROM c4i.outbox WHERE label LIKE '" + batch + "%' ORDER BY sequence";
        return database("ALPHA").column(rows).stream().map(Long::valueOf).toList();
    }

    private void assertArrived(String system, String batch, int messages, int rows) throws SQLException {
        List<String> labels =
                database(system).column("SELECT label FROM c4i.received WHERE label LIKE '" + batch + "%'");
        assertThat(labels).as("rows of %s", system).hasSize(rows);
        assertThat(new TreeSet<>(labels)).as("messages of %s", system).hasSize(messages);
    }

    private TestDatabase database(String system) {
        return testMesh.server(system).database();
    }

    private void assertBalanced() throws SQLException {
        for (String system : List.of("ALPHA", "BRAVO", "CHARLIE")) {
            testMesh.assertBalanced(system);
        }
    }
}
