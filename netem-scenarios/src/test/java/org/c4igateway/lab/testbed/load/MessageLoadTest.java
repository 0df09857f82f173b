package org.c4igateway.lab.testbed.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.TrafficClass;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageLoadTest {
    private static final Path SAMPLES = Path.of("..", "samples");

    private final TopicCatalogue catalogue = TopicCatalogue.reference();

    @Test
    void samplesCoverEveryTrafficClass() throws IOException {
        Set<TrafficClass> covered = MessageLoad.read(SAMPLES, catalogue).samples().stream()
                .map(message -> catalogue
                        .find(message.topicId())
                        .map(Topic::trafficClass)
                        .orElseThrow())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(TrafficClass.class)));

        assertThat(covered).containsExactlyInAnyOrder(TrafficClass.values());
    }

    @Test
    void variationsAreAcceptedMessagesOfEveryPrecedence() throws IOException {
        var generated = MessageLoad.read(SAMPLES, catalogue).generate(500, 7);

        assertThat(generated)
                .hasSize(500)
                .allMatch(message ->
                        MtfParser.check(message.payload(), MtfProfile.LENIENT).accepted());
        assertThat(generated.stream().map(MessageLoad.Message::precedence).distinct())
                .containsExactlyInAnyOrder(Precedence.values());
    }

    @Test
    void theSameSeedGivesTheSameLoad() throws IOException {
        MessageLoad load = MessageLoad.read(SAMPLES, catalogue);

        assertThat(load.generate(50, 3)).usingRecursiveComparison().isEqualTo(load.generate(50, 3));
        assertThat(texts(load.generate(50, 3))).isNotEqualTo(texts(load.generate(50, 4)));
    }

    private static List<String> texts(List<MessageLoad.Message> messages) {
        return messages.stream()
                .map(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void refusesADirectoryWithoutMessages(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("README.md"), "nothing");

        assertThatThrownBy(() -> MessageLoad.read(directory, catalogue)).isInstanceOf(IOException.class);
    }
}
