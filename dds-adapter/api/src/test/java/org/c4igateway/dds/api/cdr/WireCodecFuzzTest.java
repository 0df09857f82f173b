package org.c4igateway.dds.api.cdr;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.c4igateway.dds.api.cdr.DecodeOutcome.Decoded;
import org.c4igateway.dds.api.cdr.DecodeOutcome.Malformed;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;
import org.junit.jupiter.params.provider.MethodSource;

/** A sample is decoded, and the same after it was encoded again; or it is malformed with a reason inside its bytes. */
class WireCodecFuzzTest {
    private static final List<WireType<?>> TYPES =
            List.of(WireType.MESSAGE, WireType.RECEIPT, WireType.NODE, WireType.FRAME);

    static Stream<byte[]> seeds() {
        KmtfMessage message = new KmtfMessage(
                "ALPHA", "T", 1, "A021", 2, 3, Long.MAX_VALUE, "L", List.of("B", "C"), new byte[] {1, 2, 3});
        KmtfReceipt receipt =
                new KmtfReceipt("B", "A", new long[] {1, 5, 9, 9}, new long[] {6}, List.of("GW-304 late"));
        KmtfNode node =
                new KmtfNode("A", -1, "abcd", List.of("A021=00000001"), "N", new KmtfNode.Database(5, "id", 60));
        return Stream.of(
                seed(0, WireType.MESSAGE, message),
                seed(1, WireType.RECEIPT, receipt),
                seed(2, WireType.NODE, node),
                seed(3, WireType.FRAME, new KmtfFrame(7, new byte[] {9})));
    }

    private static <T extends WireRecord> byte[] seed(int type, WireType<T> of, T value) {
        byte[] sample = encode(of, value);
        byte[] seed = new byte[sample.length + 1];
        seed[0] = (byte) type;
        System.arraycopy(sample, 0, seed, 1, sample.length);
        return seed;
    }

    private static <T extends WireRecord> byte[] encode(WireType<T> type, T value) {
        WireCodec<T> codec = type.newCodec();
        ByteBuffer buffer = ByteBuffer.allocate(codec.maxEncodedBytes(value));
        codec.encode(value, buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** The first byte chooses the type. */
    @MethodSource("seeds")
    @FuzzTest
    void decodesASampleOrSaysWhereItIsWrong(byte[] input) {
        if (input.length > 0) {
            hold(TYPES.get(input[0] & 3), Arrays.copyOfRange(input, 1, input.length));
        }
    }

    private static <T extends WireRecord> void hold(WireType<T> type, byte[] sample) {
        requirePlace(type.newCodec().decodeKey(ByteBuffer.wrap(sample)), sample.length);
        DecodeOutcome<T> outcome = type.newCodec().decode(ByteBuffer.wrap(sample));
        requirePlace(outcome, sample.length);
        if (outcome instanceof Decoded<T>(T value)) {
            assertThat(type.newCodec().decode(ByteBuffer.wrap(encode(type, value))))
                    .isEqualTo(outcome);
            assertThat(type.keyOf(value)).isNotNull();
        }
    }

    private static void requirePlace(DecodeOutcome<?> outcome, int length) {
        if (outcome instanceof Malformed<?>(String reason, int offset)) {
            assertThat(reason).isNotBlank();
            assertThat(offset).isBetween(0, length);
        }
    }
}
