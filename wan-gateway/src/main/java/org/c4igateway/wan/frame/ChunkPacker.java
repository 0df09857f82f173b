package org.c4igateway.wan.frame;

import java.util.List;
import org.c4igateway.wan.frame.FramePlan.Cut;
import org.jspecify.annotations.Nullable;

/**
 * Fills frame bodies with as many records as fit after compression: estimates from the bodies before how much will fit,
 * then corrects in a few tries. {@link ChunkUnpacker} has the layout. One thread at a time; holds memory outside the heap
 * until closed when it compresses.
 */
public final class ChunkPacker implements AutoCloseable {
    /** Smallest body worth packing into. */
    public static final int MIN_BYTES = 32;

    private static final int TRIES = 4;
    /** Unused bytes that are not worth another try. */
    private static final int SLACK = 12;
    /** How much further than estimated is looked, in case records have become more alike. */
    private static final int OUTLOOK = 2;

    private final @Nullable TextCompressor compressor;
    private final byte[] method;
    /** Compressed bytes of a byte of text, from the bodies before. */
    private double ratio = 0.4;

    private ChunkPacker(@Nullable TextCompressor compressor, byte[] method) {
        this.compressor = compressor;
        this.method = method;
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
    public Packed pack(List<byte[]> records, int offsetInFirst, int maxBytes) {
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
    public Packed pack(List<byte[]> records, int offsetInFirst, int maxBytes, boolean split) {
        if (maxBytes < MIN_BYTES) {
            throw new IllegalArgumentException("a body has at least " + MIN_BYTES + " bytes: " + maxBytes);
        }
        FramePlan plan = plan(records, offsetInFirst, maxBytes);
        Packed plain = plain(plan, maxBytes, split);
        if (plain.whole() == 0 && plain.bytesOfNext() == 0 && !records.isEmpty()) {
            FramePlan opaque = new FramePlan();
            opaque.addOpaque(records.getFirst(), offsetInFirst);
            plain = plain(opaque, maxBytes, split);
        }
        return compressor == null || plan.textBytes() == 0
                ? plain
                : search(new Search(plan, maxBytes, split, plain), compressor);
    }

    private FramePlan plan(List<byte[]> records, int offsetInFirst, int maxBytes) {
        double enough = compressor == null ? maxBytes : OUTLOOK * maxBytes / ratio;
        FramePlan plan = new FramePlan();
        int offset = offsetInFirst;
        boolean more = true;
        for (int i = 0; i < records.size() && more && plan.textBytes() <= enough; i++) {
            more = plan.add(records.get(i), offset);
            offset = 0;
        }
        return plan;
    }

    /** The most that fits without compression. */
    private static Packed plain(FramePlan plan, int maxBytes, boolean split) {
        byte[] method = ChunkUnpacker.plainMethod();
        int textBytes = Math.min(maxBytes, plan.textBytes());
        Cut cut = plan.cut(textBytes, split);
        int size = size(method, cut, cut.textBytes());
        while (size > maxBytes) {
            textBytes = Math.max(0, Math.min(textBytes, cut.textBytes()) - (size - maxBytes));
            cut = plan.cut(textBytes, split);
            size = size(method, cut, cut.textBytes());
        }
        return packed(method, cut, plan.texts(), cut.textBytes());
    }

    /** What one call of {@link #pack} works on, and the best body so far. */
    private static final class Search {
        final FramePlan plan;
        final int maxBytes;
        final boolean split;
        Packed best;
        /** Most text known to fit, least text known not to. */
        int fits;

        int fails;

        Search(FramePlan plan, int maxBytes, boolean split, Packed plain) {
            this.plan = plan;
            this.maxBytes = maxBytes;
            this.split = split;
            this.best = plain;
            this.fails = plan.textBytes() + 1;
        }

        void offer(Packed packed) {
            boolean more = packed.whole() > best.whole()
                    || (packed.whole() == best.whole() && packed.bytesOfNext() > best.bytesOfNext());
            boolean same = packed.whole() == best.whole() && packed.bytesOfNext() == best.bytesOfNext();
            if (more || (same && packed.body().length < best.body().length)) {
                best = packed;
            }
        }
    }

    private Packed search(Search search, TextCompressor zstd) {
        FramePlan plan = search.plan;
        double perByte = ratio + (double) plan.headBytes() / plan.textBytes();
        double target = search.maxBytes / perByte;
        for (int i = 0; i < TRIES && search.fails - search.fits > 1; i++) {
            int wanted = Math.clamp(Math.round(target), search.fits + 1, search.fails - 1);
            Cut cut = plan.cut(wanted, search.split);
            if (cut.textBytes() <= search.fits) {
                break;
            }
            int text = zstd.compress(plan.texts(), cut.textBytes());
            int size = size(method, cut, text);
            double average = (double) size / cut.textBytes();
            learn(text, cut.textBytes());
            int unused = search.maxBytes - size;
            if (unused >= 0) {
                search.offer(packed(method, cut, zstd.output(), text));
                search.fits = cut.textBytes();
                if (unused < SLACK) {
                    break;
                }
                target = cut.textBytes() + unused / (search.split ? Math.max(1.3 * average, 0.5) : average);
            } else {
                search.fails = cut.textBytes();
                target = cut.textBytes() + unused / average - cut.textBytes() / 100.0 * i;
            }
        }
        return search.best;
    }

    private void learn(int compressed, int text) {
        if (text >= 500) {
            ratio += 0.2 * (Math.max(0.02, (double) compressed / text) - ratio);
        }
    }

    private static int size(byte[] method, Cut cut, int textBytes) {
        int heads = cut.heads().length;
        return method.length + WireOut.varintBytes(heads) + heads + textBytes;
    }

    private static Packed packed(byte[] method, Cut cut, byte[] text, int textBytes) {
        byte[] body = new WireOut(size(method, cut, textBytes))
                .raw(method)
                .varint(cut.heads().length)
                .raw(cut.heads())
                .raw(text, 0, textBytes)
                .toArray();
        return new Packed(body, cut.whole(), cut.bytesOfNext(), cut.chunkBytes());
    }

    /**
     * The body of exactly these chunks: how a lost frame is made again without records that are of no use any more.
     *
     * @param chunks as they were packed before, in their order, some left out; a chunk without bytes stands for a whole
     *     record that nobody delivers
     * @return a body, of whatever size it takes: hardly larger than before, unless this packer compresses less than the one
     *     before
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
