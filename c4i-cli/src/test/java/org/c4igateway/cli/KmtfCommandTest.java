package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KmtfCommandTest {
    private static final String GOOD = "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String DEVIATING = "MSGID/GENADMIN/1DIV/001//   \nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String BAD = "GENTEXT/REMARKS/NO IDENTIFICATION//\n";

    @TempDir
    Path directory;

    @Test
    void acceptsAGoodMessageSilently() throws IOException {
        CommandRun run = CommandRun.of("kmtf", "check", file("good.mtf", GOOD));

        assertThat(run.status()).isZero();
        assertThat(run.out()).isEmpty();
    }

    @Test
    void rejectsABadMessageWithFileLineAndColumn() throws IOException {
        String file = file("bad.mtf", BAD);

        CommandRun run = CommandRun.of("kmtf", "check", file);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines().toList())
                .isNotEmpty()
                .allMatch(line -> line.startsWith(file + ":"))
                .anyMatch(line -> line.matches(".*:\\d+:\\d+: error \\[[a-z.-]+] .+"));
    }

    @Test
    void warnsOfADeviationInLenientAndRejectsItInStrict() throws IOException {
        String file = file("deviating.mtf", DEVIATING);

        assertThat(CommandRun.of("kmtf", "check", file).status()).isZero();
        assertThat(CommandRun.of("kmtf", "check", file).out()).contains(": warning [");
        assertThat(CommandRun.of("kmtf", "check", "--profile", "strict", file).status())
                .isEqualTo(1);
    }

    @Test
    void searchesDirectoriesInOrderAndOnlyForMessageFiles() throws IOException {
        Files.createDirectory(directory.resolve("b"));
        file("b/second.txt", BAD);
        file("a.mtf", BAD);
        file("ignored.bin", BAD);

        CommandRun run = CommandRun.of("kmtf", "check", "--json", directory.toString());

        assertThat(run.out()).contains("a.mtf").contains("second.txt").doesNotContain("ignored.bin");
        assertThat(run.out().indexOf("a.mtf")).isLessThan(run.out().indexOf("second.txt"));
        assertThat(run.out()).startsWith("{\"").contains("\"accepted\":false");
    }

    @Test
    void saysWhichFileCannotBeRead() {
        CommandRun run =
                CommandRun.of("kmtf", "check", directory.resolve("none.mtf").toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("none.mtf");
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }
}
