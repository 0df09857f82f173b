package org.c4igateway.wan.frame.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.Reassembly;
import org.c4igateway.wan.frame.Traffic;
import org.c4igateway.wan.frame.record.RecordHead;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.WireOut;
import org.junit.jupiter.api.Test;

class ChunkPackerTest {
    private static final CompressionDictionary DICTIONARY = dictionary(1);
    private static final int BODY = 1_200;

    /** Text of the kind that is sent, as it is: zstd takes any bytes for a dictionary. */
    private static CompressionDictionary dictionary(long seed) {
        WireOut text = new WireOut(0);
        new Traffic(seed).texts(60, 300).forEach(text::raw);
        return CompressionDictionary.of(text.toArray());
    }

    private static byte[] record(String context, long[] numbers, String text) {
        return RecordHead.begin(context.getBytes(StandardCharsets.US_ASCII), numbers, text.length())
                .raw(text.getBytes(StandardCharsets.US_ASCII))
                .toArray();
    }

    @Test
    void laysOutAPlainBody() {
        try (ChunkPacker packer = ChunkPacker.plain()) {
            List<byte[]> records = List.of(
                    record("AB", new long[] {100, 5}, "one"),
                    record("AB", new long[] {101, 3}, "two"),
                    record("C", new long[] {90, 3}, ""),
                    "opaque".getBytes(StandardCharsets.US_ASCII));

            PackedBody packedBody = packer.pack(records, 0, 100);

            assertThat(packedBody.whole()).isEqualTo(4);
            assertThat(packedBody.bytesOfNext()).isZero();
            assertThat(HexFormat.of().formatHex(packedBody.body()))
                    .isEqualTo("00" + "04" + "0f"
                            // coded: new context, 3 of text, 2 of context, +100 +5; context 0, 3 of text, +1 -2;
                            // new context, no text, 1 of context, -11 and 0 to the record before; 6 of text only
                            + "fcfadfbf76ff76cfde3a3a832b2c0e"
                            // texts: AB one two C opaque
                            + "4142" + "6f6e65" + "74776f" + "43" + "6f7061717565");
        }
    }

    @Test
    void laysOutPiecesOfARecord() {
        try (ChunkPacker packer = ChunkPacker.plain()) {
            List<byte[]> records = List.of(record("AB", new long[] {100}, "x".repeat(100)));

            PackedBody first = packer.pack(records, 0, 32);
            PackedBody second = packer.pack(records, first.bytesOfNext(), 32);

            assertThat(HexFormat.of().formatHex(first.body()))
                    .isEqualTo("00" + "01" + "06" + "fdf5ddf7eedc" + "4142" + "78".repeat(17));
            assertThat(first.bytesOfNext()).isEqualTo(6 + 17);
            assertThat(HexFormat.of().formatHex(second.body()))
                    .isEqualTo("00" + "01" + "02" + "7ea0" + "78".repeat(23));
            assertThat(second.whole()).isZero();
            assertThat(second.bytesOfNext()).isEqualTo(23);
        }
    }

    @Test
    void namesTheMethodAndTheDictionary() {
        List<byte[]> records = new Traffic(2).messages(3, 200);
        try (ChunkPacker bare = ChunkPacker.compressing(CompressionLevel.FAST);
                ChunkPacker trained = ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST)) {
            byte[] zstd = bare.pack(records, 0, BODY).body();
            byte[] dictionary = trained.pack(records, 0, BODY).body();

            assertThat(zstd[0]).isEqualTo((byte) 1);
            assertThat(dictionary[0]).isEqualTo((byte) 2);
            assertThat(((dictionary[1] & 0xff) << 8) | (dictionary[2] & 0xff))
                    .isEqualTo((int) DICTIONARY.identity() & 0xffff);
        }
    }

    @Test
    void givesBackWhatWasPacked() {
        for (long seed = 1; seed <= 30; seed++) {
            RandomGenerator random = Traffic.random(seed);
            List<byte[]> records = new Traffic(seed).mixture(60);
            int maxBytes = random.nextInt(ChunkPacker.MIN_BYTES, FrameLimits.BODY_BYTES);
            try (ChunkPacker packer = packer(seed);
                    ChunkUnpacker unpacker = new ChunkUnpacker(List.of(DICTIONARY))) {
                List<byte[]> out = new Reassembly(packer, unpacker).carry(records, maxBytes, random.nextBoolean());

                assertThat(out)
                        .as("seed %d", seed)
                        .usingElementComparator(java.util.Arrays::compare)
                        .isEqualTo(records);
            }
        }
    }

    private static ChunkPacker packer(long seed) {
        return switch ((int) (seed % 3)) {
            case 0 -> ChunkPacker.plain();
            case 1 -> ChunkPacker.compressing(CompressionLevel.FAST);
            default -> ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST);
        };
    }

    @Test
    void fillsBodiesNearlyToTheLastByte() {
        List<byte[]> records = new Traffic(5).messages(1_000, 200);
        try (ChunkPacker packer = ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST);
                ChunkUnpacker unpacker = new ChunkUnpacker(List.of(DICTIONARY))) {
            Reassembly reassembly = new Reassembly(packer, unpacker);
            reassembly.carry(records, BODY, true);

            assertThat(reassembly.bodyBytes()).isGreaterThan((long) (0.97 * BODY * (reassembly.bodies() - 1)));
        }
    }

    @Test
    void leavesRecordsWholeWhenAsked() {
        List<byte[]> records = new Traffic(6).messages(200, 200);
        try (ChunkPacker packer = ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST)) {
            int next = 0;
            while (next < records.size()) {
                PackedBody packedBody = packer.pack(records.subList(next, records.size()), 0, BODY, false);
                assertThat(packedBody.bytesOfNext()).isZero();
                assertThat(packedBody.whole()).isPositive();
                next += packedBody.whole();
            }
        }
    }

    @Test
    void makesAnEmptyBodyOfNothing() {
        try (ChunkPacker packer = ChunkPacker.compressing(CompressionLevel.FAST);
                ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
            PackedBody packedBody = packer.pack(List.of(), 0, BODY);

            assertThat(packedBody.body()).containsExactly(0, 0);
            assertThat(unpacker.unpack(packedBody.body())).isEqualTo(new Unpacking.Chunks(List.of()));
        }
    }

    @Test
    void bringsRecordsWithoutTextThrough() {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            records.add(i % 100 == 7 ? new byte[0] : record("A", new long[] {(long) i * i, -i, i}, ""));
        }
        for (ChunkPacker packer : List.of(ChunkPacker.plain(), ChunkPacker.compressing(CompressionLevel.FAST))) {
            try (packer;
                    ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
                List<byte[]> out = new Reassembly(packer, unpacker).carry(records, 600, true);

                assertThat(out)
                        .usingElementComparator(java.util.Arrays::compare)
                        .isEqualTo(records);
            }
        }
    }

    @Test
    void keepsAlikeRecordsWithinTheBoundOfABody() {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            records.add(record("A", new long[] {i}, "MSGID/SITREP/1 CORPS//".repeat(10)));
        }
        try (ChunkPacker packer = ChunkPacker.compressing(CompressionLevel.FAST);
                ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
            PackedBody packedBody = packer.pack(records, 0, BODY);
            for (int i = 0; i < 30; i++) {
                packedBody = packer.pack(records, 0, BODY);
            }

            assertThat(packedBody.plainBytes()).isLessThanOrEqualTo(FrameLimits.MAX_UNPACKED);
            assertThat(packedBody.whole()).isGreaterThan(150);
            assertThat(unpacker.unpack(packedBody.body())).isInstanceOf(Unpacking.Chunks.class);
        }
    }

    @Test
    void makesABodyAgainWithoutSomeOfItsChunks() {
        try (ChunkPacker packer = ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST);
                ChunkUnpacker unpacker = new ChunkUnpacker(List.of(DICTIONARY))) {
            for (long seed = 0; seed < 50; seed++) {
                List<byte[]> records = new Traffic(seed).messages(40, 200);
                PackedBody packedBody = packer.pack(records, 20, BODY);
                List<Chunk> chunks = new ArrayList<>(chunks(unpacker, packedBody.body()));

                assertThat(packer.repack(chunks)).isEqualTo(packedBody.body());

                chunks.set(3, new Chunk(true, true, new byte[0]));
                chunks.remove(5);
                byte[] again = packer.repack(chunks);
                assertThat(again).hasSizeLessThan(packedBody.body().length);
                assertThat(chunks(unpacker, again)).isEqualTo(chunks);
            }
        }
    }

    private static List<Chunk> chunks(ChunkUnpacker unpacker, byte[] body) {
        Unpacking unpacking = unpacker.unpack(body);
        assertThat(unpacking).isInstanceOf(Unpacking.Chunks.class);
        return ((Unpacking.Chunks) unpacking).chunks();
    }
}
