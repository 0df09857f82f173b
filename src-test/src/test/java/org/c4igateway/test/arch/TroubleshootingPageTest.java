package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each log line that the page explains is one that the code writes. */
class TroubleshootingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
    private static final String MAIN = Path.of("src", "main", "java").toString();

    @Test
    void everyLineOfThePageIsInTheCode() throws IOException {
        List<String> lines = ROW.matcher(Files.readString(ROOT.resolve("docs").resolve("troubleshooting.md")))
                .results()
                .map(row -> row.group(1).replace("…", "{}"))
                .toList();
        String code = code();

        assertThat(lines)
                .hasSizeGreaterThan(20)
                .allSatisfy(line -> assertThat(code.contains(line)).as(line).isTrue());
    }

    /** All sources, with texts that go on in the next line in one. */
    private static String code() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java")
                            && file.toString().contains(MAIN)
                            && !file.toString().contains("/target/")
                            && !file.toString().contains("src-test"))
                    .map(TroubleshootingPageTest::read)
                    .collect(Collectors.joining("\n"))
                    .replaceAll("\"\\s*\\+\\s*\"", "");
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
