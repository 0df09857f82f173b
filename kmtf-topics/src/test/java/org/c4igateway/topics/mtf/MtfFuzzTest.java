package org.c4igateway.topics.mtf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.c4igateway.topics.mtf.corpus.MtfCorpus;
import org.c4igateway.topics.mtf.fuzz.MtfFuzzRun;
import org.c4igateway.topics.mtf.fuzz.MtfMutator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MtfFuzzTest {
    private static final long SEED = 20_261_121;

    private static List<byte[]> corpus() throws IOException {
        return MtfCorpus.ofDirectory(Path.of("../samples"))
                .withGenerated(20, SEED)
                .messages();
    }

    @Test
    @Timeout(240)
    void keepsItsPromisesOnDamagedMessages() throws IOException {
        MtfFuzzRun.Summary summary = new MtfFuzzRun(corpus(), SEED).run(20_000);

        assertThat(summary.inputs()).isEqualTo(20_000);
        assertThat(summary.accepted()).as("mutation leaves some messages sound").isBetween(200L, 19_000L);
        assertThat(summary.diagnostics()).isPositive();
    }

    @Test
    void mutatesTheSameWayForTheSameSeed() throws IOException {
        MtfMutator first = new MtfMutator(corpus(), SEED);
        MtfMutator second = new MtfMutator(corpus(), SEED);

        for (int i = 0; i < 500; i++) {
            assertThat(first.next()).isEqualTo(second.next());
        }
    }
}
