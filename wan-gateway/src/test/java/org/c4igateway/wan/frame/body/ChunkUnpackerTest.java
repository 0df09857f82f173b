package org.c4igateway.wan.frame.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.Damage;
import org.c4igateway.wan.frame.Traffic;
import org.c4igateway.wan.frame.record.RecordHead;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.c4igateway.wan.frame.wire.WireOut;
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

    private RefusalReason refusal(byte[] body) {
        Unpacking unpacking = unpacker.unpack(body);
        assertThat(unpacking).isInstanceOf(Unpacking.Refused.class);
        return ((Unpacking.Refused) unpacking).reason();
    }

    private static byte[] zstd(byte[] texts) {
        try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
            return zstd.setMagicless(true).setContentSize(false).compress(texts);
        }
    }

    private static byte[] body(int method, List<ChunkHead> heads, byte[] texts) {
        RangeCoder.Writer coder = HeadCode.writer();
        HeadCode code = new HeadCode(coder);
        heads.forEach(head -> head.write(code));
        byte[] coded = coder.finish();
        return new WireOut(0)
                .octet(method)
                .varint(heads.size())
                .varint(coded.length)
                .raw(coded)
                .raw(texts)
                .toArray();
    }

    private static byte[] bodyWithTooManyNumbers() {
        RangeCoder.Writer coder = HeadCode.writer();
        HeadCode code = new HeadCode(coder);
        code.form(ChunkHead.NEW_CONTEXT);
        code.ends(true);
        code.number(0, HeadCode.TEXT);
        code.count(RecordHead.MAX_NUMBERS + 1);
        code.number(0, HeadCode.CONTEXT);
        byte[] coded = coder.finish();
        return new WireOut(0).octet(0).varint(1).varint(coded.length).raw(coded).toArray();
    }

    private static ChunkHead text(int bytes) {
        return ChunkHead.opaque(true, true, bytes);
    }

    private static ChunkHead front(int form, int contextBytes, int numbers) {
        return new ChunkHead(form, true, true, 0, contextBytes, new long[numbers], new long[numbers]);
    }

    @Test
    void refusesADictionaryItDoesNotHave() {
        try (ChunkPacker packer = ChunkPacker.compressing(THEIRS, CompressionLevel.FAST)) {
            byte[] body = packer.pack(new Traffic(1).messages(5, 200), 0, 1_000).body();

            assertThat(refusal(body)).isEqualTo(RefusalReason.UNKNOWN_DICTIONARY);
        }
    }

    @Test
    void refusesAMethodItDoesNotHave() {
        assertThat(refusal(new byte[] {3, 0})).isEqualTo(RefusalReason.UNKNOWN_DICTIONARY);
        assertThat(refusal(new byte[] {(byte) 0xff, 0})).isEqualTo(RefusalReason.UNKNOWN_DICTIONARY);
    }

    @Test
    void refusesABomb() {
        byte[] bomb = body(1, List.of(text(FrameLimits.MAX_UNPACKED)), zstd(new byte[100 << 20]));

        assertThat(bomb.length).isLessThan(20_000);
        assertThat(refusal(bomb)).isEqualTo(RefusalReason.TOO_LARGE);
        byte[] largest = body(1, List.of(text(FrameLimits.MAX_UNPACKED)), zstd(new byte[FrameLimits.MAX_UNPACKED]));
        assertThat(unpacker.unpack(largest)).isInstanceOf(Unpacking.Chunks.class);
    }

    @Test
    void refusesContextsThatMultiply() {
        List<ChunkHead> heads = new ArrayList<>();
        heads.add(front(ChunkHead.NEW_CONTEXT, RecordHead.MAX_CONTEXT, 0));
        for (int i = 0; i < 1_000; i++) {
            heads.add(front(ChunkHead.FIRST_CONTEXT, 0, 0));
        }
        byte[] body = body(0, heads, new byte[RecordHead.MAX_CONTEXT]);

        assertThat(body.length).isLessThan(FrameLimits.BODY_BYTES);
        assertThat(refusal(body)).isEqualTo(RefusalReason.TOO_LARGE);
    }

    @Test
    void refusesHostileLengths() {
        assertThat(refusal(new byte[] {})).isEqualTo(RefusalReason.TRUNCATED);
        assertThat(refusal(new byte[] {0})).isEqualTo(RefusalReason.TRUNCATED);
        assertThat(refusal(new byte[] {0, 0, 1})).as("bytes behind nothing").isEqualTo(RefusalReason.MALFORMED);
        assertThat(refusal(new byte[] {0, 1, 5})).as("heads beyond the end").isEqualTo(RefusalReason.MALFORMED);
        byte[] endless = new byte[30];
        Arrays.fill(endless, (byte) 0xff);
        endless[0] = 0;
        assertThat(refusal(endless)).as("a number without end").isEqualTo(RefusalReason.MALFORMED);
        byte[] many =
                new WireOut(0).octet(0).varint(ChunkHead.MOST + 1).varint(0).toArray();
        assertThat(refusal(many)).as("too many chunks").isEqualTo(RefusalReason.MALFORMED);
    }

    @Test
    void refusesHostileHeads() {
        byte[] two = {'a', 'b'};
        assertThat(refusal(body(0, List.of(text(3)), two)))
                .as("text beyond the end")
                .isEqualTo(RefusalReason.TRUNCATED);
        assertThat(refusal(body(0, List.of(text(1)), two))).as("text left over").isEqualTo(RefusalReason.MALFORMED);
        assertThat(refusal(body(0, List.of(text(-1)), two)))
                .as("a negative length")
                .isEqualTo(RefusalReason.TOO_LARGE);
        assertThat(refusal(body(0, List.of(front(5, 0, 0)), two)))
                .as("no such context")
                .isEqualTo(RefusalReason.MALFORMED);
        assertThat(refusal(body(0, List.of(front(1, 2_000, 1)), two)))
                .as("a long context")
                .isEqualTo(RefusalReason.MALFORMED);
        assertThat(refusal(body(0, Collections.nCopies(63, front(1, 0, 0)), new byte[0])))
                .as("more contexts than forms")
                .isEqualTo(RefusalReason.MALFORMED);
        assertThat(refusal(bodyWithTooManyNumbers())).isEqualTo(RefusalReason.MALFORMED);
        byte[] sound = body(0, List.of(text(0)), new byte[0]);
        byte[] padded = Arrays.copyOf(sound, sound.length + 10);
        padded[2] = (byte) (sound[2] + 10);
        assertThat(unpacker.unpack(sound)).isInstanceOf(Unpacking.Chunks.class);
        assertThat(refusal(padded)).as("heads with something behind them").isEqualTo(RefusalReason.MALFORMED);
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
        Set<RefusalReason> seen = EnumSet.noneOf(RefusalReason.class);
        try (ChunkPacker plain = ChunkPacker.plain();
                ChunkPacker trained = ChunkPacker.compressing(OURS, CompressionLevel.FAST)) {
            List<byte[]> bodies = List.of(
                    plain.pack(new Traffic(4).mixture(10), 0, 1_200).body(),
                    plain.pack(new Traffic(5).messages(10, 100), 0, 1_200).body(),
                    trained.pack(new Traffic(6).messages(40, 200), 0, 1_200).body());
            for (int i = 0; i < 20_000; i++) {
                byte[] body = Damage.to(bodies.get(random.nextInt(bodies.size())), random);
                switch (unpacker.unpack(body)) {
                    case Unpacking.Refused(RefusalReason reason, String detail) -> {
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
        assertThat(seen).contains(RefusalReason.TRUNCATED, RefusalReason.MALFORMED, RefusalReason.UNKNOWN_DICTIONARY);
    }

    @Test
    void wantsDictionariesThatDiffer() {
        assertThatThrownBy(() -> new ChunkUnpacker(List.of(OURS, OURS))).isInstanceOf(IllegalArgumentException.class);
    }
}
