package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The tables of the envelope in the architecture page name every field, and every form of a message has it. */
class EnvelopeFormsTest {
    private static final Path PROJECT = Path.of("..");
    private static final String NOT_THERE = "–";
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final List<String> LINES = lines();
    private static final List<List<String>> FIELDS = table("| field |");
    private static final List<List<String>> FORMS = table("| form |");

    private static List<String> lines() {
        try {
            return Files.readAllLines(PROJECT.resolve("docs/ARCHITECTURE.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Heading and rows of the table whose heading begins so. */
    private static List<List<String>> table(String heading) {
        return LINES.stream()
                .dropWhile(line -> !line.startsWith(heading))
                .takeWhile(line -> line.startsWith("|"))
                .filter(line -> !line.startsWith("|---"))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|"))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toList())
                .toList();
    }

    private static List<String> column(String name) {
        int at = FIELDS.getFirst().indexOf(name);
        assertThat(at).as("column %s", name).isNotNegative();
        return FIELDS.stream()
                .skip(1)
                .map(row -> row.get(at))
                .filter(word -> !word.equals(NOT_THERE))
                .toList();
    }

    private static List<String> components(Class<?> type, String... without) {
        List<String> names = new ArrayList<>(Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList());
        names.removeAll(List.of(without));
        return names;
    }

    @Test
    void namesEveryFieldOfAMessage() {
        List<String> fields = components(MessageId.class);
        fields.addAll(components(Message.class, "id"));

        assertThat(column("memory")).containsExactlyInAnyOrderElementsOf(fields);
        assertThat(column("dds")).containsExactlyInAnyOrderElementsOf(components(KmtfMessage.class, "previousNanos"));
    }

    @TestFactory
    Stream<DynamicTest> everyFormHasEveryField() {
        return FORMS.stream()
                .skip(1)
                .map(form -> DynamicTest.dynamicTest(form.getFirst(), () -> assertHasAll(form.get(1), form.get(2))));
    }

    private static void assertHasAll(String words, String file) throws IOException {
        String whole = Files.readString(PROJECT.resolve(file));
        String text = file.endsWith(".md") ? whole : COMMENT.matcher(whole).replaceAll("");
        assertThat(column(words))
                .as("fields that %s lacks", file)
                .isNotEmpty()
                .allMatch(word -> Pattern.compile("(?<![A-Za-z])_?" + Pattern.quote(word) + "(?![A-Za-z])")
                        .matcher(text)
                        .find());
    }
}
