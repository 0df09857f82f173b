package org.c4igateway.test.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of faults names tests that exist, each fault once, and counts them right. */
class ReliabilityPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`");
    private static final Pattern FAULT = Pattern.compile("(?m)^\\| (\\d+) \\| [^|]+ \\| (yes|partly|no) \\|");

    @Test
    void namesTestsThatExist() throws IOException {
        Map<String, String> tests = tests();
        List<MatchResult> named = TEST.matcher(page()).results().toList();

        assertThat(named).hasSizeGreaterThan(40).allSatisfy(each -> {
            assertThat(tests).containsKey(each.group(1));
            if (each.group(2) != null) {
                assertThat(tests.get(each.group(1))).as(each.group()).contains("void " + each.group(2) + "(");
            }
        });
    }

    @Test
    void countsEachFaultOnce() throws IOException {
        List<MatchResult> faults = FAULT.matcher(page()).results().toList();
        Map<String, Long> counts =
                faults.stream().collect(Collectors.groupingBy(each -> each.group(2), Collectors.counting()));

        assertThat(faults)
                .extracting(each -> Integer.valueOf(each.group(1)))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 42).boxed().toList());
        assertThat(page())
                .contains("\nYes %d, partly %d, no %d.\n"
                        .formatted(
                                counts.getOrDefault("yes", 0L),
                                counts.getOrDefault("partly", 0L),
                                counts.getOrDefault("no", 0L)));
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve("reliability.md"));
    }

    /** Sources by the name of the class. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new HashMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(each -> each.toString().endsWith("Test.java")
                            && !each.toString().contains("/target/"))
                    .toList()) {
                String name = String.valueOf(file.getFileName()).replace(".java", "");
                tests.put(name, Files.readString(file));
            }
        }
        return tests;
    }
}
