package org.c4igateway.bench;

import java.util.List;
import org.c4igateway.topics.mtf.MtfParser;
import org.c4igateway.topics.mtf.corpus.MtfCorpus;
import org.c4igateway.topics.mtf.rule.MtfProfile;
import org.c4igateway.topics.mtf.rule.ParseOptions;

/** Reading speed of the MTF parser on one core, over the samples and generated messages of tactical sizes. */
final class MtfBenchmark implements Benchmark {
    private static final long SEED = 20_261_121;
    private static final double GOAL_MEGABYTES = 100;
    private static final long MIN_NANOS = 2_000_000_000L;

    @Override
    public String name() {
        return "mtf";
    }

    @Override
    public String description() {
        return "MTF parser, one core, samples and 2,000 generated messages of tactical sizes";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        MtfCorpus corpus = MtfCorpus.ofDirectory(options.samples()).withGenerated(2_000, SEED);
        ParseOptions lenient = ParseOptions.of(MtfProfile.LENIENT);
        return List.of(
                Figure.atLeast(
                        GOAL_MEGABYTES,
                        "check (what the data path does)",
                        "MB/s",
                        measure(
                                corpus,
                                options,
                                bytes -> MtfParser.check(bytes, lenient).accepted())),
                Figure.plain(
                        "parse into the model",
                        "MB/s",
                        measure(
                                corpus,
                                options,
                                bytes -> MtfParser.parse(bytes, lenient).accepted())));
    }

    private static double[] measure(MtfCorpus corpus, BenchOptions options, Reading reading) {
        long accepted = pass(corpus, reading, MIN_NANOS).accepted();
        double[] rates = new double[options.repetitions()];
        for (int i = 0; i < rates.length; i++) {
            Pass pass = pass(corpus, reading, MIN_NANOS);
            rates[i] = pass.bytes() * 1_000.0 / pass.nanos();
            if (accepted == 0 || pass.accepted() == 0) {
                throw new IllegalStateException("the parser accepted nothing of the corpus");
            }
        }
        return rates;
    }

    private static Pass pass(MtfCorpus corpus, Reading reading, long minNanos) {
        long start = System.nanoTime();
        long bytes = 0;
        long accepted = 0;
        while (System.nanoTime() - start < minNanos) {
            for (byte[] message : corpus.messages()) {
                accepted += reading.accepts(message) ? 1 : 0;
            }
            bytes += corpus.totalBytes();
        }
        return new Pass(bytes, accepted, System.nanoTime() - start);
    }

    private interface Reading {
        boolean accepts(byte[] message);
    }

    private record Pass(long bytes, long accepted, long nanos) {}
}
