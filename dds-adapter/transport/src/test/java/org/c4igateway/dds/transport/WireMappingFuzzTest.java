package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.c4igateway.dds.api.cdr.DecodeOutcome.Decoded;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.dds.transport.presence.PeerAnnouncement;
import org.junit.jupiter.params.provider.MethodSource;

/** What a sample says is understood as the core writes it again, or refused as what a caller parks. */
class WireMappingFuzzTest {
    static Stream<byte[]> seeds() {
        return Stream.of(
                seed(0, WireType.MESSAGE, new KmtfMessage("A", "T", 1, "A021", 2, 3, -4, "L", List.of("B"), new byte[] {
                    1
                })),
                seed(
                        1,
                        WireType.RECEIPT,
                        new KmtfReceipt("B", "A", new long[] {1, 5}, new long[] {6}, List.of("GW-304 late"))),
                seed(
                        1,
                        WireType.RECEIPT,
                        new KmtfReceipt(
                                "B",
                                "A",
                                new long[0],
                                new long[] {1, 2, 3},
                                List.of("C4I-HELLO", "C4I-HELLO", "C4I-HELLO"))),
                seed(
                        2,
                        WireType.NODE,
                        new KmtfNode(
                                "A",
                                7,
                                "ab",
                                List.of("A021=00000001", "?J*=00015180"),
                                "",
                                new KmtfNode.Database(1, "00112233-4455-6677-8899-aabbccddeeff", 60))));
    }

    private static <T extends WireRecord> byte[] seed(int type, WireType<T> of, T value) {
        WireCodec<T> codec = of.newCodec();
        ByteBuffer buffer = ByteBuffer.allocate(1 + codec.maxEncodedBytes(value));
        codec.encode(value, buffer.put((byte) type));
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /** The first byte chooses the type. */
    @MethodSource("seeds")
    @FuzzTest
    void understandsASampleOrSaysWhyNot(byte[] input) {
        if (input.length > 0) {
            byte[] sample = Arrays.copyOfRange(input, 1, input.length);
            switch (input[0] & 3) {
                case 0 -> hold(WireType.MESSAGE, sample, WireMapping::fromWire, WireMapping::toWire);
                case 1 -> receipt(sample);
                default -> hold(WireType.NODE, sample, WireMapping::fromWire, WireMappingFuzzTest::toWire);
            }
        }
    }

    private static void receipt(byte[] sample) {
        if (WireType.RECEIPT.newCodec().decode(ByteBuffer.wrap(sample)) instanceof Decoded<KmtfReceipt>(var wire)
                && Greeting.isGreeting(wire)) {
            hold(WireType.RECEIPT, sample, Greeting::fromWire, Greeting::toWire);
        } else {
            hold(WireType.RECEIPT, sample, WireMapping::fromWire, WireMapping::toWire);
        }
    }

    private static KmtfNode toWire(PeerAnnouncement announcement) {
        KmtfNode node = WireMapping.toWire(announcement.node());
        return new KmtfNode(
                node.system(),
                node.incarnation(),
                node.catalogueHash(),
                node.topics(),
                announcement.via(),
                node.database());
    }

    private static <W extends WireRecord, T> void hold(
            WireType<W> type, byte[] sample, Function<W, T> from, Function<T, W> to) {
        if (type.newCodec().decode(ByteBuffer.wrap(sample)) instanceof Decoded<W>(W wire)) {
            T value;
            try {
                value = from.apply(wire);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageMatching("(?s).*\\S.*");
                return;
            }
            assertThat(from.apply(to.apply(value))).isEqualTo(value);
        }
    }
}
