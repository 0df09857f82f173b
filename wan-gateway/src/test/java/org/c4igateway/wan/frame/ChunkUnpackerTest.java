package org.c4igateway.wan.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChunkUnpackerTest {
    private static final CompressionDictionary OURS =
            CompressionDictionary.of("MSGID/SITREP/1 CORPS/0001/NOV//\n".getBytes(StandardCharsets.US_ASCII));
    private static final CompressionDictionary THEIRS =
            CompressionDictionary.of("MSGID/TRACKREP/MCRC OSAN/0142/NOV//\n".getBytes(StandardCharsets.US_ASCII));

    private final ChunkUnpacker unpacker = new ChunkUnpacker(List.of(OURS));

    @AfterEach
    void close() {
        unpacker.close();
    }

    private Refusal refusal(byte[] body) {
        Unpacking unpacking = unpacker.unpack(body);
        assertThat(unpacking).isInstanceOf(Unpacking.Refused.class);
        return ((Unpacking.Refused) unpacking).reason();
    }

    private static byte[] zstd(byte[] heads, byte[] texts) {
        try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
            byte[] packed = zstd.setMagicless(true).setContentSize(false).compress(texts);
            return new WireOut(0)
                    .octet(1)
                    .varint(heads.length)
                    .raw(heads)
                    .raw(packed)
                    .toArray();
        }
    }

    @Test
    void refusesADictionaryItDoesNotHave() {
        try (ChunkPacker packer = ChunkPacker.compressing(THEIRS, CompressionLevel.FAST)) {
            byte[] body = packer.pack(new Traffic(1).messages(5, 200), 0, 1_000).body();

            assertThat(refusal(body)).isEqualTo(Refusal.UNKNOWN_DICTIONARY);
        }
    }

    @Test
    void refusesAMethodItDoesNotHave() {
        assertThat(refusal(new byte[] {3, 0})).isEqualTo(Refusal.UNKNOWN_DICTIONARY);
        assertThat(refusal(new byte[] {(byte) 0xff, 0})).isEqualTo(Refusal.UNKNOWN_DICTIONARY);
    }

    @Test
    void refusesABomb() {
        byte[] heads = new WireOut(0).octet(3).varint(FrameLimits.MAX_UNPACKED).toArray();

        byte[] bomb = zstd(heads, new byte[100 << 20]);

        assertThat(bomb.length).isLessThan(20_000);
        assertThat(refusal(bomb)).isEqualTo(Refusal.TOO_LARGE);
        assertThat(unpacker.unpack(zstd(heads, new byte[FrameLimits.MAX_UNPACKED])))
                .isInstanceOf(Unpacking.Chunks.class);
    }

    @Test
    void refusesContextsThatMultiply() {
        WireOut heads = new WireOut(0).octet(7).varint(0).varint(0).varint(RecordHead.MAX_CONTEXT);
        for (int i = 0; i < 1_000; i++) {
            heads.octet(4 * 2 + 3).varint(0);
        }

        assertThat(refusal(zstd(heads.toArray(), new byte[RecordHead.MAX_CONTEXT])))
                .isEqualTo(Refusal.TOO_LARGE);
    }

    @Test
    void refusesHostileLengths() {
        assertThat(refusal(new byte[] {})).isEqualTo(Refusal.TRUNCATED);
        assertThat(refusal(new byte[] {0, 5})).as("heads beyond the end").isEqualTo(Refusal.MALFORMED);
        assertThat(refusal(new byte[] {0, 2, 3, 9})).as("text beyond the end").isEqualTo(Refusal.TRUNCATED);
        assertThat(refusal(new byte[] {0, 2, 3, 1, 'a', 'b'}))
                .as("text too long")
                .isEqualTo(Refusal.MALFORMED);
        assertThat(refusal(new byte[] {0, 2, 15, 0}))
                .as("a context that is not there")
                .isEqualTo(Refusal.MALFORMED);
        assertThat(refusal(new byte[] {0, 4, 5, 0, 0, 0}))
                .as("a context amid a record")
                .isEqualTo(Refusal.MALFORMED);
        assertThat(refusal(new byte[] {0, 4, 7, 0, 9, 0}))
                .as("too many numbers")
                .isEqualTo(Refusal.MALFORMED);
        byte[] endless = new byte[30];
        Arrays.fill(endless, (byte) 0xff);
        endless[0] = 0;
        assertThat(refusal(endless)).as("a number without end").isEqualTo(Refusal.MALFORMED);
    }

    @Test
    void refusesEachShorterBody() {
        for (ChunkPacker packer : List.of(
                ChunkPacker.plain(),
                ChunkPacker.compressing(CompressionLevel.FAST),
                ChunkPacker.compressing(OURS, CompressionLevel.FAST))) {
            try (packer) {
                byte[] body =
                        packer.pack(new Traffic(3).messages(8, 150), 0, 900).body();
                for (int length = 0; length < body.length; length++) {
                    assertThat(unpacker.unpack(Arrays.copyOf(body, length)))
                            .as("cut to %d", length)
                            .isInstanceOf(Unpacking.Refused.class);
                }
            }
        }
    }

    @Test
    void survivesDamage() {
        RandomGenerator random = Traffic.random(20_261_121);
        Set<Refusal> seen = EnumSet.noneOf(Refusal.class);
        try (ChunkPacker plain = ChunkPacker.plain();
                ChunkPacker trained = ChunkPacker.compressing(OURS, CompressionLevel.FAST)) {
            List<byte[]> bodies = List.of(
                    plain.pack(new Traffic(4).mixture(10), 0, 1_200).body(),
                    plain.pack(new Traffic(5).messages(10, 100), 0, 1_200).body(),
                    trained.pack(new Traffic(6).messages(40, 200), 0, 1_200).body());
            for (int i = 0; i < 20_000; i++) {
                byte[] body = Damage.to(bodies.get(random.nextInt(bodies.size())), random);
                switch (unpacker.unpack(body)) {
                    case Unpacking.Refused(Refusal reason, String detail) -> {
                        assertThat(detail).isNotEmpty();
                        seen.add(reason);
                    }
                    case Unpacking.Chunks(List<Chunk> chunks) ->
                        assertThat(chunks.stream()
                                        .mapToInt(chunk -> chunk.bytes().length)
                                        .sum())
                                .isLessThanOrEqualTo(FrameLimits.MAX_UNPACKED);
                }
            }
        }
        assertThat(seen).contains(Refusal.TRUNCATED, Refusal.MALFORMED, Refusal.UNKNOWN_DICTIONARY);
    }

    @Test
    void wantsDictionariesThatDiffer() {
        assertThatThrownBy(() -> new ChunkUnpacker(List.of(OURS, OURS))).isInstanceOf(IllegalArgumentException.class);
    }
}
