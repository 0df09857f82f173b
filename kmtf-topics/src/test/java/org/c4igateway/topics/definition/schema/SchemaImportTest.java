package org.c4igateway.topics.definition.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.PayloadRules;
import org.c4igateway.topics.definition.PolicyLevel;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaImportTest {
    private static final Map<String, String> NAMES = Map.of("strength_return", "STRENRET");
    private static final String HEAD = "MSGID/STRENRET/1DIV/001//\n";

    @TempDir
    Path directory;

    @Test
    void judgesMessagesOfAnImportedSchemaSet() throws Exception {
        DefinitionLibrary library = imported(NAMES, resource("plain"));

        assertThat(library.find("STRENRET").orElseThrow().title()).isEqualTo("strength return");
        assertThat(findings(
                        library,
                        HEAD + "RUNIT/2 BDE/ASOF:3123Z/CODE:AB//\nSTRENGTH/MEN/400/A/12//\nRUNIT/3 BDE/-//\n"
                                + "GENTEXT/SITUATION/QUIET//\n"))
                .isEmpty();
    }

    @Test
    void refusesByNameOfSetAndFieldWhatTheSchemaDoesNotAllow() throws Exception {
        DefinitionLibrary library = imported(NAMES, resource("plain"));

        assertThat(findings(library, HEAD + "RUNIT/A/-/CODE:TOO LONG A NAME//\n"))
                .extracting(Diagnostic::rule)
                .containsExactly("def.field-format");
        assertThat(findings(library, HEAD + "RUNIT/2 BDE/3223Z//\n"))
                .singleElement()
                .asString()
                .startsWith("2:13: error [def.field-format] field 2 of RUNIT (as of)");
        assertThat(findings(library, HEAD + "RUNIT/2 BDE//\nSTRENGTH/M1//\n"))
                .extracting(Diagnostic::rule)
                .containsExactly("def.field-format", "def.field-missing");
        assertThat(findings(library, HEAD + "GENTEXT/SITUATION/QUIET//\n"))
                .singleElement()
                .asString()
                .contains("[def.set-missing] segment 'unit segment' (opened by RUNIT)");
        assertThat(findings(library, HEAD + "RUNIT/A//\n" + "STRENGTH/MEN/1//\n".repeat(4)))
                .extracting(Diagnostic::rule)
                .containsExactly("def.set-repeated");
    }

    @Test
    void takesNamesDescriptorsAndHeadersFromApplicationInformation() throws Exception {
        DefinitionLibrary library = imported(Map.of(), resource("told"));

        assertThat(library.find("PLACEREP").orElseThrow()).satisfies(message -> {
            assertThat(message.topicId()).isEqualTo("X001");
            assertThat(message.title()).isEqualTo("REPORT OF A PLACE");
        });
        assertThat(library.findSet("PLACE").orElseThrow().title()).isEqualTo("PLACE OF EVENT");
        String head = "MSGID/PLACEREP/1DIV/001//\n";
        assertThat(findings(library, head + "PLACE/GRID:12345678/.5//\n")).isEmpty();
        assertThat(findings(library, head + "PLACE/SEOUL//\n")).isEmpty();
        assertThat(findings(library, head + "PLACE/GRID:123//\n"))
                .extracting(Diagnostic::rule)
                .containsExactly("def.field-format");
        assertThat(findings(library, head + "1FUELS\n/KIND/AMOUNT\n/JET /1234//\n"))
                .isEmpty();
        assertThat(findings(library, head + "1FUELS\n/KIND/SUM\n/JET /1234//\n"))
                .extracting(Diagnostic::rule)
                .containsExactly("def.column-header");
    }

    @Test
    void opensASegmentWithAnyOfTheSetsBeforeItsFirstMandatoryOne() throws Exception {
        Path other = Files.createDirectory(directory.resolve("segments"));
        for (String file : List.of("fields.xsd", "composites.xsd", "sets.xsd")) {
            Files.copy(resource("plain").resolve(file), other.resolve(file));
        }
        String messages = Files.readString(resource("plain").resolve("messages.xsd"))
                .replace("type=\"s:reporting.unit\"", "type=\"s:reporting.unit\" minOccurs=\"0\"");
        Files.writeString(other.resolve("messages.xsd"), messages);

        DefinitionLibrary library = imported(NAMES, other);

        String unit = "RUNIT/A//\n";
        String strength = "STRENGTH/MEN/1//\n";
        assertThat(findings(library, HEAD + strength + unit + strength + unit + unit + strength.repeat(3)))
                .isEmpty();
        assertThat(findings(library, HEAD + unit + "NOSUCH/A//\n" + strength))
                .extracting(Diagnostic::rule)
                .containsExactly("def.set-unexpected");
        assertThat(findings(library, HEAD + "GENTEXT/SITUATION/QUIET//\n"))
                .extracting(Diagnostic::rule)
                .containsExactly("def.set-missing");
    }

    @Test
    void countsWhatDefinitionsSayLessExactlyThanTheSchema() throws Exception {
        ImportedDefinitions plain = new SchemaImport(NAMES).read(List.of(resource("plain")));

        assertThat(plain.sets()).containsOnlyKeys("RUNIT", "STRENGTH");
        assertThat(plain.gaps())
                .as("formats unit.name.1, strength.1 and odd.1; all fields; no choice of sets")
                .isEqualTo(new ImportedDefinitions.Gaps(3, 6, 0));
        assertThat(new SchemaImport(Map.of()).read(List.of(resource("told"))).gaps())
                .isEqualTo(new ImportedDefinitions.Gaps(1, 0, 1));
    }

    @Test
    void readsSeveralSchemaSetsAndRefusesThatTheyContradictEachOther() throws Exception {
        assertThat(new SchemaImport(NAMES)
                        .read(List.of(resource("plain"), resource("told"), resource("plain")))
                        .messages())
                .containsOnlyKeys("STRENRET", "PLACEREP");

        Path other = Files.createDirectory(directory.resolve("other"));
        String told = Files.readString(resource("told").resolve("all.xsd"));
        Files.writeString(other.resolve("all.xsd"), told.replace("PLACE OF EVENT", "PLACE"));
        assertThatThrownBy(() -> new SchemaImport(NAMES).read(List.of(resource("told"), other)))
                .hasMessageContaining("set PLACE differs from the one read before");
    }

    @Test
    void saysFileLineAndElementOfWhatItCannotRead() throws Exception {
        assertProblem(resource("plain"), "messages.xsd:4: element strength_return: the schema does not say the name");
        assertProblem(
                schema("<xs:element name='m'><xs:complexType><xs:sequence>\n<xs:element ref='none'/>"
                        + "</xs:sequence></xs:complexType></xs:element>"),
                "a.xsd:2: element: no element {}none in these files");
        assertProblem(
                schema("<xs:simpleType name='t'/>\n<xs:simpleType name='t'/>"),
                "a.xsd:2: simpleType t: defined before, at ");
        assertProblem(schema("<xs:element"), "a.xsd:1: not XML: ");
        assertProblem(schema("<xs:element name='m'/>"), "none holds the set MSGID");
        assertProblem(Files.createDirectory(directory.resolve("empty")), "the directory holds no file *.xsd");
    }

    @Test
    void opensNothingThatASchemaNames() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "STOLEN");
        Path dtd = schema("");
        String entity = "<!DOCTYPE x [<!ENTITY e SYSTEM '" + secret.toUri() + "'>]>"
                + "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a'><xs:annotation>"
                + "<xs:appinfo>&e;</xs:appinfo></xs:annotation></xs:element></xs:schema>";
        Files.writeString(dtd.resolve("a.xsd"), entity);

        assertProblem(dtd, "a document type definition is not read");
    }

    /** The parser of the JDK has no text for this mistake and throws an exception that is none of XML. */
    @Test
    void namesTheFileOfADocumentTypeThatIsNoXml() throws IOException {
        Path broken = schema("");
        Files.writeString(broken.resolve("a.xsd"), "<!DOCTYPE a [<!ENTITY\u0014 b SYSTEM \"c\">]><a/>");

        assertProblem(broken, "a.xsd:1: not XML");
    }

    @Test
    void boundsDepthAndNumberOfFiles() throws Exception {
        assertProblem(
                schema("<xs:annotation>".repeat(SchemaFiles.DEEPEST) + "</xs:annotation>".repeat(SchemaFiles.DEEPEST)),
                "a.xsd:1: annotation: nested deeper than 64");
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i <= SchemaFiles.MAX_FILES; i++) {
            Files.createFile(many.resolve(i + ".xsd"));
        }
        assertProblem(many, "more than 1000 files *.xsd");
    }

    private Path schema(String content) throws IOException {
        Path set = Files.createTempDirectory(directory, "set");
        Files.writeString(
                set.resolve("a.xsd"),
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>" + content + "</xs:schema>");
        return set;
    }

    private static void assertProblem(Path schemas, String problem) {
        assertThatThrownBy(() -> new SchemaImport(Map.of()).read(List.of(schemas)))
                .isInstanceOfSatisfying(
                        DefinitionException.class,
                        e -> assertThat(e.problems())
                                .anySatisfy(found -> assertThat(found).contains(problem)));
    }

    private DefinitionLibrary imported(Map<String, String> names, Path schemas) throws IOException {
        Path definitions = directory.resolve("definitions");
        new SchemaImport(names).read(List.of(schemas)).write(definitions, new ArrayList<>());
        return DefinitionLibrary.reference().withDirectory(definitions);
    }

    private static List<Diagnostic> findings(DefinitionLibrary library, String message) {
        return PayloadRules.of(library)
                .check(message.getBytes(StandardCharsets.UTF_8), PolicyLevel.DEFINITIONS)
                .diagnostics();
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(SchemaImportTest.class.getResource(name)).toURI());
    }
}
