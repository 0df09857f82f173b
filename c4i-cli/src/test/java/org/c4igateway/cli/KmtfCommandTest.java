package org.c4igateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KmtfCommandTest {
    private static final String GOOD = "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String DEVIATING = "MSGID/GENADMIN/1DIV/001//   \nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String BAD = "GENTEXT/REMARKS/NO IDENTIFICATION//\n";

    private static final String KOREAN = "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/적 탱크 3대//\n";
    private static final Charset MS949 = Charset.forName("x-windows-949");

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

    @Test
    void saysOnceThatAMessageIsInAnotherEncoding() throws IOException {
        Path file = Files.write(directory.resolve("korean.mtf"), KOREAN.getBytes(MS949));

        CommandRun run = CommandRun.of("kmtf", "check", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines())
                .containsExactly(file + ":2:17: error [encoding.invalid] 0xC0 is not UTF-8; the message reads as CP949;"
                        + " check it with --encoding MS949, and set c4i.encoding: MS949 where it is submitted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MS949", "CP949", "euc-kr"})
    void checksAMessageInItsEncoding(String encoding) throws IOException {
        Path file = Files.write(directory.resolve("korean.mtf"), KOREAN.getBytes(MS949));

        CommandRun run = CommandRun.of("kmtf", "check", "--encoding", encoding, file.toString());

        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isZero();
    }

    @Test
    void refusesHangulInUtf8WhereMs949IsDeclared() throws IOException {
        Path file = Files.writeString(directory.resolve("utf8.mtf"), KOREAN);

        CommandRun run = CommandRun.of("kmtf", "check", "--encoding", "MS949", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("the message reads as UTF-8").hasLineCount(1);
    }

    @Test
    void countsALineInTheUnitThatIsAskedFor() throws IOException {
        String file = file("long.mtf", "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/" + "가".repeat(40) + "//\n");

        assertThat(CommandRun.of("kmtf", "check", file).out()).isEmpty();
        assertThat(CommandRun.of("kmtf", "check", "--line-unit", "columns", file)
                        .out())
                .contains("[line.length]");
    }

    @Test
    void namesTheEncodingsThatThereAre() {
        CommandRun run = CommandRun.of("kmtf", "check", "--encoding", "UTF-16", "any.mtf");

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'UTF-16' is not UTF-8, MS949 (also CP949, EUC-KR) or windows-1252");
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }
}
