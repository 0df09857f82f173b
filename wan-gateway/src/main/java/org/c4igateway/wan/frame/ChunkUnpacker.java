package org.c4igateway.wan.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Empties frame bodies. What a body can grow to is bounded before anything is decompressed: {@link
 * FrameLimits#MAX_UNPACKED}. One thread at a time; holds memory outside the heap until closed.
 *
 * <pre>
 *  body    octet   method: 0 plain, 1 zstd, 2 zstd with a dictionary
 *          2 bytes method 2 only: end of the dictionary's identity
 *          varint  length of the heads
 *          heads
 *          texts   as the method says: of all chunks in turn, a new context before the text of its chunk
 *
 *  head    octet   bit 0: record ends here; bit 1: record begins here
 *                  bits 2 to 7: 0 all of the chunk is text, 1 new context, n &gt; 1 context n - 2 of this body
 *          varint  length of the text
 *          varint  new context only: how many numbers
 *          varint  new context only: length of the context
 *          numbers signed varints relative to those that came last with the context; of a new one to those of the
 *                  record before if it has as many, else to zero
 * </pre>
 *
 * <p>Contexts and numbers are those of {@link RecordHead}; zstd is without magic number.
 */
public final class ChunkUnpacker implements AutoCloseable {
    private static final int PLAIN = 0;
    private static final int ZSTD = 1;
    private static final int DICTIONARY = 2;

    private final ZstdDecompressCtx bare = new ZstdDecompressCtx();
    private final Map<Integer, ZstdDecompressCtx> byTag = new HashMap<>();
    private final List<ZstdDictDecompress> digested = new ArrayList<>();
    private final byte[] plain = new byte[FrameLimits.MAX_UNPACKED];

    /**
     * An unpacker.
     *
     * @param dictionaries those it knows
     * @throws IllegalArgumentException when two of them cannot be told apart in a body
     */
    public ChunkUnpacker(List<CompressionDictionary> dictionaries) {
        bare.setMagicless(true);
        for (CompressionDictionary dictionary : dictionaries) {
            ZstdDictDecompress digest = new ZstdDictDecompress(dictionary.bytes());
            digested.add(digest);
            ZstdDecompressCtx context =
                    new ZstdDecompressCtx().setMagicless(true).loadDict(digest);
            if (byTag.put(dictionary.tag(), context) != null) {
                throw new IllegalArgumentException("two dictionaries end in %04x".formatted(dictionary.tag()));
            }
        }
    }

    /** An unpacker that knows no dictionary. */
    public static ChunkUnpacker plain() {
        return new ChunkUnpacker(List.of());
    }

    static byte[] plainMethod() {
        return new byte[] {PLAIN};
    }

    static byte[] method(@Nullable CompressionDictionary dictionary) {
        return dictionary == null
                ? new byte[] {ZSTD}
                : new WireOut(3).octet(DICTIONARY).fixed(dictionary.tag(), 2).toArray();
    }

    /** Takes a body apart; never throws for what is in it. */
    public Unpacking unpack(byte[] body) {
        WireIn in = new WireIn(body, 0, body.length);
        int method = in.octet();
        int tag = method == DICTIONARY ? (int) in.fixed(2) : 0;
        int headBytes = in.count(body.length, "length of the heads");
        int headStart = in.position();
        in.skip(headBytes);
        if (in.failed()) {
            return refused(in);
        }
        WireIn heads = new WireIn(body, headStart, in.position());
        if (method == PLAIN) {
            return chunks(heads, new WireIn(body, in.position(), body.length));
        }
        ZstdDecompressCtx zstd = method == ZSTD ? bare : method == DICTIONARY ? byTag.get(tag) : null;
        if (zstd == null) {
            return new Unpacking.Refused(
                    Refusal.UNKNOWN_DICTIONARY, "method " + method + ", dictionary ending in %04x".formatted(tag));
        }
        try {
            int size =
                    zstd.decompressByteArray(plain, 0, plain.length, body, in.position(), body.length - in.position());
            return chunks(heads, new WireIn(plain, 0, size));
        } catch (ZstdException e) {
            boolean large = e.getErrorCode() == Zstd.errDstSizeTooSmall();
            return new Unpacking.Refused(large ? Refusal.TOO_LARGE : Refusal.MALFORMED, "zstd: " + e.getMessage());
        }
    }

    private static Unpacking chunks(WireIn heads, WireIn texts) {
        List<Chunk> chunks = new ArrayList<>();
        FrameContexts contexts = new FrameContexts();
        int left = FrameLimits.MAX_UNPACKED;
        while (heads.remaining() > 0) {
            int flags = heads.octet();
            int text = heads.count(FrameLimits.MAX_UNPACKED, "length of a text");
            byte[] front = (flags >>> 2) == 0 ? new byte[0] : front(flags, heads, texts, contexts);
            left -= front.length + text;
            if (left < 0) {
                return new Unpacking.Refused(
                        Refusal.TOO_LARGE, "chunks of more than " + FrameLimits.MAX_UNPACKED + " bytes");
            }
            byte[] bytes = new WireOut(front.length + text)
                    .raw(front)
                    .raw(texts.raw(text))
                    .toArray();
            if (heads.failed() || texts.failed()) {
                return refused(heads.failed() ? heads : texts);
            }
            chunks.add(new Chunk((flags & 2) != 0, (flags & 1) != 0, bytes));
        }
        texts.finish();
        return heads.failed() || texts.failed()
                ? refused(heads.failed() ? heads : texts)
                : new Unpacking.Chunks(chunks);
    }

    /** Context and numbers of a record as they stood before packing. */
    private static byte[] front(int flags, WireIn heads, WireIn texts, FrameContexts contexts) {
        int known = (flags >>> 2) - 2;
        if ((flags & 2) == 0 || known >= contexts.size() || (known < 0 && contexts.isFull())) {
            heads.fail(known < contexts.size() ? "a context out of place" : "context " + known + " does not exist");
            return new byte[0];
        }
        int count = known < 0 ? heads.count(RecordHead.MAX_NUMBERS, "number of numbers") : contexts.count(known);
        byte[] context = known < 0
                ? texts.raw(heads.count(RecordHead.MAX_CONTEXT, "length of a context"))
                : contexts.context(known);
        long[] base = known < 0 ? contexts.baseOfNew(count) : contexts.base(known);
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = base[i] + heads.signed();
        }
        if (known < 0) {
            contexts.add(context, numbers);
        } else {
            contexts.replace(known, numbers);
        }
        return RecordHead.begin(context, numbers, 0).toArray();
    }

    private static Unpacking refused(WireIn in) {
        return new Unpacking.Refused(in.truncated() ? Refusal.TRUNCATED : Refusal.MALFORMED, in.fault());
    }

    @Override
    public void close() {
        bare.close();
        byTag.values().forEach(ZstdDecompressCtx::close);
        digested.forEach(ZstdDictDecompress::close);
    }
}
