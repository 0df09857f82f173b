package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.MtfRule;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fixture is a message beside the verdict, diagnostics and sets that both profiles must give for it. */
class MtfFixturesTest {
    private static final Path FIXTURES = Path.of("src/test/resources/org/c4igateway/topics/mtf/fixtures");

    static List<Path> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.filter(file -> file.toString().endsWith(".mtf"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void saysWhatIsExpected(Path fixture) throws IOException {
        byte[] bytes = Files.readAllBytes(fixture);
        String expected = Files.readString(Path.of(fixture.toString().replace(".mtf", ".expected")));

        StringBuilder actual = new StringBuilder();
        for (MtfProfile profile : MtfProfile.values()) {
            MtfDocument document = MtfParser.parse(bytes, profile);
            actual.append(profile).append(document.accepted() ? " accepted\n" : " refused\n");
            document.diagnostics().forEach(d -> actual.append("  ").append(d).append('\n'));
        }
        String sets = MtfParser.parse(bytes, MtfProfile.LENIENT).sets().toString();
        actual.append("SETS ")
                .append(sets.replace("\n", "\\n").replace("\0", "\\0"))
                .append('\n');

        assertThat(actual.toString()).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void checkAgreesWithParse(Path fixture) throws IOException {
        byte[] bytes = Files.readAllBytes(fixture);

        for (MtfProfile profile : MtfProfile.values()) {
            MtfCheck check = MtfParser.check(bytes, profile);
            MtfDocument document = MtfParser.parse(bytes, profile);

            assertThat(check.accepted()).isEqualTo(document.accepted());
            assertThat(check.diagnostics()).isEqualTo(document.diagnostics());
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void writesBackTheSameBytes(Path fixture) throws IOException {
        byte[] bytes = Files.readAllBytes(fixture);

        assertThat(MtfWriter.write(MtfParser.parse(bytes, MtfProfile.LENIENT))).isEqualTo(bytes);
    }

    @Test
    void coverEveryRule() throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path fixture : fixtures()) {
            all.append(Files.readString(Path.of(fixture.toString().replace(".mtf", ".expected"))));
        }
        Set<MtfRule> limits = EnumSet.of(
                MtfRule.LIMIT_MESSAGE,
                MtfRule.LIMIT_SETS,
                MtfRule.LIMIT_SET_LENGTH,
                MtfRule.LIMIT_FIELDS,
                MtfRule.LIMIT_DIAGNOSTICS); // these need small limits, see MtfLimitsTest

        Set<MtfRule> uncovered = EnumSet.complementOf(EnumSet.copyOf(limits)).stream()
                .filter(rule -> all.indexOf("[" + rule.id() + "]") < 0)
                .collect(Collectors.toSet());

        assertThat(uncovered).isEmpty();
    }
}
