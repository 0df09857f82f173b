package org.c4igateway.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.c4igateway.topics.definition.DefinitionLibrary;
import org.c4igateway.topics.definition.MtfValidator;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The messages in samples/ are what their README says. */
class SamplesTest {
    private static final Path SAMPLES = Path.of("../samples");

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".mtf"))
                    .sorted()
                    .toList();
        }
    }

    private static Topic topicOf(Path sample) throws IOException {
        String name =
                MtfParser.check(Files.readAllBytes(sample), MtfProfile.LENIENT).messageName();
        return TopicCatalogue.reference().findByName(name).orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void isAcceptedAsNamedAndBelongsToItsTopic(Path sample) throws IOException {
        byte[] bytes = Files.readAllBytes(sample);
        boolean lenientOnly = sample.toString().endsWith("-lenient.mtf");

        assertThat(MtfParser.parse(bytes, MtfProfile.LENIENT).accepted()).isTrue();
        assertThat(MtfParser.parse(bytes, MtfProfile.STRICT).accepted()).isEqualTo(!lenientOnly);
        assertThat(sample.getFileName().toString()).startsWith(topicOf(sample).id() + "-");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void keepsItsDefinition(Path sample) throws IOException {
        MtfDocument document = MtfParser.parse(Files.readAllBytes(sample), MtfProfile.LENIENT);

        assertThat(new MtfValidator(DefinitionLibrary.reference()).validate(document, MtfProfile.STRICT))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void readsTheSameAfterAFreshLayout(Path sample) throws IOException {
        MtfDocument document = MtfParser.parse(Files.readAllBytes(sample), MtfProfile.LENIENT);

        assertThat(MtfParser.parse(MtfWriter.layOut(document, 69), MtfProfile.STRICT))
                .isEqualTo(document);
    }

    @Test
    void haveTwoOfEveryClassAndSomeKorean() throws IOException {
        Map<TrafficClass, Integer> count = new EnumMap<>(TrafficClass.class);
        int korean = 0;
        for (Path sample : samples()) {
            count.merge(topicOf(sample).trafficClass(), 1, Integer::sum);
            korean += Files.readString(sample).codePoints().anyMatch(c -> c >= 0xac00 && c <= 0xd7a3) ? 1 : 0;
        }

        assertThat(count).hasSize(TrafficClass.values().length);
        assertThat(count.values()).allSatisfy(number -> assertThat(number).isGreaterThanOrEqualTo(2));
        assertThat(korean).isGreaterThanOrEqualTo(5);
    }
}
