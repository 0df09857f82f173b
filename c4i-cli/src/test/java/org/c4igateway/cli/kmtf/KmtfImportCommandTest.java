package org.c4igateway.cli.kmtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.c4igateway.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KmtfImportCommandTest {
    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
              <xs:simpleType name="code"><xs:restriction base="xs:string"><xs:enumeration value="UP"/></xs:restriction></xs:simpleType>
              <xs:complexType name="identifier"><xs:attribute name="setid" fixed="MSGID"/></xs:complexType>
              <xs:complexType name="state">
                <xs:sequence><xs:element name="state" type="code"/></xs:sequence>
                <xs:attribute name="setid" fixed="STATE"/>
              </xs:complexType>
              <xs:element name="state_report">
                <xs:complexType><xs:sequence>
                  <xs:element name="identifier" type="identifier"/>
                  <xs:element name="state" type="state"/>
                </xs:sequence></xs:complexType>
              </xs:element>
            </xs:schema>
            """;

    @TempDir
    Path directory;

    private Path schemas;
    private Path target;

    @BeforeEach
    void writeSchema() throws IOException {
        schemas = Files.createDirectory(directory.resolve("schemas"));
        target = directory.resolve("definitions");
        Files.writeString(schemas.resolve("all.xsd"), SCHEMA);
    }

    @Test
    void writesDefinitionsByWhichMessagesAreThenChecked() throws IOException {
        CommandRun run = CommandRun.of(
                "kmtf", "import", "--name", "state_report=STATEREP", "--to", target.toString(), schemas.toString());
        Path message = Files.writeString(directory.resolve("bad.mtf"), "MSGID/STATEREP/1DIV/001//\nSTATE/DOWN//\n");
        CommandRun check = CommandRun.of(
                "kmtf", "check", "--policy", "definitions", "--definitions", target.toString(), message.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("1 messages, 1 sets, 1 formats in 3 files");
        assertThat(check.status()).isEqualTo(1);
        assertThat(check.out()).contains(":2:7: error [def.field-format] field 1 of STATE (state) is one of UP");
    }

    @Test
    void writesNothingWhenASchemaCannotBeUsed() {
        CommandRun run = CommandRun.of("kmtf", "import", "--to", target.toString(), schemas.toString());

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("all.xsd:8: element state_report: ", "--name state_report=NAME");
        assertThat(target).doesNotExist();
    }

    @Test
    void overwritesNoDefinitions() throws IOException {
        Files.createDirectory(target);
        Files.writeString(target.resolve("own.yaml"), "sets: {}\n");

        CommandRun run = CommandRun.of("kmtf", "import", "--to", target.toString(), schemas.toString());

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("holds definition files");
    }
}
