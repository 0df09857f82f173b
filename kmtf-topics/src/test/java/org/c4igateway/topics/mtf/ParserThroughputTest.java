package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.topics.mtf.corpus.MtfCorpus;
import org.c4igateway.topics.mtf.corpus.ParserThroughput;
import org.c4igateway.topics.mtf.rule.ParseOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParserThroughputTest {

    @ParameterizedTest
    @EnumSource(ParserThroughput.Mode.class)
    void countsWholeRoundsOverTheCorpus(ParserThroughput.Mode mode) throws IOException {
        MtfCorpus corpus = MtfCorpus.ofDirectory(Path.of("../samples")).withGenerated(30, 5);
        AtomicLong clock = new AtomicLong();
        ParserThroughput throughput =
                new ParserThroughput(corpus, ParseOptions.lenient(), () -> clock.getAndAdd(500_000_000L));

        ParserThroughput.Result result = throughput.run(mode, Duration.ofSeconds(1));

        assertThat(result.elapsed()).isEqualTo(Duration.ofSeconds(1));
        assertThat(result.messages()).isEqualTo(2L * corpus.messages().size());
        assertThat(result.accepted()).isEqualTo(result.messages());
        assertThat(result.bytes()).isEqualTo(2 * corpus.totalBytes());
        assertThat(result.megabytesPerSecond()).isEqualTo(2 * corpus.totalBytes() / 1e6);
    }

    @Test
    void generatesTheSameCorpusForTheSameSeed() throws IOException {
        MtfCorpus samples = MtfCorpus.ofDirectory(Path.of("../samples"));

        assertThat(samples.withGenerated(10, 5).messages())
                .usingElementComparator(java.util.Arrays::compare)
                .containsExactlyElementsOf(samples.withGenerated(10, 5).messages());
        assertThat(samples.withGenerated(10, 6).totalBytes())
                .isNotEqualTo(samples.withGenerated(10, 5).totalBytes());
    }
}
