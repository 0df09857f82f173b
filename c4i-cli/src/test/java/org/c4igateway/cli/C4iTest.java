package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class C4iTest {
    @ParameterizedTest
    @CsvSource({"tpoics, c4i topics", "stauts, c4i status", "docter, c4i doctor", "tset, c4i test", "bnch, c4i bench"})
    void suggestsTheCommandThatWasProbablyMeant(String typed, String meant) {
        CommandRun run = CommandRun.of(typed);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("unknown command '" + typed + "'").contains("did you mean: " + meant + "?");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void listsWhatIsKnownWhenNothingIsNear() {
        assertThat(CommandRun.of("xyzzyplugh").err()).contains("known: bench, ").doesNotContain("did you mean");
    }

    @ParameterizedTest
    @CsvSource({"topics", "kmtf", "''"})
    void refusesACommandThatIsIncomplete(String command) {
        CommandRun run = command.isEmpty() ? CommandRun.of() : CommandRun.of(command);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--help");
    }

    @Test
    void refusesAnUnknownOptionAndPointsToTheHelp() {
        CommandRun run = CommandRun.of("topics", "list", "--bogus");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'--bogus'").contains("c4i topics list --help");
    }

    @Test
    void saysHowToNameADatabaseWhenNoneIsNamed() {
        CommandRun run = CommandRun.of("status", "--url", "");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--url").contains("C4I_DB_URL");
    }

    @Test
    void tellsAnUnreachableDatabaseFromADefect() {
        CommandRun run = CommandRun.of("status", "--url", "jdbc:postgresql://127.0.0.1:1/none");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("no connection to").doesNotContain("defect");
    }
}
