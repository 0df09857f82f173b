package org.c4igateway.cli.kmtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KmtfCommandTest {
    private static final String GOOD = "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String DEVIATING = "MSGID/GENADMIN/1DIV/001//   \nGENTEXT/REMARKS/ALL QUIET//\n";
    private static final String BAD = "no set and no identification\n";
    private static final String WRONG_ORDER = """
            MSGID/HELQUEST/9 BDE/0003/NOV//
            REQNO/HQ-26-0022/URGENT//
            PERIOD/321800I/222300I//
            PICKUP/3715N12702E/-/221900I//
            """;

    private static final String KOREAN = "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/적 탱크 3대//\n";
    private static final Charset MS949 = Charset.forName("x-windows-949");

    @TempDir
    Path directory;

    @Test
    void acceptsAGoodMessageWithNothingButTheSummary() throws IOException {
        CommandRun run = CommandRun.of("kmtf", "check", file("good.mtf", GOOD));

        assertThat(run.status()).isZero();
        assertThat(run.out().lines()).containsExactly("1 files, 1 messages: 1 accepted, 0 refused");
    }

    @Test
    void rejectsABadMessageWithFileLineAndColumn() throws IOException {
        String file = file("bad.mtf", BAD);

        CommandRun run = CommandRun.of("kmtf", "check", file);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith(file + ":")
                .matches(".*:\\d+:\\d+: error \\[[a-z.-]+] .+");
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
    void countsTheRefusedByRule() throws IOException {
        file("good.mtf", GOOD);
        file("bad.mtf", BAD);
        file("deviating.mtf", DEVIATING);

        assertThat(CommandRun.of("kmtf", "check", "--policy", "strict", directory.toString())
                        .out()
                        .lines())
                .last()
                .isEqualTo("3 files, 3 messages: 1 accepted, 2 refused (set.none 1, set.trailing-blanks 1)");
        assertThat(CommandRun.of("kmtf", "check", "--policy", "carry", "--json", directory.toString())
                        .out())
                .contains("\"summary\":{\"files\":3,\"messages\":3,\"accepted\":3,\"refused\":0,\"refusedByRule\":{},"
                        + "\"foundByRule\":{\"set.none\":1,\"set.trailing-blanks\":1}}");
    }

    @Test
    void refusesByNameOfFieldWhatBreaksItsDefinition() throws IOException {
        String file = file("order.mtf", WRONG_ORDER);

        CommandRun run = CommandRun.of("kmtf", "check", "--policy", "definitions", file);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out())
                .contains(":3:8: error [def.field-format] field 1 of PERIOD (start)")
                .contains("set DELIVER is mandatory and missing here");
        assertThat(CommandRun.of("kmtf", "check", file).status()).isZero();
    }

    @Test
    void readsDefinitionsOfADirectory() throws IOException {
        Path definitions = Files.createDirectory(directory.resolve("definitions"));
        String file = file("report.mtf", "MSGID/HARBREP/2 FLEET/0001/NOV//\nBERTH/NINE//\n");
        Files.writeString(definitions.resolve("harbour.yaml"), """
                sets:
                  BERTH:
                    title: Berth
                    fields: [{name: number, use: M, format: {digits: 1-2}}]
                messages:
                  HARBREP: {topic: K001, title: Harbour, sets: [{set: MSGID, use: M}, {set: BERTH, use: M}]}
                """);
        String[] command = {"kmtf", "check", "--policy", "definitions", "--definitions", definitions.toString(), file};

        assertThat(CommandRun.of(command).out()).contains("field 1 of BERTH (number)");
        Files.writeString(definitions.resolve("wrong.yaml"), "sets: 1\n");
        assertThat(CommandRun.of(command).status()).isEqualTo(2);
        assertThat(CommandRun.of(command).err()).contains("wrong.yaml:1:");
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

        CommandRun lenient = CommandRun.of("kmtf", "check", file.toString());
        CommandRun strict = CommandRun.of("kmtf", "check", "--policy", "strict", file.toString());

        assertThat(lenient.status()).isZero();
        assertThat(lenient.out().lines())
                .filteredOn(line -> line.contains("warning"))
                .singleElement()
                .asString()
                .contains(":2:17: warning [encoding.invalid] 0xC0");
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.out().lines())
                .filteredOn(line -> line.contains("[encoding."))
                .containsExactly(file + ":2:17: error [encoding.invalid] 0xC0 is not UTF-8; the message reads as CP949;"
                        + " check it with --encoding MS949, and set c4i.encoding: MS949 where it is submitted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MS949", "CP949", "euc-kr"})
    void checksAMessageInItsEncoding(String encoding) throws IOException {
        Path file = Files.write(directory.resolve("korean.mtf"), KOREAN.getBytes(MS949));

        CommandRun run = CommandRun.of("kmtf", "check", "--encoding", encoding, file.toString());

        assertThat(run.out()).doesNotContain("[").contains("1 accepted, 0 refused");
        assertThat(run.status()).isZero();
    }

    @Test
    void refusesHangulInUtf8WhereMs949IsDeclared() throws IOException {
        Path file = Files.writeString(directory.resolve("utf8.mtf"), KOREAN);

        CommandRun run = CommandRun.of("kmtf", "check", "--encoding", "MS949", file.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains(": error [encoding.invalid]", "the message reads as UTF-8");
    }

    @Test
    void countsALineInTheUnitThatIsAskedFor() throws IOException {
        String file = file("long.mtf", "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/" + "가".repeat(40) + "//\n");

        assertThat(CommandRun.of("kmtf", "check", file).out()).doesNotContain("[");
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
