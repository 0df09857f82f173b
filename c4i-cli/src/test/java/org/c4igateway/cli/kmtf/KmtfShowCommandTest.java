package org.c4igateway.cli.kmtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.c4igateway.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

class KmtfShowCommandTest {
    private static final String MESSAGE = """
            MSGID/HELQUEST/9 BDE/0003/NOV//
            REQNO/HQ-26-0022/URGENT//
            PERIOD/321800I/222300I//
            PICKUP/3715N12702E/-/221900I//
            """;

    @TempDir
    Path directory;

    @Test
    void showsSetsAndFieldsByTheNamesOfTheirDefinitions() throws IOException {
        String file = file("show.mtf", MESSAGE);

        assertThat(CommandRun.of("kmtf", "show", file).out().lines())
                .startsWith("HELQUEST - Helicopter request")
                .contains("  MSGID - Message identifier (line 1)", "    message name: HELQUEST");
    }

    @Test
    void showsAMessageAsJson() throws IOException {
        CommandRun run = CommandRun.of("kmtf", "show", "--format", "json", file("show.mtf", MESSAGE));

        assertThat(run.status()).isZero();
        assertThat(run.out()).hasLineCount(1);
        assertThat(JsonMapper.shared()
                        .readTree(run.out())
                        .at("/sets/0/rows/0/0/text")
                        .asString())
                .isEqualTo("HELQUEST");
    }

    @Test
    void showsAMessageAsXmlWhateverCharactersItHas() throws Exception {
        String file = file("show.mtf", "MSGID/GENADMIN/1DIV/001//\nGENTEXT/REMARKS/A <B> & \u0001 가//\n");

        CommandRun run = CommandRun.of("kmtf", "show", "--format", "xml", file);

        Element message = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(run.out())))
                .getDocumentElement();
        assertThat(message.getAttribute("name")).isEqualTo("GENADMIN");
        assertThat(message.getElementsByTagName("text").item(0).getTextContent())
                .isEqualTo("A <B> & \\u{0001} 가");
    }

    @Test
    void tellsAColumnarSetWithoutRowsFromFreeText() throws IOException {
        String file = file("empty.mtf", "MSGID/GENADMIN/1DIV/001//\n1STATUS//\nRMKS/TEXT//\n");

        String shown = CommandRun.of("kmtf", "show", "--format", "json", file).out();

        assertThat(JsonMapper.shared().readTree(shown).at("/sets/1/rows").isArray())
                .isTrue();
        assertThat(JsonMapper.shared().readTree(shown).at("/sets/2/text").asString())
                .isEqualTo("TEXT");
    }

    @Test
    void showsTheRestOfADamagedMessageAndSaysWhenThereIsNoSet() throws IOException {
        assertThat(CommandRun.of("kmtf", "show", file("damaged.mtf", "MSGID/SITREP\nGENTEXT/REMARKS/TEXT//\n"))
                        .status())
                .isZero();
        CommandRun nothing = CommandRun.of("kmtf", "show", file("none.mtf", "\n"));
        assertThat(nothing.status()).isEqualTo(1);
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }
}
