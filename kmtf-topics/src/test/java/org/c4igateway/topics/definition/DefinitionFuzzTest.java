package org.c4igateway.topics.definition;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.definition.read.DefinitionReader;
import org.junit.jupiter.params.provider.MethodSource;

/** A file of definitions is read, or refused with the place of each problem. */
class DefinitionFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        """
                        formats:
                          count: {number: 1-99}
                          word: {text: 1-20}
                          kind: {codes: [A, B]}
                        sets:
                          UNIT: {title: Unit, fields: [{name: who, format: word, use: M}, {name: how, format: count}]}
                        messages:
                          TESTREP: {title: Test, sets: [{set: UNIT, use: M, repeat: 3}]}
                        """,
                        "formats: &a {x: *a}\n",
                        "sets: [1, {2: 3}]\nmessages: ~\n",
                        "messages:\n  A:\n    conditions:\n      - {if: {set: B}, then: {require: C}}\n")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void readsDefinitionsOrNamesThePlaces(byte[] file) {
        DefinitionReader reader = new DefinitionReader(Map.of(), Map.of(), Map.of());
        reader.add("x.yaml", new String(file, StandardCharsets.UTF_8));
        try {
            reader.read();
        } catch (DefinitionException e) {
            assertThat(e.problems()).isNotEmpty().allMatch(problem -> problem.startsWith("x.yaml"));
        }
    }
}
