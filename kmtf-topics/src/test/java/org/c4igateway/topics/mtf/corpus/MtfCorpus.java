package org.c4igateway.topics.mtf.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.c4igateway.topics.mtf.text.MtfWriter;

/** Messages as bytes, in a fixed order. Immutable by agreement: the arrays are handed out and never written to. */
public final class MtfCorpus {
    private final List<byte[]> messages;
    private final long totalBytes;

    private MtfCorpus(List<byte[]> messages) {
        this.messages = List.copyOf(messages);
        this.totalBytes = messages.stream().mapToLong(message -> message.length).sum();
    }

    /**
     * All {@code *.mtf} files of a directory, ordered by name. Blocks on file reading.
     *
     * @throws IOException when the directory cannot be read
     */
    public static MtfCorpus ofDirectory(Path directory) throws IOException {
        List<byte[]> messages = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".mtf")).sorted().toList()) {
                messages.add(Files.readAllBytes(file));
            }
        }
        return of(messages);
    }

    /** A corpus of these messages; at least one. */
    public static MtfCorpus of(List<byte[]> messages) {
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("a corpus has at least one message");
        }
        return new MtfCorpus(messages);
    }

    /**
     * This corpus with as many generated messages again, whose sizes follow the spread of tactical traffic: mostly some
     * hundred bytes, a tail of several kilobytes. The order is shuffled so that sizes and kinds mix.
     *
     * @param count generated messages to add
     * @param seed same seed, same corpus
     */
    public MtfCorpus withGenerated(int count, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        GeneratedDocuments generator = new GeneratedDocuments(seed);
        List<byte[]> mixed = new ArrayList<>(messages);
        for (int i = 0; i < count; i++) {
            mixed.add(MtfWriter.write(generator.next(size(random))));
        }
        for (int i = mixed.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            byte[] swap = mixed.get(i);
            mixed.set(i, mixed.get(j));
            mixed.set(j, swap);
        }
        return new MtfCorpus(mixed);
    }

    /** 86 % around a median of 880 bytes, 14 % around 8,000: the fit of published test messages. */
    private static int size(RandomGenerator random) {
        boolean large = random.nextInt(100) < 14;
        double median = large ? 8_000 : 880;
        double sigma = large ? 0.5 : 0.78;
        return Math.clamp(Math.round(median * Math.exp(sigma * random.nextGaussian())), 120, 200_000);
    }

    /** The messages in order; not to be written to. */
    public List<byte[]> messages() {
        return messages;
    }

    /** Sum of all message lengths. */
    public long totalBytes() {
        return totalBytes;
    }
}
