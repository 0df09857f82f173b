package org.c4igateway.test.e2e.input;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.c4igateway.test.e2e.input.RtpsPacket.Content;

/**
 * RTPS messages that no well-behaved participant sends. The classes are those of the public advisories for DDS
 * products: headers, submessage lengths, discovery data with wrong lengths and counts, and sequence and fragment
 * numbers at the ends of their ranges.
 */
final class RtpsCorpus {
    private static final int PARTICIPANTS_WRITER = 0x0001_00c2;
    private static final int INLINE_QOS = 2;
    private static final int WITH_DATA = 4;
    private static final int WITH_KEY = 8;
    private static final int CDR_LE = 1;
    private static final int PL_CDR_LE = 3;
    private static final int NO_SUCH_ENCODING = 0xff;
    private static final long U32_MAX = 0xffff_ffffL;
    private static final List<Long> SEQUENCES =
            List.of(Long.MIN_VALUE, -1L, 0L, 2L, 1L << 32, 1L << 40, 1L << 62, Long.MAX_VALUE);

    private final byte[] prefix;
    private final int writer;
    private final List<byte[]> all = new ArrayList<>();
    private long declared = 2;
    private long written = 1;

    private RtpsCorpus(byte[] prefix, int writer) {
        this.prefix = prefix;
        this.writer = writer;
    }

    /**
     * @param prefix GUID prefix of the sender, 12 bytes
     * @param writer entity id of a writer of the sender that readers have matched
     * @return every message, in an order that does not change
     */
    static List<byte[]> of(byte[] prefix, int writer) {
        RtpsCorpus corpus = new RtpsCorpus(prefix.clone(), writer);
        // First what needs the matched writer, which the last of these make useless; last what may cost the sender its
        // membership.
        corpus.data();
        corpus.fragments();
        corpus.acknowledgements();
        corpus.gaps();
        corpus.heartbeats();
        corpus.endpoints();
        corpus.headers();
        corpus.submessages();
        corpus.participants();
        return List.copyOf(corpus.all);
    }

    private void add(int id, int flags, Content content) {
        all.add(packet().with(id, flags, content.bytes()).bytes());
    }

    private RtpsPacket packet() {
        return new RtpsPacket(prefix);
    }

    private void headers() {
        byte[] whole = packet().with(RtpsPacket.INFO_TS, 0, new byte[8]).bytes();
        IntStream.range(0, whole.length).forEach(length -> all.add(Arrays.copyOf(whole, length)));
        for (int at = 0; at < RtpsPacket.HEADER_BYTES; at++) {
            byte[] wrong = whole.clone();
            wrong[at] ^= (byte) 0xff;
            all.add(wrong);
        }
    }

    private void submessages() {
        for (int id = 0; id < 256; id++) {
            for (int claimed : new int[] {0, 7, 9, 65_535}) {
                all.add(packet().with(id, INLINE_QOS | WITH_DATA, new byte[8], claimed)
                        .bytes());
            }
        }
        RtpsPacket loop = packet();
        for (int i = 0; i < 1_000; i++) {
            loop.with(RtpsPacket.INFO_DST, 0, prefix).with(RtpsPacket.INFO_SRC, 0, new byte[20]);
        }
        all.add(loop.bytes());
        all.add(packet().with(
                        RtpsPacket.INFO_REPLY, 0, new Content().u32(U32_MAX).bytes())
                .bytes());
    }

    /** Announcements of participants with parameters that are not what they claim to be. */
    private void participants() {
        byte[] name = new Content().raw(prefix).u32(0xc101_0000L).bytes();
        // GUID, lease, locators, user data, name, properties, tokens, a flood of something unknown.
        for (int id :
                new int[] {0x50, 0x02, 0x32, 0x31, 0x33, 0x2c, 0x62, 0x59, 0x1001, 0x1002, 0x15, 0x16, 0x58, 0x7fff}) {
            for (byte[] value : values()) {
                for (int claimed : new int[] {value.length, 0, 1, 3, 65_535, 65_532}) {
                    byte[] list = new Content()
                            .parameter(0x50, 16, name)
                            .parameter(id, claimed, value)
                            .u16(1, 0)
                            .bytes();
                    discovery(PARTICIPANTS_WRITER, PL_CDR_LE, list);
                }
            }
        }
        byte[] endless = new Content().parameter(0x50, 16, name).bytes();
        discovery(PARTICIPANTS_WRITER, PL_CDR_LE, endless);
        discovery(PARTICIPANTS_WRITER, NO_SUCH_ENCODING, endless);
        Content locators = new Content().parameter(0x50, 16, name);
        IntStream.range(0, 2_000).forEach(i -> locators.parameter(0x32, 24, locator(i)));
        discovery(PARTICIPANTS_WRITER, PL_CDR_LE, locators.u16(1, 0).bytes());
    }

    private static byte[] locator(int port) {
        return new Content().u32(1, port).zeros(12).u8(127, 0, 0, 1).bytes();
    }

    private static List<byte[]> values() {
        return List.of(
                new byte[0],
                new Content().u32(U32_MAX).bytes(),
                new Content().u32(0x7fff_ffffL, U32_MAX, U32_MAX).bytes(),
                new Content()
                        .u32(8)
                        .raw(new byte[] {'n', 'o', ' ', 'e', 'n', 'd', '!', '!'})
                        .bytes(),
                new Content().string("x".repeat(60_000)).zeros(3).bytes(),
                new Content().u32(3, 3, 3, U32_MAX, 3, 0).bytes());
    }

    /** Declarations of endpoints: names, policies and type information out of all bounds. */
    private void endpoints() {
        byte[] guid = new Content().raw(prefix).entity(0x0000_4203).bytes();
        // Topic, type, reliability, durability, history, limits, partition, deadline, liveliness, type information.
        for (int id : new int[] {0x05, 0x07, 0x1a, 0x1d, 0x40, 0x41, 0x29, 0x23, 0x1b, 0x75, 0x69, 0x70, 0x73}) {
            for (byte[] value : values()) {
                byte[] list = new Content()
                        .parameter(0x5a, 16, guid)
                        .parameter(0x05, 8, new Content().string("W01").bytes())
                        .parameter(0x07, 8, new Content().string("W01").bytes())
                        .parameter(id, value.length, value)
                        .u16(1, 0)
                        .bytes();
                for (int builtin : new int[] {RtpsIntruder.PUBLICATIONS_WRITER, RtpsIntruder.SUBSCRIPTIONS_WRITER}) {
                    discovery(builtin, PL_CDR_LE, list);
                    discovery(builtin, CDR_LE, list);
                }
            }
        }
    }

    private void discovery(int from, int encoding, byte[] list) {
        all.add(next(
                from, declared++, WITH_DATA, new Content().u8(0, encoding, 0, 0).raw(list)));
    }

    private void sample(int flags, Content content) {
        all.add(next(writer, written++, flags, content));
    }

    private byte[] next(int from, long sequence, int flags, Content content) {
        return RtpsPacket.sample(prefix, from, sequence, flags, content.bytes());
    }

    /** Samples: wrong encodings, strings and sequences longer than the message, parameter lists without an end. */
    private void data() {
        for (int encoding = 0; encoding < 256; encoding++) {
            sample(WITH_DATA, new Content().u8(0, encoding, 0, 0).string("X"));
        }
        for (long length : new long[] {0, 1, 5, 0x7fff_ffffL, 0x8000_0000L, U32_MAX - 3, U32_MAX}) {
            for (int flags : new int[] {WITH_DATA, WITH_KEY}) {
                sample(flags, new Content().u8(0, CDR_LE, 0, 0).u32(length).u8('A', 'B', 'C', 'D'));
            }
        }
        for (byte[] value : values()) {
            for (int id : new int[] {0x70, 0x71, 0x02, 0x15, 0x8007, 0x7fff}) {
                sample(INLINE_QOS | WITH_DATA, new Content().parameter(id, value.length, value));
                sample(INLINE_QOS, new Content().parameter(id, 0xffff, value));
            }
        }
        for (int flags = 0; flags < 256; flags += 2) {
            sample(flags, new Content());
            sample(flags, new Content().zeros(4));
        }
        for (int offset : new int[] {0, 1, 15, 17, 1_000, 0xffff}) {
            add(
                    RtpsPacket.DATA,
                    INLINE_QOS | WITH_DATA,
                    new Content().u16(0, offset).zeros(40));
        }
        SEQUENCES.forEach(number -> add(RtpsPacket.DATA, WITH_DATA, at(number).u8(0, CDR_LE, 0, 0)));
    }

    private Content at(long sequence) {
        return new Content()
                .u16(0, 16)
                .entity(RtpsPacket.ANY_READER)
                .entity(writer)
                .sequence(sequence);
    }

    /** Fragments without a number, without a size, of samples too large to exist, overlapping and never complete. */
    private void fragments() {
        for (long number : new long[] {0, 1, 2, 0x7fff_ffffL, U32_MAX}) {
            for (int count : new int[] {0, 1, 0xffff}) {
                for (int size : new int[] {0, 1, 0xffff}) {
                    for (long total : new long[] {0, 1, 100, 0x7fff_ffffL, U32_MAX}) {
                        Content content =
                                at(written++).u32(number).u16(count, size).u32(total);
                        add(RtpsPacket.DATA_FRAG, 0, content.zeros(64));
                    }
                }
            }
        }
        for (long last : new long[] {0, 1, U32_MAX}) {
            add(
                    RtpsPacket.HEARTBEAT_FRAG,
                    0,
                    new Content().entity(0).entity(writer).sequence(written).u32(last, 1));
        }
    }

    /** Requests for samples that no writer has, with bitmaps larger than allowed. */
    private void acknowledgements() {
        int[] asked = {writer, RtpsIntruder.PUBLICATIONS_WRITER, RtpsIntruder.SUBSCRIPTIONS_WRITER};
        for (int each : asked) {
            for (long base : SEQUENCES) {
                for (long bits : new long[] {0, 1, 256, 257, 0x7fff_ffffL, U32_MAX}) {
                    Content set = new Content()
                            .entity(each | 0x05)
                            .entity(each)
                            .sequence(base)
                            .u32(bits);
                    add(RtpsPacket.ACKNACK, 0, set.u32(U32_MAX, U32_MAX, 1));
                    Content pieces =
                            new Content().entity(each | 0x05).entity(each).sequence(base);
                    add(RtpsPacket.NACK_FRAG, 0, pieces.u32(base, bits, U32_MAX, 1));
                }
            }
        }
    }

    private void gaps() {
        for (long start : SEQUENCES) {
            for (long base : SEQUENCES) {
                for (long bits : new long[] {0, 256, 257, U32_MAX}) {
                    Content range = new Content()
                            .entity(RtpsPacket.ANY_READER)
                            .entity(writer)
                            .sequence(start);
                    add(RtpsPacket.GAP, 0, range.sequence(base).u32(bits, U32_MAX));
                }
            }
        }
    }

    private void heartbeats() {
        for (long first : SEQUENCES) {
            for (long last : SEQUENCES) {
                Content range = new Content()
                        .entity(RtpsPacket.ANY_READER)
                        .entity(writer)
                        .sequence(first);
                add(RtpsPacket.HEARTBEAT, 0, range.sequence(last).u32(declared++));
            }
        }
    }

    /** @return a copy of a message with some of its bytes changed, its end cut off or a piece of it repeated */
    static byte[] mutated(byte[] message, SplittableRandom random) {
        byte[] copy = message.clone();
        for (int changes = random.nextInt(1, 6); changes > 0; changes--) {
            // What comes before is checked first; most changes are to lead further.
            int at = random.nextInt(RtpsPacket.HEADER_BYTES, copy.length);
            switch (random.nextInt(5)) {
                case 0 -> copy[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> copy[at] = (byte) random.nextInt(256);
                case 2 ->
                    Arrays.fill(copy, at, Math.min(copy.length, at + 4), (byte) (random.nextBoolean() ? 0xff : 0));
                case 3 -> copy = Arrays.copyOf(copy, Math.max(RtpsPacket.HEADER_BYTES + 1, at));
                default ->
                    System.arraycopy(
                            message,
                            RtpsPacket.HEADER_BYTES,
                            copy,
                            at,
                            Math.min(copy.length - at, message.length - RtpsPacket.HEADER_BYTES));
            }
        }
        return copy;
    }
}
