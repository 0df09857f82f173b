package org.c4igateway.wan.frame;

import com.github.luben.zstd.ZstdDictTrainer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.topics.mtf.corpus.DefinedDocuments;
import org.c4igateway.topics.mtf.corpus.GeneratedDocuments;
import org.c4igateway.topics.mtf.text.MtfWriter;

/**
 * Trains the dictionary that is shipped: from samples of the repository, as they are and with other digits, and from
 * generated messages. Same inputs, same bytes.
 *
 * <p>A dictionary is known by its hash. A gateway that has a new one and a gateway that has not will compress without,
 * so train anew only for a reason, and keep the old file in {@link CompressionDictionary#shipped} for a release.
 */
public final class DictionaryTrainer {
    private static final int SIZE = 64 << 10;
    private static final int LEVEL = 19;
    private static final long SEED = 20_261_121;
    private static final int VARIATIONS = 10;

    /** Listed, so that new samples do not change the dictionary. */
    private static final List<String> SAMPLES = List.of(
            "A004-helquest-lift",
            "A004-helquest-medical",
            "A005-helack-approved",
            "A005-helack-refused",
            "A010-logistics-summary",
            "A019-night-patrol",
            "A020-shorad-status",
            "A023-contact-at-bridge",
            "A023-drone-swarm",
            "A080-frago-change",
            "A080-frago-river-crossing",
            "F031-strike-misrep",
            "F043-cas-response",
            "F091-close-air-support",
            "J003-paged-lenient",
            "J019-air-attack-red",
            "J070-weapons-tight",
            "J071-hostile-air-track",
            "J071-surface-tracks",
            "J095-evening-sitrep",
            "J110-artillery-move",
            "J111-corps-intsum",
            "N015-patrol-position",
            "N091-us-style-lenient");

    private DictionaryTrainer() {}

    /**
     * Trains and writes the file to ship.
     *
     * @param arguments the samples directory and the file to write
     */
    public static void main(String[] arguments) throws IOException {
        Files.write(Path.of(arguments[1]), train(samples(Path.of(arguments[0]))));
    }

    /** The samples the shipped dictionary is trained from. */
    public static List<byte[]> samples(Path directory) {
        return SAMPLES.stream()
                .map(name -> directory.resolve(name + ".mtf"))
                .map(DictionaryTrainer::read)
                .toList();
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] train(List<byte[]> samples) {
        RandomGenerator random = Traffic.random(SEED);
        List<byte[]> corpus = new ArrayList<>(samples);
        for (int i = 1; i < VARIATIONS; i++) {
            samples.forEach(sample -> corpus.add(variation(sample, random)));
        }
        DefinedDocuments defined = new DefinedDocuments(SEED);
        for (int i = 0; i < 2_500; i++) {
            corpus.add(MtfWriter.write(defined.next(i < 2_000 ? 200 : 600)));
        }
        GeneratedDocuments generated = new GeneratedDocuments(SEED);
        for (int i = 0; i < 500; i++) {
            corpus.add(MtfWriter.write(generated.next(250)));
        }
        int total = corpus.stream().mapToInt(text -> text.length).sum();
        ZstdDictTrainer trainer = new ZstdDictTrainer(total, SIZE, LEVEL);
        corpus.forEach(trainer::addSample);
        return trainer.trainSamples();
    }

    /** The text with each digit drawn anew. */
    static byte[] variation(byte[] text, RandomGenerator random) {
        byte[] changed = text.clone();
        for (int i = 0; i < changed.length; i++) {
            if (changed[i] >= '0' && changed[i] <= '9') {
                changed[i] = (byte) ('0' + random.nextInt(10));
            }
        }
        return changed;
    }
}
