package org.c4igateway.wan.frame;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.topics.mtf.corpus.GeneratedDocuments;
import org.c4igateway.topics.mtf.text.MtfWriter;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.PackedBody;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.wire.FrameLimits;

/**
 * Prints how many messages fit a frame of 1,400 bytes on the wire and how much processor time packing takes, for
 * several kinds of messages. A measurement, not a test.
 */
final class PackingReport {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int COUNT = 3_000;
    private static final int BODY = DatagramLayout.roomForData(Optional.empty(), List.of(), FrameLimits.BODY_BYTES);
    private static final int WARM_UP = 2;
    private static final long SEED = 99;

    private final RecordCodec codec = new RecordCodec(TopicCatalogue.reference());
    private final List<byte[]> samples;
    private final PrintStream out;

    private PackingReport(List<byte[]> samples, PrintStream out) {
        this.samples = samples;
        this.out = out;
    }

    /**
     * Prints the report.
     *
     * @param arguments the samples directory
     */
    public static void main(String[] arguments) {
        new PackingReport(DictionaryTrainer.samples(Path.of(arguments[0])), System.out).print();
    }

    private void print() {
        out.printf("body %d bytes; ratio = payload bytes : body bytes%n", BODY);
        List<byte[]> defined = new Traffic(SEED).texts(COUNT, 200);
        print(
                "defined messages, 200 B",
                defined,
                CompressionDictionary.shipped().getFirst());
        GeneratedDocuments generator = new GeneratedDocuments(SEED);
        List<byte[]> generated = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            generated.add(MtfWriter.write(generator.next(180)));
        }
        print(
                "generated messages, 200 B",
                generated,
                CompressionDictionary.shipped().getFirst());
        print(
                "samples with other digits",
                variations(samples),
                CompressionDictionary.shipped().getFirst());
        for (int fold = 0; fold < 4; fold++) {
            List<byte[]> known = new ArrayList<>();
            List<byte[]> unknown = new ArrayList<>();
            for (int i = 0; i < samples.size(); i++) {
                (i % 4 == fold ? unknown : known).add(samples.get(i));
            }
            CompressionDictionary dictionary = CompressionDictionary.of(DictionaryTrainer.train(known));
            print("samples not trained on, part " + fold, variations(unknown), dictionary);
        }
    }

    private List<byte[]> variations(List<byte[]> texts) {
        RandomGenerator random = Traffic.random(SEED);
        List<byte[]> variations = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            variations.add(DictionaryTrainer.variation(texts.get(random.nextInt(texts.size())), random));
        }
        return variations;
    }

    private void print(String name, List<byte[]> texts, CompressionDictionary dictionary) {
        double mean = texts.stream().mapToInt(text -> text.length).average().orElse(0);
        out.printf(Locale.ROOT, "%n%s, mean %.0f B%n", name, mean);
        line("not compressed", texts, ChunkPacker.plain());
        line("zstd 3", texts, ChunkPacker.compressing(3));
        for (int level : new int[] {3, 6, 9, 12, 15, 19}) {
            line("zstd " + level + ", dictionary", texts, ChunkPacker.compressing(dictionary, level));
        }
    }

    private void line(String name, List<byte[]> texts, ChunkPacker packer) {
        try (packer) {
            List<byte[]> records = records(texts);
            for (int i = 0; i < WARM_UP; i++) {
                pass(records, packer);
            }
            long start = THREADS.getCurrentThreadCpuTime();
            Totals totals = pass(records, packer);
            double micros = (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / totals.frames();
            long payload = texts.stream().mapToLong(text -> text.length).sum();
            double frames = totals.bytes() / (double) BODY;
            out.printf(
                    Locale.ROOT,
                    "  %-20s %5.1f messages a frame, ratio %.2f, %.1f %% filled, %5.0f us a frame%n",
                    name,
                    texts.size() / frames,
                    payload / (double) totals.bytes(),
                    100.0 * totals.bytes() / BODY / totals.frames(),
                    micros);
        }
    }

    private record Totals(int frames, long bytes) {}

    private static Totals pass(List<byte[]> records, ChunkPacker packer) {
        int frames = 0;
        long bytes = 0;
        int next = 0;
        int offset = 0;
        while (next < records.size()) {
            PackedBody packedBody = packer.pack(records.subList(next, records.size()), offset, BODY);
            offset = packedBody.bytesOfNext() + (packedBody.whole() == 0 ? offset : 0);
            next += packedBody.whole();
            bytes += packedBody.body().length;
            frames++;
        }
        return new Totals(frames, bytes);
    }

    /** Messages as one node sends them: created in one transaction, written about 50 us after each other. */
    private List<byte[]> records(List<byte[]> texts) {
        RandomGenerator random = Traffic.random(SEED);
        List<String> ids = TopicCatalogue.reference().topics().stream()
                .map(topic -> topic.id())
                .toList();
        List<byte[]> records = new ArrayList<>();
        long created = 1_795_219_200_123_456_000L;
        long source = created + 8_000_000;
        for (int i = 0; i < texts.size(); i++) {
            source += random.nextInt(20_000, 80_000);
            String topic = ids.get(random.nextInt(20) * 13);
            KmtfMessage message = new KmtfMessage(
                    "ALPHA",
                    "",
                    i + 1,
                    topic,
                    3,
                    created,
                    created + 86_400_000_000_000L,
                    "",
                    List.of("BRAVO"),
                    texts.get(i));
            records.add(codec.encode(new MessageRecord(message, source, List.of("BRAVO"), List.of("SITE-A")), true));
        }
        return records;
    }
}
