package org.c4igateway.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.lab.scenario.Flow;
import org.c4igateway.lab.testbed.load.MessageLoad;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.MtfDocument;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.Severity;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static final Workload WORKLOAD = new Workload(TopicCatalogue.reference());
    private static final Flow FIXED = new Flow("A", List.of("B"), 500, new Flow.Content(200, "A080", 3, 0), 0);
    private static final Flow MIXED =
            new Flow("A", List.of("B"), 5_000, new Flow.Content(Flow.Content.REALISTIC, "", Flow.Content.MIXED, 0), 0);

    @Test
    void writesMessagesOfTheExactSizeThatTheParserAccepts() {
        for (MessageLoad.Message message : WORKLOAD.draw(FIXED, "", 7)) {
            assertThat(message.payload()).hasSize(200);
            MtfDocument document = MtfParser.parse(message.payload(), MtfProfile.STRICT);
            assertThat(document.diagnostics()).noneMatch(found -> found.severity() == Severity.ERROR);
            assertThat(document.messageId().orElseThrow().name()).isEqualTo("FRAGO");
        }
    }

    @Test
    void drawsTheSameFromTheSameSeed() {
        List<MessageLoad.Message> one = WORKLOAD.draw(MIXED, "", 7);
        List<MessageLoad.Message> same = WORKLOAD.draw(MIXED, "", 7);
        List<MessageLoad.Message> other = WORKLOAD.draw(MIXED, "", 8);

        assertThat(IntStream.range(0, one.size()))
                .allMatch(i -> Arrays.equals(one.get(i).payload(), same.get(i).payload()));
        assertThat(one.getFirst().payload()).isNotEqualTo(other.getFirst().payload());
    }

    @Test
    void mixesPrecedencesAndTopicsAsStated() {
        List<MessageLoad.Message> drawn = WORKLOAD.draw(MIXED, "", 7);

        assertThat(share(drawn, Precedence.FLASH)).isCloseTo(0.02, within(0.01));
        assertThat(share(drawn, Precedence.IMMEDIATE)).isCloseTo(0.13, within(0.02));
        assertThat(share(drawn, Precedence.PRIORITY)).isCloseTo(0.35, within(0.03));
        assertThat(drawn.stream().map(MessageLoad.Message::topicId).distinct().count())
                .isGreaterThan(20);
    }

    /** A run with messages of best effort is not over when all are sent. */
    @Test
    void saysWhetherAllMessagesGetReceipts() {
        Flow bestEffort = new Flow("A", List.of("B"), 5, new Flow.Content(200, "J071", 3, 0), 0);

        assertThat(WORKLOAD.areReliable(WORKLOAD.draw(FIXED, "", 7))).isTrue();
        assertThat(WORKLOAD.areReliable(WORKLOAD.draw(MIXED, "", 7))).isTrue();
        assertThat(WORKLOAD.areReliable(WORKLOAD.draw(bestEffort, "", 7))).isFalse();
        assertThat(WORKLOAD.areReliable(WORKLOAD.draw(FIXED, "J071", 7))).isFalse();
    }

    @Test
    void givesRowsTheSubjectsThatTheFlowAsksFor() {
        assertThat(WORKLOAD.subjects(FIXED, WORKLOAD.draw(FIXED, "", 7))).containsOnly("");
        assertThat(subjects(3, "A080")).startsWith("N0", "N1", "N2", "N0").containsOnly("N0", "N1", "N2");
        assertThat(subjects(Flow.Content.EACH, "A080")).doesNotHaveDuplicates();
    }

    @Test
    void givesEachRowOfABestEffortTopicItsOwnSubjectSinceANewerOneWouldSupersedeIt() {
        assertThat(subjects(0, "J071")).doesNotContain("").doesNotHaveDuplicates();
    }

    private static List<String> subjects(int number, String topic) {
        Flow flow = new Flow("A", List.of("B"), 500, new Flow.Content(200, topic, 3, number), 0);
        return WORKLOAD.subjects(flow, WORKLOAD.draw(flow, "", 7));
    }

    @Test
    void drawsSizesFromTheStatedMixture() {
        SplittableRandom random = new SplittableRandom(7);
        int[] sizes = IntStream.range(0, 20_000)
                .map(i -> Workload.realisticSize(random))
                .sorted()
                .toArray();

        assertThat(sizes[sizes.length / 2]).isBetween(950, 1_200); // median of the mixture, by simulation 1,034
        assertThat(Arrays.stream(sizes).filter(size -> size > 4_000).count() / 20_000.0)
                .isCloseTo(0.15, within(0.02));
    }

    private static double share(List<MessageLoad.Message> drawn, Precedence wanted) {
        return drawn.stream().filter(message -> message.precedence() == wanted).count() / (double) drawn.size();
    }
}
