package org.c4igateway.topics.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.mtf.MtfCheck;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadRulesTest {
    private static final PayloadRules RULES = PayloadRules.of(DefinitionLibrary.reference());
    private static final String NO_MESSAGE = "this is no message at all\n";
    private static final String DEVIATING = "MSGID/GENADMIN/2 FLEET/0001/NOV//\nRMKS/ASK 2 FLEET//N4//\nOR CALL.//\n";
    /** Day 32, and without DELIVER, which is mandatory. */
    private static final String WRONG_ORDER = """
            EXER/IRON PIER 26//
            MSGID/HELQUEST/9 BDE/0003/NOV//
            REQNO/HQ-26-0022/URGENT//
            PERIOD/321800I/222300I//
            PICKUP/3715N12702E/-/221900I//
            """;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "OFF, true, true, true",
        "CARRY, true, true, true",
        "LENIENT, false, true, true",
        "STRICT, false, false, true",
        "DEFINITIONS, false, false, false"
    })
    void refusesMoreWithEachLevel(PolicyLevel level, boolean noMessage, boolean deviating, boolean wrongOrder) {
        assertThat(check(NO_MESSAGE, level).accepted()).isEqualTo(noMessage);
        assertThat(check(DEVIATING, level).accepted()).isEqualTo(deviating);
        assertThat(check(WRONG_ORDER, level).accepted()).isEqualTo(wrongOrder);
    }

    @Test
    void takesAMessageOfAnOriginatorCalledGoldForMtf() {
        byte[] message = "MSGID/SITREP/GOLD/0001/NOV//\nRMKS/QUIET//\n".getBytes(StandardCharsets.UTF_8);

        assertThat(PayloadRules.of(DefinitionLibrary.reference())
                        .check(message, PolicyLevel.STRICT)
                        .accepted())
                .isTrue();
    }

    @Test
    void namesTheFieldAndTheSetThatBreakTheDefinition() {
        assertThat(check(WRONG_ORDER, PolicyLevel.DEFINITIONS).errors())
                .extracting(Diagnostic::toString)
                .anyMatch(text -> text.startsWith("4:8: error [def.field-format] field 1 of PERIOD (start) is date"))
                .anyMatch(
                        text -> text.equals("5:1: error [def.set-missing] set DELIVER is mandatory and missing here"));
    }

    @Test
    void reportsAndRefusesNothingAtCarry() {
        MtfCheck check = check(NO_MESSAGE, PolicyLevel.CARRY);

        assertThat(check.rules()).containsExactly("set.none");
        assertThat(check.diagnostics()).extracting(Diagnostic::severity).containsOnly(Severity.WARNING);
    }

    @Test
    void looksAtNothingWhenOff() {
        assertThat(check(NO_MESSAGE, PolicyLevel.OFF)).isEqualTo(check(DEVIATING, PolicyLevel.OFF));
        assertThat(check(NO_MESSAGE, PolicyLevel.OFF).rules()).isEmpty();
    }

    @Test
    void warnsThatAMessageHasNoDefinition() {
        MtfCheck check = check("MSGID/HARBREP/2 FLEET/0001/NOV//\nUNIT/A//\n", PolicyLevel.DEFINITIONS);

        assertThat(check.accepted()).isTrue();
        assertThat(check.diagnostics())
                .extracting(Diagnostic::toString)
                .containsExactly("1:1: warning [def.none] there is no definition of this message; only its syntax is"
                        + " judged");
    }

    @Test
    void appliesTheDefinitionsOfADirectory() throws IOException {
        Files.writeString(directory.resolve("harbour.yaml"), """
                sets:
                  BERTH:
                    title: Berth
                    fields:
                      - {name: number, use: M, format: {digits: 1-2}}
                messages:
                  HARBREP:
                    topic: K001
                    title: Harbour report
                    sets:
                      - {set: MSGID, use: M}
                      - {set: BERTH, use: M}
                """);
        PayloadRules rules = PayloadRules.of(DefinitionLibrary.reference().withDirectory(directory));
        byte[] message = "MSGID/HARBREP/2 FLEET/0001/NOV//\nBERTH/NINE//\n".getBytes(StandardCharsets.UTF_8);

        assertThat(rules.check(message, PolicyLevel.DEFINITIONS).errors())
                .extracting(Diagnostic::toString)
                .allSatisfy(
                        text -> assertThat(text).startsWith("2:7: error [def.field-format] field 1 of BERTH (number)"))
                .hasSize(1);
    }

    @Test
    void namesTheDirectoryWithoutDefinitions() {
        assertThatThrownBy(() -> DefinitionLibrary.reference().withDirectory(directory))
                .isInstanceOfSatisfying(
                        DefinitionException.class,
                        e -> assertThat(e.problems())
                                .isEqualTo(List.of(directory + ": the directory holds no file *.yaml or *.yml")));
        assertThatThrownBy(() -> DefinitionLibrary.reference().withDirectory(directory.resolve("none")))
                .isInstanceOf(DefinitionException.class)
                .hasMessageContaining("cannot be read");
    }

    private static MtfCheck check(String text, PolicyLevel level) {
        return RULES.check(text.getBytes(StandardCharsets.UTF_8), level);
    }
}
