package org.c4igateway.wan.frame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.c4igateway.topics.mtf.corpus.DefinedDocuments;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.c4igateway.wan.frame.record.RecordHead;

/** Records drawn by a seed: MTF texts behind fronts as the record codec makes them, and bytes that are nothing. */
public final class Traffic {
    private final RandomGenerator random;
    private final DefinedDocuments documents;
    private long sequence = 1_000;
    private long time = 1_795_219_200_000_000L;

    public Traffic(long seed) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        documents = new DefinedDocuments(seed);
    }

    public static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /** MTF messages of about this many bytes. */
    public List<byte[]> texts(int count, int bytes) {
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(MtfWriter.write(documents.next(bytes)));
        }
        return texts;
    }

    /** An MTF message with a front. */
    byte[] message(int bytes) {
        byte[] text = MtfWriter.write(documents.next(bytes));
        byte[] context = ("ORIGIN" + random.nextInt(3)).getBytes(StandardCharsets.US_ASCII);
        time += random.nextInt(100_000);
        long[] numbers = {++sequence, time, random.nextInt(2_000_000), random.nextInt(270)};
        return RecordHead.begin(context, numbers, text.length).raw(text).toArray();
    }

    public List<byte[]> messages(int count, int bytes) {
        List<byte[]> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message(bytes));
        }
        return messages;
    }

    /** All kinds of records: small and large, with and without a front, text and noise, some empty. */
    public List<byte[]> mixture(int count) {
        List<byte[]> mixture = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            mixture.add(
                    switch (random.nextInt(8)) {
                        case 0 -> noise(random.nextInt(40));
                        case 1 -> noise(random.nextInt(3_000));
                        case 2 -> new byte[random.nextInt(6_000)];
                        case 3 -> message(3_000);
                        default -> message(120 + random.nextInt(300));
                    });
        }
        return mixture;
    }

    byte[] noise(int count) {
        byte[] noise = new byte[count];
        random.nextBytes(noise);
        return noise;
    }
}
