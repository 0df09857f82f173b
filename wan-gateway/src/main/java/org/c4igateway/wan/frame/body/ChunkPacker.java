package org.c4igateway.wan.frame.body;

import java.util.List;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.body.FramePlan.Cut;
import org.c4igateway.wan.frame.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * Fills frame bodies with as many records as fit after compression: estimates from the bodies before how much will fit,
 * then corrects in a few tries. {@link ChunkUnpacker} has the layout. One thread at a time; holds memory outside the
 * heap until closed when it compresses.
 */
public final class ChunkPacker implements AutoCloseable {
    /** Smallest body worth packing into. */
    public static final int MIN_BYTES = 32;

    private static final int TRIES = 4;
    private static final int TRIES_PLAIN = 8;
    /** Unused bytes that are not worth another try. */
    private static final int SLACK = 12;
    /** How much further than estimated is looked, in case records have become more alike. */
    private static final int OUTLOOK = 2;
    /** A single chunk of text has no more around it. */
    private static final int AROUND_ONE_CHUNK = 12;

    private final @Nullable TextCompressor compressor;
    private final byte[] method;
    /** Bytes of body for a byte of record, from the bodies before. */
    private double ratio;

    private ChunkPacker(@Nullable TextCompressor compressor, byte[] method) {
        this.compressor = compressor;
        this.method = method;
        this.ratio = compressor == null ? 1 : 0.4;
    }

    /** A packer that does not compress. */
    public static ChunkPacker plain() {
        return new ChunkPacker(null, ChunkUnpacker.plainMethod());
    }

    /**
     * A packer that compresses without a dictionary.
     *
     * @param level of zstd, see {@link CompressionLevel}
     */
    public static ChunkPacker compressing(int level) {
        return new ChunkPacker(new TextCompressor(null, level), ChunkUnpacker.method(null));
    }

    /**
     * A packer that compresses with a dictionary, which every receiver must have said it knows.
     *
     * @param level of zstd, see {@link CompressionLevel}
     */
    public static ChunkPacker compressing(CompressionDictionary dictionary, int level) {
        return new ChunkPacker(new TextCompressor(dictionary, level), ChunkUnpacker.method(dictionary));
    }

    /** {@link #pack(List, int, int, boolean)} with splitting. */
    public PackedBody pack(List<byte[]> records, int offsetInFirst, int maxBytes) {
        return pack(records, offsetInFirst, maxBytes, true);
    }

    /**
     * Fills one body.
     *
     * @param records in their order; only a prefix is looked at, so more than fit do no harm
     * @param offsetInFirst how much of the first record has gone out in earlier bodies; its next piece begins there
     * @param maxBytes size of the body, at least {@link #MIN_BYTES}
     * @param split whether the last record may be split to fill the body; one that does not fit alone always is
     * @return a body of at most {@code maxBytes}; holds at least one byte of a record when there is one
     */
    public PackedBody pack(List<byte[]> records, int offsetInFirst, int maxBytes, boolean split) {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("a body has at least " + MIN_BYTES + " bytes: " + maxBytes);
        }
        FramePlan plan = plan(records, offsetInFirst, maxBytes);
        Search search = new Search(plan, maxBytes, split);
        if (compressor != null) {
            search(search, compressor);
        }
        if (search.best == null || search.best.plainBytes() < maxBytes) {
            searchPlain(search);
        }
        return search.best == null ? piece(records.getFirst(), offsetInFirst, maxBytes) : search.best;
    }

    private FramePlan plan(List<byte[]> records, int offsetInFirst, int maxBytes) {
        double enough = OUTLOOK * maxBytes / ratio;
        FramePlan plan = new FramePlan();
        int offset = offsetInFirst;
        boolean more = true;
        for (int i = 0; i < records.size() && more && plan.end() <= enough; i++) {
            more = plan.add(records.get(i), offset);
            offset = 0;
        }
        return plan;
    }

    /** What one call of {@link #pack} works on, and the best body so far. */
    private static final class Search {
        final FramePlan plan;
        final int maxBytes;
        final boolean split;

        @Nullable PackedBody best;

        Search(FramePlan plan, int maxBytes, boolean split) {
            this.plan = plan;
            this.maxBytes = maxBytes;
            this.split = split;
        }

        /** Takes what holds more, or the same in less. A body without chunks is only for no records. */
        void offer(PackedBody packedBody) {
            if (packedBody.whole() == 0 && packedBody.bytesOfNext() == 0 && plan.end() > 0) {
                return;
            }
            PackedBody before = best;
            if (before == null || compare(packedBody, before) > 0) {
                best = packedBody;
            }
        }

        private static int compare(PackedBody a, PackedBody b) {
            int whole = Integer.compare(a.whole(), b.whole());
            int next = whole != 0 ? whole : Integer.compare(a.bytesOfNext(), b.bytesOfNext());
            return next != 0 ? next : Integer.compare(b.body().length, a.body().length);
        }
    }

    private void search(Search search, TextCompressor zstd) {
        Narrowing narrowing = new Narrowing(search, ratio);
        for (int i = 0; i < TRIES && narrowing.goesOn(); i++) {
            Cut cut = search.plan.cut(narrowing.target(), search.split);
            if (narrowing.knows(cut)) {
                break;
            }
            int text = zstd.compress(search.plan.texts(), cut.textBytes());
            int size = size(method, cut, text);
            if (cut.end() >= 500) {
                ratio += 0.2 * (Math.max(0.02, (double) size / cut.end()) - ratio);
            }
            if (narrowing.tried(cut, size)) {
                search.offer(packed(method, cut, zstd.output(), text));
            }
        }
    }

    private static void searchPlain(Search search) {
        byte[] method = ChunkUnpacker.plainMethod();
        Narrowing narrowing = new Narrowing(search, 1);
        for (int i = 0; i < TRIES_PLAIN && narrowing.goesOn(); i++) {
            Cut cut = search.plan.cut(narrowing.target(), search.split);
            if (narrowing.knows(cut)) {
                break;
            }
            if (narrowing.tried(cut, size(method, cut, cut.textBytes()))) {
                search.offer(packed(method, cut, search.plan.texts(), cut.textBytes()));
            }
        }
    }

    /** Finds the place to cut from what earlier cuts came to. */
    private static final class Narrowing {
        private final Search search;
        /** Furthest place known to fit, nearest known not to. */
        private int fits = -1;

        private int fails;
        private double target;
        private boolean full;

        Narrowing(Search search, double ratio) {
            this.search = search;
            this.fails = search.plan.end() + 1;
            this.target = search.maxBytes / ratio;
        }

        boolean goesOn() {
            return !full && fails - fits > 1;
        }

        int target() {
            return Math.clamp(Math.round(target), fits + 1, fails - 1);
        }

        boolean knows(Cut cut) {
            return cut.end() <= fits;
        }

        /** Whether it fits. */
        boolean tried(Cut cut, int size) {
            double average = (double) size / Math.max(1, cut.end());
            int unused = search.maxBytes - size;
            if (unused >= 0) {
                fits = cut.end();
                full = unused < SLACK;
                target = fits + unused / (search.split ? Math.max(1.3 * average, 0.5) : average);
            } else {
                fails = cut.end();
                target = fails + 1.05 * unused / average - 4;
            }
            return unused >= 0;
        }
    }

    /** As much of one record as certainly fits. */
    private static PackedBody piece(byte[] record, int offset, int maxBytes) {
        FramePlan plan = new FramePlan();
        plan.addOpaque(record, offset);
        Cut cut = plan.cut(maxBytes - AROUND_ONE_CHUNK, true);
        return packed(ChunkUnpacker.plainMethod(), cut, plan.texts(), cut.textBytes());
    }

    private static int size(byte[] method, Cut cut, int textBytes) {
        return method.length + ChunkUnpacker.headsBytes(cut) + textBytes;
    }

    private static PackedBody packed(byte[] method, Cut cut, byte[] text, int textBytes) {
        WireOut body = new WireOut(size(method, cut, textBytes)).raw(method);
        ChunkUnpacker.writeHeads(cut, body);
        return new PackedBody(body.raw(text, 0, textBytes).toArray(), cut.whole(), cut.bytesOfNext(), cut.chunkBytes());
    }

    /**
     * Packs exactly these chunks, to rebuild a lost frame without records that have ended.
     *
     * @param chunks as they were packed before, in their order, some left out; a chunk without bytes stands for a whole
     *     record that is not delivered
     * @return a body, of whatever size it takes: hardly larger than before, unless this packer compresses less than the
     *     one before
     */
    public byte[] repack(List<Chunk> chunks) {
        FramePlan plan = new FramePlan();
        chunks.forEach(plan::add);
        Cut all = plan.all();
        byte[] plain = packed(ChunkUnpacker.plainMethod(), all, plan.texts(), all.textBytes())
                .body();
        if (compressor == null || all.textBytes() == 0) {
            return plain;
        }
        int text = compressor.compress(plan.texts(), all.textBytes());
        byte[] compressed = packed(method, all, compressor.output(), text).body();
        return compressed.length < plain.length ? compressed : plain;
    }

    @Override
    public void close() {
        if (compressor != null) {
            compressor.close();
        }
    }
}
