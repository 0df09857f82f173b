package org.c4igateway.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.c4igateway.core.message.ContentDigest;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.topics.Sha256;

/**
 * What a node spends on the digest by which it tells two messages of one identity apart, on one core, beside SHA-256
 * of the payload alone.
 */
final class DigestBenchmark implements Benchmark {
    private static final int[] SIZES = {200, 1_024, 64 * 1_024};
    private static final int MESSAGES = 256;
    private static final long SEED = 20_261_123;
    private static final long NANOS = 1_000_000_000L;

    @Override
    public String name() {
        return "digest";
    }

    @Override
    public String description() {
        return "digest of a message's content, one core, beside SHA-256 of the payload alone";
    }

    @Override
    public List<Figure> run(BenchOptions options) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (int size : SIZES) {
            List<Message> messages = messages(size);
            InterleavedRuns runs = new InterleavedRuns()
                    .with("digest", () -> micros(messages, ContentDigest::of))
                    .with("payload", () -> micros(messages, message -> Sha256.of(message.payload())[0]));
            runs.take(1); // warms up
            Map<String, double[]> values = runs.take(options.repetitions());
            String of = ", payload of " + size + " B";
            figures.add(Figure.plain("digest" + of, "us/message", values.getOrDefault("digest", new double[0])));
            figures.add(Figure.plain(
                    "beside SHA-256 of the payload" + of, "x", InterleavedRuns.ratios(values, "digest", "payload")));
        }
        return figures;
    }

    private static List<Message> messages(int size) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Message> messages = new ArrayList<>();
        for (int i = 1; i <= MESSAGES; i++) {
            byte[] payload = new byte[size];
            random.nextBytes(payload);
            messages.add(new Message(
                    new MessageId(new SystemName("ALPHA"), i),
                    "A021",
                    Precedence.ROUTINE,
                    List.of(new SystemName("BRAVO")),
                    Instant.EPOCH.plusSeconds(i),
                    Instant.MAX,
                    "EXERCISE",
                    "",
                    payload));
        }
        return messages;
    }

    private static double micros(List<Message> messages, Digest digest) {
        long start = System.nanoTime();
        long rounds = 0;
        long sum = 0;
        while (System.nanoTime() - start < NANOS) {
            for (Message message : messages) {
                sum += digest.of(message);
            }
            rounds++;
        }
        long nanos = System.nanoTime() - start;
        if (sum == 0) {
            throw new IllegalStateException("digests that add up to nothing were not computed");
        }
        return nanos / 1_000.0 / (rounds * messages.size());
    }

    private interface Digest {
        long of(Message message);
    }
}
