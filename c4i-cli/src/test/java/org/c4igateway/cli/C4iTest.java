package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        assertThat(CommandRun.of("xyzzyplugh").err())
                .contains("known: adopt, bench, ")
                .doesNotContain("did you mean");
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

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://127.0.0.1:1/none?password=s3cret, C4I_DB_PASSWORD",
        "jdbc:postgresql://x:s3cret@127.0.0.1:1/none, C4I_DB_PASSWORD",
        "jdbc:postgresql://127.0.0.1:1/none?sslpassword=s3cret, permissions of its file",
        "jdbc:postgresql://127.0.0.1:1/none?user=s3cret, --user"
    })
    void refusesAUrlThatHoldsALoginAndDoesNotRepeatIt(String url, String remedy) {
        for (String command : List.of("status", "doctor")) {
            CommandRun run = CommandRun.of(command, "--url", url);

            assertThat(run.status()).isEqualTo(2);
            assertThat(run.err()).contains("the database URL contains").contains(remedy);
            assertThat(run.out() + run.err()).doesNotContain("s3cret");
        }
    }

    @Test
    void printsACompletionThatBashTakes() throws IOException, InterruptedException {
        CommandRun run = CommandRun.of("completion");

        assertThat(run.status()).isZero();
        assertThat(completions(run.out(), "c4i", "sta")).containsExactly("status");
        assertThat(completions(run.out(), "c4i", "status", "--until")).containsExactly("--until-settled");
    }

    @Test
    void completesScenariosCellsTopicsAndTheLaunchersCommands() throws IOException, InterruptedException {
        String script = CommandRun.of("completion").out();

        assertThat(completed(script, "c4i", "topics", "show", "A00"))
                .contains("A004")
                .doesNotContain("A015");
        assertThat(completed(script, "c4i", "send", "--topic", "A01")).contains("A015");
        assertThat(completed(script, "c4i", "ben")).containsExactly("bench");
        assertThat(completed(script, "c4i", "stat")).containsExactly("status");
        assertThat(CommandRun.of("completion", "--words", "systems", "--url", "")
                        .out())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "sned --help, c4i send",
        "lab rnu --help, c4i lab run",
        "node --conifg x, --config",
        "send --too x, --to",
        "status --jsn, --json",
        "topics show HELQEST, HELQUEST"
    })
    void suggestsWhatWasMeantAtEachLevel(String typed, String meant) {
        CommandRun run = CommandRun.of(typed.split(" "));

        assertThat(run.status()).isNotZero();
        assertThat(run.err()).contains("did you mean: ").contains(meant);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void refusesToWaitWithoutWatching() {
        CommandRun run = CommandRun.of("status", "--url", "jdbc:postgresql://127.0.0.1:1/none", "--until-settled");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--until-settled needs it");
    }

    /** What bash offers for the last word, of commands and options. */
    private static List<String> completions(String script, String... words) throws IOException, InterruptedException {
        return offered("_complete_c4i", script, words);
    }

    /** What bash offers for the last word, of names, too. */
    private static List<String> completed(String script, String... words) throws IOException, InterruptedException {
        return offered("_c4i_complete", script, words);
    }

    private static List<String> offered(String function, String script, String... words)
            throws IOException, InterruptedException {
        String asked = script + "\nCOMP_WORDS=(" + quoted(words) + ")\nCOMP_CWORD=" + (words.length - 1) + "\n"
                + function + "\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        Process bash = new ProcessBuilder("bash", "--norc")
                .redirectError(ProcessBuilder.Redirect.DISCARD) // compopt complains outside of a completion
                .start();
        try (OutputStream in = bash.getOutputStream()) {
            in.write(asked.getBytes(StandardCharsets.UTF_8));
        }
        String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(answer).isZero();
        return answer.lines().toList();
    }

    private static String quoted(String... words) {
        return Stream.of(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }
}
