package org.c4igateway.cli.database.resync;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.c4igateway.cli.CommandRun;
import org.c4igateway.cli.DatabaseCommandFixture;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code resync compare --replay} on real interface databases without nodes, when its connection ends. */
class ResyncOutcomeTest extends DatabaseCommandFixture {
    private static final String PENDING = "SELECT count(*) FROM c4i.delivery_status WHERE state = 'pending'";

    private InterfaceDatabase named(String system) throws SQLException {
        InterfaceDatabase database = newDatabase();
        execute(database, "SELECT c4i.claim_node('" + system + "')");
        return database;
    }

    /** A row that ALPHA delivered and BRAVO has not. */
    private String lost(InterfaceDatabase alpha) throws IOException, SQLException {
        send(alpha, file("good.mtf", MESSAGE), "--to", "BRAVO");
        execute(
                alpha,
                "INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                        + " SELECT sequence, created_at, 'BRAVO', 'delivered' FROM c4i.outbox;"
                        + " INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('BRAVO', 'delivered', 1)");
        String file = directory.resolve("holdings").toString();
        CommandRun export = CommandRun.of(
                "resync",
                "export",
                "--url",
                named("BRAVO").url(),
                "--user",
                "postgres",
                "--of",
                "ALPHA",
                "--since",
                "2026-01-01T00:00:00Z",
                "--out",
                file);
        assertThat(export.status()).as(export.err()).isZero();
        return file;
    }

    private static CommandRun compare(String url, String... more) {
        return CommandRun.of(
                Stream.concat(Stream.of("resync", "compare", "--url", url, "--user", "postgres"), Arrays.stream(more))
                        .toArray(String[]::new));
    }

    @Test
    void doesNotSayThatNothingWasDoneWhenTheAnswerToTheCommitIsLost() throws IOException, SQLException {
        InterfaceDatabase alpha = named("ALPHA");
        String file = lost(alpha);
        try (AnswerCut cut = new AnswerCut(alpha, "COMMIT")) {
            CommandRun run = compare(cut.url(), "--replay", file);

            assertThat(run.status()).isEqualTo(2);
            assertThat(run.err())
                    .contains("not known whether this was done", "'c4i resync compare' without --replay")
                    .doesNotContain("start the database");
        }
        assertThat(row(alpha, PENDING)).isEqualTo("1");
        assertThat(compare(alpha.url(), file).out()).contains("no differences");
    }
}
