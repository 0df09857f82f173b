package org.c4igateway.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabExecutionTest {
    /** The report shows the command for people to run it again. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"paper/loss,paper/loss", "N = 5,'N = 5'", "it's,'it'\\''s'", "--cell=a,--cell=a"})
    void writesItsCommandAsAShellTakesIt(String word, String expected) {
        assertThat(LabExecution.quoted(word)).isEqualTo(expected);
    }
}
