package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.c4igateway.core.fault.CodeAdvice;
import org.c4igateway.core.fault.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CodesCommandTest {
    private static final Path PAGE = Path.of("..", "docs", "reference", "error-codes.md");

    @Test
    void thePageIsWhatTheCodeSays() throws IOException {
        assertThat(Files.readString(PAGE))
                .as("generate it anew: ./c4i codes --markdown > docs/reference/error-codes.md")
                .isEqualTo(CommandRun.of("codes", "--markdown").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GW-104", "gw-104", "104", "schema_version", "schema-version"})
    void explainsACodeByItsNumberOrName(String word) {
        CommandRun run = CommandRun.of("codes", word);

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .startsWith("GW-104 SCHEMA_VERSION\n")
                .contains("  keys     c4i.database.migrate\n")
                .contains("  command  c4i ")
                .doesNotContain("](");
    }

    @Test
    void listsEveryCodeOnALineOfItsOwn() {
        assertThat(CommandRun.of("codes").out().lines().filter(line -> line.startsWith("GW-")))
                .hasSize(ErrorCode.values().length);
    }

    @Test
    void saysThatItDoesNotKnowACode() {
        CommandRun run = CommandRun.of("codes", "GW-999");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("no code 'GW-999'").contains("c4i codes lists all");
    }

    @Test
    void everyCodeNamesACommandThatExistsWithItsOptions() {
        for (CodeAdvice advice : CodeAdvice.all()) {
            Deque<String> words =
                    new ArrayDeque<>(Arrays.asList(advice.command().split(" ")));
            CommandLine command = new CommandLine(new C4i());
            CommandLine below = command.getSubcommands().get(words.peek());
            while (below != null) {
                command = below;
                words.remove();
                below = words.isEmpty() ? null : command.getSubcommands().get(words.peek());
            }
            assertThat(command.getCommandName())
                    .as(advice.code() + ": " + advice.command())
                    .isNotEqualTo("c4i");
            assertThat(command.getCommandSpec().optionsMap().keySet())
                    .as(advice.code() + ": " + advice.command())
                    .containsAll(
                            words.stream().filter(word -> word.startsWith("--")).toList());
        }
    }

    @Test
    void everyReplayThatACodeNamesChoosesMessages() {
        assertThat(CodeAdvice.all())
                .filteredOn(advice -> advice.command().startsWith("replay"))
                .isNotEmpty()
                .allSatisfy(advice -> assertThat(advice.command().split(" "))
                        .as(advice.code().code())
                        .containsAnyOf("--id", "--topic", "--to", "--since", "--until", "--code", "--dead-letters"));
    }
}
