package org.c4igateway.topics.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.topics.definition.model.DefinitionException;
import org.c4igateway.topics.definition.model.MessageDefinition;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.Diagnostic;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefinitionLibraryTest {
    private static final String OK_MESSAGE = "{set: MSGID, use: M}";

    @TempDir
    Path directory;

    @Test
    void shipsMessagesOfEveryClassThatTheCatalogueKnows() {
        DefinitionLibrary library = DefinitionLibrary.reference();
        TopicCatalogue catalogue = TopicCatalogue.reference();

        assertThat(library.messages())
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(message -> assertThat(catalogue.find(message.topicId()))
                        .map(Topic::name)
                        .contains(message.name()));
        assertThat(library.messages().stream()
                        .map(message ->
                                catalogue.find(message.topicId()).orElseThrow().trafficClass())
                        .collect(Collectors.toSet()))
                .isEqualTo(EnumSet.allOf(TrafficClass.class));
    }

    @Test
    void addsAndReplacesDefinitionsOfUsers() throws IOException {
        Path own = write("""
                sets:
                  KUNIT: {fields: [{name: unit, use: M, format: unit}]}
                messages:
                  KREP:
                    topic: K001
                    sets:
                      - {set: MSGID, use: M}
                      - {set: KUNIT, use: M}
                """);
        DefinitionLibrary library = DefinitionLibrary.reference().with(List.of(own));

        assertThat(library.find("KREP")).map(MessageDefinition::topicId).contains("K001");
        assertThat(library.find("TRACKREP")).isPresent();
        byte[] message = "MSGID/KREP/X//\n".getBytes(StandardCharsets.UTF_8);
        assertThat(new MtfValidator(library).validate(MtfParser.parse(message, MtfProfile.STRICT), MtfProfile.STRICT))
                .extracting(Diagnostic::rule)
                .containsExactly("def.set-missing");
    }

    static List<List<String>> badFiles() {
        return List.of(
                List.of("", ":1:1: the file is empty"),
                List.of("messages: [", ":1:12: not YAML: "),
                List.of("message: {}", ":1:1: unknown key 'message'; known: formats, messages, sets"),
                List.of("sets: []", ":1:7: a map is expected here"),
                List.of("formats:\n  a: {alnum: x}", ":2:14: 'x' is not a length such as 3 or 1-20"),
                List.of("formats:\n  a: {alnum: 5-2}", ":2:14: a length range"),
                List.of("formats:\n  a: {letters: 5}", ":2:7: unknown key 'letters'"),
                List.of("formats:\n  a: {alnum: 5, alpha: 2}", ":2:6: a format has exactly one kind"),
                List.of("formats:\n  a: nosuch", ":2:6: no format named 'nosuch'"),
                List.of("formats:\n  a: {dtg: [TODAY]}", ":2:12: unknown layout 'TODAY'"),
                List.of("formats:\n  a: {number: {min: 3, max: 1}}", ":2:15: a number range"),
                List.of("formats:\n  a: {alpha: 1}\n  a: {alpha: 2}", ":3:3: key 'a' twice"),
                List.of("sets:\n  ABC: {fields: []}", ":2:8: set ABC has no field"),
                List.of("sets:\n  ABC: {title: x}", ":2:8: set ABC has either 'fields' or 'columns'"),
                List.of("sets:\n  ABC: {fields: [{name: a, use: X, format: unit}]}", ":2:33: 'X' is not M, O or C"),
                List.of(
                        "sets:\n  ABC: {fields: [{name: a, use: M}]}",
                        ":2:18: a field has either 'format' or 'alternatives'"),
                List.of(
                        "sets:\n  1ABC: {fields: [{name: a, use: M, format: unit}]}",
                        ":2:9: set 1ABC: an identifier starts with a digit exactly when"),
                List.of(
                        "sets:\n  ABC: {fields: [{name: a, use: M, descriptor: too-long-x, format: unit}]}",
                        ":2:48: a descriptor is 1 to 8 capitals or digits"),
                List.of("messages:\n  A: {sets: []}", ":2:13: at least one set is expected here"),
                List.of("messages:\n  A: {sets: [" + OK_MESSAGE + "]}", ":2:6: key 'topic' is missing"),
                List.of(
                        "messages:\n  A: {topic: K, sets: [{set: REF, use: M}]}",
                        ":2:6: message 'A' has no mandatory MSGID"),
                List.of("messages:\n  A: {topic: K, sets: [{set: NOPE, use: M}]}", ":2:30: no set 'NOPE' is defined"),
                List.of("messages:\n  A: {topic: K, sets: [{set: RMKS, use: M}]}", ":2:30: RMKS is allowed wherever"),
                List.of(
                        "messages:\n  A: {topic: K, sets: [" + OK_MESSAGE + ", {segment: s, use: O, sets: []}]}",
                        ":2:73: at least one set is expected here"),
                List.of(
                        "messages:\n  A: {topic: K, sets: [" + OK_MESSAGE + "], conditions: [{require: REF}]}",
                        ":2:70: 'REF' names no set listed here"),
                List.of(
                        "messages:\n  A: {topic: K, sets: [" + OK_MESSAGE + "], conditions: [{require: MSGID/99}]}",
                        ":2:70: 'MSGID/99' names no field of a linear set"),
                List.of(
                        "messages:\n  A: {topic: K, sets: [" + OK_MESSAGE + "], conditions: [{if: {present: MSGID}}]}",
                        ":2:60: a condition has exactly one of"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void saysWhereABadFileIsWrong(List<String> contentAndProblem) throws IOException {
        Path file = write(contentAndProblem.getFirst());

        DefinitionException fault = catchThrowableOfType(
                DefinitionException.class, () -> DefinitionLibrary.reference().with(List.of(file)));

        assertThat(fault.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).startsWith(file + contentAndProblem.getLast()));
    }

    @Test
    void reportsTheProblemsOfAllEntriesAtOnce() throws IOException {
        Path file = write("formats:\n  a: {alnum: x}\n  b: nosuch\nsets:\n  ABC: {title: x}\n");

        DefinitionException fault = catchThrowableOfType(
                DefinitionException.class,
                () -> DefinitionLibrary.reference().with(List.of(file, directory.resolve("absent.yaml"))));

        assertThat(fault.problems()).hasSize(4);
        assertThat(fault.problems().getFirst()).contains("absent.yaml:1:1: cannot be read");
    }

    @Test
    void survivesRecursiveAliases() throws IOException {
        Path file = write("formats:\n  a: &a {composite: [*a]}\n");

        DefinitionException fault = catchThrowableOfType(
                DefinitionException.class, () -> DefinitionLibrary.reference().with(List.of(file)));

        assertThat(fault).hasMessageContaining("nested deeper than");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(directory.resolve("own.yaml"), yaml);
    }
}
