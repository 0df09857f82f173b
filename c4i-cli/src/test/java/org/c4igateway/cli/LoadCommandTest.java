package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.lab.testbed.database.InterfaceDatabase;
import org.junit.jupiter.api.Test;

/** {@code load} on a real interface database without a node. */
class LoadCommandTest extends DatabaseCommandFixture {
    @Test
    void loadCountsWhatHasNoFinalStateInNoLatency() throws SQLException {
        InterfaceDatabase database = newDatabase();

        CommandRun run = load(database, "--mix", "FLASH=1", "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out())
                .contains("\"submitted\":40", "\"BRAVO\":{\"pending\":40}", "\"complete\":false")
                .contains("\"all\":{\"count\":0}");
        assertThat(row(database, "select count(*) || '/' || max(precedence) from c4i.outbox"))
                .isEqualTo("40/0");
        assertThat(load(database).out())
                .contains("80 rows have no final state 1 s after the last message")
                .containsPattern("BRAVO +40 +0 +0 +0 +0 +0 +40\n")
                .containsPattern("CHARLIE +40 +0 +0 +0 +0 +0 +40\n");
    }

    @Test
    void loadRefusesAMixThatIsNone() {
        CommandRun run = CommandRun.of("load", "--to", "BRAVO", "--mix", "FLSH=1");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'FLSH=1' is not PRECEDENCE=SHARE").contains("known: FLASH, IMMEDIATE");
    }

    private static CommandRun load(InterfaceDatabase database, String... more) {
        List<String> command = new ArrayList<>(List.of("load", "--url", database.url(), "--user", "postgres"));
        command.addAll(List.of("--messages", "../samples", "--rate", "40", "--for", "1s", "--wait", "1s"));
        command.addAll(List.of("--to", more.length == 0 ? "BRAVO,CHARLIE" : "BRAVO"));
        command.addAll(List.of(more));
        return CommandRun.of(command.toArray(String[]::new));
    }
}
