package org.c4igateway.test.e2e.mesh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;

/** The sample messages of the project and loads drawn from them. */
public final class Samples {
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();

    private Samples() {}

    public static TopicCatalogue catalogue() {
        return CATALOGUE;
    }

    public static boolean isReliable(String topicId) {
        return CATALOGUE.find(topicId).map(Topic::reliable).orElseThrow();
    }

    /** Every file of {@code samples/}; its topic is the first part of the name. */
    public static List<SubmittedRow> all() {
        Path directory = Path.of("..", "samples");
        try (Stream<Path> files = Files.list(directory)) {
            List<SubmittedRow> drafts = new ArrayList<>();
            for (Path file : files.filter(name -> name.toString().endsWith(".mtf"))
                    .sorted()
                    .toList()) {
                String topic = file.getFileName().toString().split("-", 2)[0];
                drafts.add(new SubmittedRow(topic, drafts.size() % 4, Files.readAllBytes(file)));
            }
            return drafts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A message of a reliable topic. */
    public static SubmittedRow reliable() {
        return all().stream()
                .filter(draft -> isReliable(draft.topicId()))
                .findFirst()
                .orElseThrow();
    }

    /** The first sample of a topic. */
    public static SubmittedRow ofTopic(String topicId) {
        return all().stream()
                .filter(draft -> draft.topicId().equals(topicId))
                .findFirst()
                .orElseThrow();
    }

    /** All 11,172 modern Hangul syllables, sixty to a line. */
    public static String everyHangulSyllable() {
        StringBuilder text = new StringBuilder();
        for (int syllable = '\uac00'; syllable <= '\ud7a3'; syllable++) {
            int at = syllable - '\uac00';
            text.append(at > 0 && at % 60 == 0 ? "\n" : "").append((char) syllable);
        }
        return text.toString();
    }

    /** Topics whose messages get no receipts. */
    static Set<String> bestEffortTopics() {
        return CATALOGUE.topics().stream()
                .filter(topic -> !topic.reliable())
                .map(Topic::id)
                .collect(Collectors.toSet());
    }

    /** This many messages of reliable topics, all different, with precedences as they occur. */
    public static List<SubmittedRow> load(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<SubmittedRow> samples =
                all().stream().filter(draft -> isReliable(draft.topicId())).toList();
        List<SubmittedRow> drafts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            SubmittedRow sample = samples.get(random.nextInt(samples.size()));
            int drawn = random.nextInt(20);
            int precedence = drawn == 0 ? 0 : drawn < 3 ? 1 : drawn < 8 ? 2 : 3;
            drafts.add(sample.withPrecedence(precedence).withPayload(numbered(sample.payload(), seed * 100_000 + i)));
        }
        return drafts;
    }

    /** A heading in front makes the bytes unique and stays valid MTF: whatever precedes the first set is heading. */
    private static byte[] numbered(byte[] payload, long number) {
        byte[] heading = ("SVC " + number + "\n").getBytes(StandardCharsets.US_ASCII);
        byte[] joined = new byte[heading.length + payload.length];
        System.arraycopy(heading, 0, joined, 0, heading.length);
        System.arraycopy(payload, 0, joined, heading.length, payload.length);
        return joined;
    }
}
