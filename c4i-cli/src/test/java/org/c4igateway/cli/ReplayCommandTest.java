package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments of replay, before it asks a database. */
class ReplayCommandTest {
    @ParameterizedTest
    @MethodSource("wrong")
    void namesTheOptionAndTheValueAtFault(String message, String arguments) {
        CommandRun run = CommandRun.of(("replay " + arguments).split(" "));

        assertThat(run.err()).contains(message);
        assertThat(run.status()).isEqualTo(2);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("nothing is chosen; give --id, --topic", "--dry-run"),
                Arguments.of("--reason is missing", "--id 5"),
                Arguments.of("--id 0 is no number of a message", "--id 0 --dry-run"),
                Arguments.of("--id has 2 numbers, more than --limit 1", "--id 1,2 --limit 1 --dry-run"),
                Arguments.of("'x' is not a long", "--id x --dry-run"),
                Arguments.of("--limit 10001 is not 1 to 10000", "--id 1 --limit 10001 --dry-run"),
                Arguments.of("--to bravo is not a system name", "--to bravo --dry-run"),
                Arguments.of("--topic S(1 is no topic id", "--topic S(1 --dry-run"),
                Arguments.of("--code 303 is no code such as GW-303", "--code 303 --dry-run"),
                Arguments.of("--since yesterday is no time with its zone", "--since yesterday --dry-run"),
                Arguments.of("--until 2026-11-22 is no time with its zone", "--until 2026-11-22 --dry-run"),
                Arguments.of(
                        "is not before --until 2026-11-22T06:00:00Z",
                        "--since 2026-11-22T06:00:00Z --until 2026-11-22T06:00:00Z --dry-run"),
                Arguments.of("--from is for dead letters; add --dead-letters", "--from ALPHA --to BRAVO --dry-run"),
                Arguments.of("--from applies to received messages", "--from ALPHA --to BRAVO --dead-letters --dry-run"),
                Arguments.of("--to applies to sent messages", "--to BRAVO --dead-letters=received --dry-run"),
                Arguments.of(
                        "--again and --expired apply to sent messages", "--dead-letters=received --again --dry-run"),
                Arguments.of("--dead-letters", "--dead-letters=lost --dry-run"));
    }

    @Test
    void explainsItselfWithExamples() {
        CommandRun run = CommandRun.of("replay", "--help");

        assertThat(run.out()).contains("Examples:", "--dead-letters", "--dry-run", "--again");
        assertThat(run.status()).isZero();
    }
}
