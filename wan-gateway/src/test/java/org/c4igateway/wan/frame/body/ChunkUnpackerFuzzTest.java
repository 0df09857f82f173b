package org.c4igateway.wan.frame.body;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.core.compression.CompressionDictionary;
import org.c4igateway.wan.frame.Traffic;
import org.c4igateway.wan.frame.wire.FrameLimits;
import org.junit.jupiter.params.provider.MethodSource;

/** The body of a frame is taken apart within bounds, or refused with a reason. */
class ChunkUnpackerFuzzTest {
    private static final CompressionDictionary DICTIONARY =
            CompressionDictionary.of("MSGID/SITREP/1 CORPS/0001/NOV//\n".getBytes(StandardCharsets.US_ASCII));
    /** Keeps nothing from body to body. */
    private static final ChunkUnpacker UNPACKER = new ChunkUnpacker(List.of(DICTIONARY));

    static Stream<byte[]> seeds() {
        List<byte[]> records = new Traffic(1).messages(5, 200);
        try (ChunkPacker plain = ChunkPacker.plain();
                ChunkPacker compressing = ChunkPacker.compressing(DICTIONARY, CompressionLevel.FAST)) {
            return Stream.of(
                    plain.pack(records, 0, 1_000).body(),
                    compressing.pack(records, 0, 1_000).body(),
                    plain.pack(records.subList(0, 1), 50, 80).body());
        }
    }

    @MethodSource("seeds")
    @FuzzTest
    void takesABodyApartOrSaysWhyNot(byte[] body) {
        switch (UNPACKER.unpack(body)) {
            case Unpacking.Chunks unpacked -> {
                long bytes = unpacked.chunks().stream()
                        .mapToLong(chunk -> chunk.bytes().length)
                        .sum();
                assertThat(bytes).isLessThanOrEqualTo(FrameLimits.MAX_UNPACKED);
            }
            case Unpacking.Refused refused -> assertThat(refused.detail()).isNotBlank();
        }
    }
}
