package org.c4igateway.bench;

import java.util.List;
import org.c4igateway.topics.mtf.corpus.MtfCorpus;
import org.c4igateway.topics.mtf.fuzz.MtfFuzzRun;

/** A million damaged messages: no throw, no hang, bounded memory. Fails by exception, with the input. */
final class MtfFuzzBenchmark implements Benchmark {
    private static final int INPUTS = 1_000_000;
    private static final long SEED = 7;

    @Override
    public String name() {
        return "mtf-fuzz";
    }

    @Override
    public String description() {
        return "MTF parser against 1,000,000 seeded mutations of the samples";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        MtfFuzzRun run = new MtfFuzzRun(MtfCorpus.ofDirectory(options.samples()).messages(), SEED);
        long start = System.nanoTime();
        MtfFuzzRun.Summary summary = run.run(options.scaled(INPUTS));
        double seconds = (System.nanoTime() - start) / 1e9;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        double heapMebibytes = (runtime.totalMemory() - runtime.freeMemory()) / 1_048_576.0;
        return List.of(
                Figure.plain("inputs read without a broken promise, seed " + SEED, "inputs", (double) summary.inputs()),
                Figure.plain("of these accepted", "inputs", (double) summary.accepted()),
                Figure.plain("time", "s", seconds),
                Figure.plain("heap in use afterwards", "MiB", heapMebibytes));
    }
}
