package org.c4igateway.wan.frame.body;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import com.github.luben.zstd.ZstdException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.record.RecordHead;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireIn;
import org.c4igateway.wan.frame.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * Empties frame bodies. What a body can grow to is bounded before anything is decompressed: {@link
 * FrameLimits#MAX_UNPACKED}. One thread at a time; holds memory outside the heap until closed.
 *
 * <pre>
 *  body    octet   method: 0 plain, 1 zstd, 2 zstd with a dictionary
 *          2 bytes method 2 only: end of the dictionary's identity
 *          varint  number of chunks; when 0, nothing follows
 *          varint  length of the heads
 *          heads   coded bits, see {@link HeadCode}
 *          texts   as the method says: of all chunks in turn, a new context before the text of its chunk
 *
 *  head    form    0 text only, 1 new context, n &gt; 1 context n - 2 of this body
 *          bit     whether the record ends here
 *          bit     form 0 only: whether the record begins here; with another form it does
 *          number  length of the text
 *          count   form 1 only: how many numbers
 *          number  form 1 only: length of the context
 *          numbers as differences to those that came last with the context; of a new one to those of the record before
 *                  if it has as many, else to zero
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

    static byte[] plainMethod() {
        return new byte[] {PLAIN};
    }

    static byte[] method(@Nullable CompressionDictionary dictionary) {
        return dictionary == null
                ? new byte[] {ZSTD}
                : new WireOut(3).octet(DICTIONARY).fixed(dictionary.tag(), 2).toArray();
    }

    static int headsBytes(FramePlan.Cut cut) {
        int heads = cut.heads().length;
        int lengths = WireOut.varintBytes(cut.chunks()) + WireOut.varintBytes(heads);
        return cut.chunks() == 0 ? 1 : lengths + heads;
    }

    static void writeHeads(FramePlan.Cut cut, WireOut out) {
        out.varint(cut.chunks());
        if (cut.chunks() > 0) {
            out.varint(cut.heads().length).raw(cut.heads());
        }
    }

    /** Takes a body apart; never throws for what is in it. */
    public Unpacking unpack(byte[] body) {
        WireIn in = new WireIn(body, 0, body.length);
        int method = in.octet();
        int tag = method == DICTIONARY ? (int) in.fixed(2) : 0;
        int count = in.count(ChunkHead.MOST, "number of chunks");
        int headBytes = count == 0 ? 0 : in.count(body.length, "length of the heads");
        int headStart = in.position();
        in.skip(headBytes);
        if (count == 0) {
            in.finish();
        }
        if (method > DICTIONARY) {
            return new Unpacking.Refused(RefusalReason.UNKNOWN_DICTIONARY, "method " + method);
        }
        if (in.failed()) {
            return refused(in);
        }
        Heads heads = new Heads(count, HeadCode.reader(body, headStart, in.position()));
        if (method == PLAIN || count == 0) {
            return chunks(heads, new WireIn(body, in.position(), body.length));
        }
        ZstdDecompressCtx zstd = method == ZSTD ? bare : byTag.get(tag);
        if (zstd == null) {
            return new Unpacking.Refused(RefusalReason.UNKNOWN_DICTIONARY, "dictionary ending in %04x".formatted(tag));
        }
        try {
            int size =
                    zstd.decompressByteArray(plain, 0, plain.length, body, in.position(), body.length - in.position());
            return chunks(heads, new WireIn(plain, 0, size));
        } catch (ZstdException e) {
            boolean large = e.getErrorCode() == Zstd.errDstSizeTooSmall();
            return new Unpacking.Refused(
                    large ? RefusalReason.TOO_LARGE : RefusalReason.MALFORMED, "zstd: " + e.getMessage());
        }
    }

    /** The heads of a body, to be read. */
    private record Heads(int count, RangeCoder.Reader bits) {}

    private static Unpacking chunks(Heads heads, WireIn texts) {
        HeadCode code = new HeadCode(heads.bits());
        List<Chunk> chunks = new ArrayList<>();
        FrameContexts contexts = new FrameContexts();
        int left = FrameLimits.MAX_UNPACKED;
        for (int i = 0; i < heads.count(); i++) {
            int form = code.form(0);
            boolean ends = code.ends(false);
            boolean begins = form != ChunkHead.OPAQUE || code.begins(false);
            long text = code.number(0, HeadCode.TEXT);
            byte[] front = form == ChunkHead.OPAQUE ? new byte[0] : front(form, code, texts, contexts);
            if (text < 0 || text > left - front.length) {
                return new Unpacking.Refused(
                        RefusalReason.TOO_LARGE, "chunks of more than " + FrameLimits.MAX_UNPACKED + " bytes");
            }
            left -= front.length + (int) text;
            byte[] piece = texts.raw((int) text);
            if (texts.failed()) {
                return refused(texts);
            }
            byte[] bytes = front.length == 0
                    ? piece
                    : new WireOut(front.length + piece.length)
                            .raw(front)
                            .raw(piece)
                            .toArray();
            chunks.add(new Chunk(begins, ends, bytes));
        }
        texts.finish();
        if (!heads.bits().usedAll()) {
            texts.fail("heads too long");
        }
        return texts.failed() ? refused(texts) : new Unpacking.Chunks(chunks);
    }

    /** Context and numbers of a record as they stood before packing. */
    private static byte[] front(int form, HeadCode code, WireIn texts, FrameContexts contexts) {
        int known = form - ChunkHead.FIRST_CONTEXT;
        if (known >= contexts.size() || (known < 0 && contexts.isFull())) {
            texts.fail(known < 0 ? "too many contexts" : "context " + known + " does not exist");
            return new byte[0];
        }
        int count = known < 0 ? code.count(0) : contexts.count(known);
        long length = known < 0 ? code.number(0, HeadCode.CONTEXT) : 0;
        if (count > RecordHead.MAX_NUMBERS || length < 0 || length > RecordHead.MAX_CONTEXT) {
            texts.fail("a context of " + length + " bytes with " + count + " numbers");
            return new byte[0];
        }
        byte[] context = known < 0 ? texts.raw((int) length) : contexts.context(known);
        long[] base = known < 0 ? contexts.baseOfNew(count) : contexts.base(known);
        long[] expected = known < 0 ? contexts.expectedOfNew() : contexts.expected(known);
        long[] differences = new long[count];
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            differences[i] = code.difference(0, expected[i], HeadCode.FIRST_NUMBER + i);
            numbers[i] = base[i] + differences[i];
        }
        if (known < 0) {
            contexts.add(context, numbers, differences);
        } else {
            contexts.replace(known, numbers, differences);
        }
        return RecordHead.begin(context, numbers, 0).toArray();
    }

    private static Unpacking refused(WireIn in) {
        return new Unpacking.Refused(in.truncated() ? RefusalReason.TRUNCATED : RefusalReason.MALFORMED, in.fault());
    }

    @Override
    public void close() {
        bare.close();
        byTag.values().forEach(ZstdDecompressCtx::close);
        digested.forEach(ZstdDictDecompress::close);
    }
}
