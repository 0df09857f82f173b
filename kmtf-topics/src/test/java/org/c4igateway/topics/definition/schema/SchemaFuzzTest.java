package org.c4igateway.topics.definition.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.junit.jupiter.params.provider.MethodSource;

/** A schema set is imported into files that the gateway reads, or refused with the place of each problem. */
class SchemaFuzzTest {
    private static final DefinitionLibrary SHIPPED = DefinitionLibrary.reference();

    static Stream<byte[]> seeds() throws IOException {
        return Stream.of(
                        """
                        <xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="u" xmlns="u">
                        <xsd:simpleType name="Word"><xsd:restriction base="xsd:string"><xsd:pattern value="[A-Z]{1,5}"/>
                        </xsd:restriction></xsd:simpleType>
                        <xsd:complexType name="MSGIDType"><xsd:sequence><xsd:element name="T" type="Word"/></xsd:sequence>
                        <xsd:attribute name="setid" fixed="MSGID"/></xsd:complexType>
                        <xsd:complexType name="UnitType"><xsd:sequence><xsd:element name="W" type="Word" minOccurs="0"/>
                        </xsd:sequence><xsd:attribute name="setid" fixed="UNIT"/></xsd:complexType>
                        <xsd:element name="report"><xsd:complexType><xsd:sequence>
                        <xsd:element name="m" type="MSGIDType"/><xsd:element name="u" type="UnitType" maxOccurs="9"/>
                        </xsd:sequence><xsd:attribute name="mtfid" fixed="TESTREP"/></xsd:complexType></xsd:element>
                        </xsd:schema>
                        """,
                        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/hostname\">]><a>&b;</a>",
                        "<xsd:schema xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"><xsd:element/></xsd:schema>")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void importsWhatItCanReadAgainOrNamesThePlaces(byte[] schema) throws IOException {
        Path directory = Files.createTempDirectory("schema");
        try {
            Path from = Files.createDirectory(directory.resolve("from"));
            Files.write(from.resolve("x.xsd"), schema);
            ImportedDefinitions imported;
            try {
                imported = new SchemaImport(Map.of()).read(List.of(from));
            } catch (DefinitionException e) {
                assertThat(e.problems()).isNotEmpty().allMatch(problem -> problem.contains("from"));
                return;
            }
            List<Path> files = new ArrayList<>();
            imported.write(directory.resolve("to"), files);
            assertThat(SHIPPED.with(files)).isNotNull();
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
