package org.c4igateway.dds.api.cdr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.c4igateway.dds.api.cdr.DecodeOutcome.Decoded;
import org.c4igateway.dds.api.cdr.DecodeOutcome.Malformed;
import org.c4igateway.dds.api.sample.InstanceKey;
import org.c4igateway.dds.api.sample.InstanceState;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;
import org.junit.jupiter.api.Test;

class WireCodecTest {
    private static final KmtfMessage MESSAGE = new KmtfMessage(
            "A", "t", 1, "A021", 2, 3, Long.MAX_VALUE, 9, 7, "", List.of("B"), new byte[] {0x4d, 0, (byte) 0xff});

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }

    private static <T extends WireRecord> byte[] encode(WireType<T> type, T value) {
        WireCodec<T> codec = type.newCodec();
        ByteBuffer buffer = ByteBuffer.allocate(codec.maxEncodedBytes(value));
        codec.encode(value, buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private static <T extends WireRecord> DecodeOutcome<T> decode(WireType<T> type, byte[] bytes) {
        return type.newCodec().decode(ByteBuffer.wrap(bytes));
    }

    @Test
    void keepsTheStartOfWhatIsMalformedAndSaysWhere() {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) 7);
        ByteBuffer arrived = ByteBuffer.wrap(bytes).position(12);

        Sample<KmtfNode> sample = new Malformed<KmtfNode>("no name", 4).sample(arrived, InstanceState.DISPOSED, 5, 6);

        assertThat(sample).isInstanceOfSatisfying(Sample.Malformed.class, malformed -> {
            assertThat(malformed.reason()).isEqualTo("no name at offset 4");
            assertThat(malformed.bytes()).hasSize(65_536).containsOnly(7);
            assertThat(malformed.state()).isEqualTo(InstanceState.DISPOSED);
            assertThat(malformed.sourceNanos()).isEqualTo(5);
            assertThat(malformed.writer()).isEqualTo(6);
        });
        Sample<KmtfNode> small =
                new Malformed<KmtfNode>("", 0).sample(ByteBuffer.wrap(new byte[] {1, 2}), InstanceState.ALIVE, 0, 0);
        assertThat(small)
                .isInstanceOfSatisfying(
                        Sample.Malformed.class,
                        malformed -> assertThat(malformed.bytes()).containsExactly(1, 2));
    }

    @Test
    void writesXcdr1LittleEndian() {
        String expected = "00010001" + "0200000041000000" + "0200000074000000" + "0100000000000000" + "0500000041303231"
                + "0002000000000000"
                + "0300000000000000" + "ffffffffffffff7f" + "0900000000000000" + "0700000000000000" + "0100000000000000"
                + "0100000002000000"
                + "42000000"
                + "030000004d00ff00";
        assertThat(HexFormat.of().formatHex(encode(WireType.MESSAGE, MESSAGE))).isEqualTo(expected);
    }

    @Test
    void readsXcdr1BigEndian() {
        byte[] bytes = hex("00000000" + "0000000241000000" + "0000000274000000" + "0000000000000001"
                + "0000000541303231"
                + "0002000000000000" + "0000000000000003" + "7fffffffffffffff" + "0000000000000009" + "0000000000000007"
                + "0000000100000000"
                + "0000000100000002"
                + "42000000" + "000000034d00ff00");
        assertThat(decode(WireType.MESSAGE, bytes)).isEqualTo(new Decoded<>(MESSAGE));
    }

    @Test
    void readsXcdr2WithFourByteAlignmentAndDelimitedStringSequence() {
        byte[] bytes = hex("00070001" + "0200000041000000" + "0200000074000000" + "0100000000000000"
                + "0500000041303231"
                + "00020000" + "0300000000000000" + "ffffffffffffff7f" + "0900000000000000" + "0700000000000000"
                + "0100000000000000"
                + "0a000000" + "01000000"
                + "02000000" + "42000000" + "030000004d00ff00");
        assertThat(decode(WireType.MESSAGE, bytes)).isEqualTo(new Decoded<>(MESSAGE));
    }

    @Test
    void decodesKeyOnlySamples() {
        byte[] key = hex("00070000" + "0200000041000000" + "0200000074000000");
        assertThat(WireType.MESSAGE.newCodec().decodeKey(ByteBuffer.wrap(key)))
                .isEqualTo(new Decoded<>(new InstanceKey(List.of("A", "t"))));
        assertThat(WireType.FRAME.newCodec().decodeKey(ByteBuffer.wrap(hex("0007000307000000"))))
                .isEqualTo(new Decoded<>(new InstanceKey(List.of("7"))));
        assertThat(WireType.MESSAGE.keyOf(MESSAGE)).isEqualTo(new InstanceKey(List.of("A", "t")));
    }

    @Test
    void reportsEveryTruncationAsMalformed() {
        byte[] whole = encode(WireType.MESSAGE, MESSAGE);
        int unpadded = whole.length - (whole[3] & 3);
        for (int length = 0; length < unpadded; length++) {
            assertThat(decode(WireType.MESSAGE, Arrays.copyOf(whole, length)))
                    .as("cut at %d", length)
                    .isInstanceOf(Malformed.class);
        }
        assertThat(decode(WireType.MESSAGE, Arrays.copyOf(whole, unpadded))).isEqualTo(new Decoded<>(MESSAGE));
    }

    /**
     * Overwrites each aligned word with wrong lengths: none may throw, allocate what is not there, or be taken for
     * valid text.
     */
    @Test
    void boundsHostileLengthsByWhatRemains() {
        byte[] whole = encode(WireType.MESSAGE, MESSAGE);
        int[] hostile = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x7fff_fff8, 4_098, 8 * 1_024 * 1_024 + 1};
        for (int at = 4; at + 4 <= whole.length; at += 4) {
            for (int length : hostile) {
                byte[] bytes = whole.clone();
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, length);
                assertThat(decode(WireType.MESSAGE, bytes)).isNotNull();
            }
        }
        byte[] payloadLength = whole.clone();
        ByteBuffer.wrap(payloadLength).order(ByteOrder.LITTLE_ENDIAN).putInt(whole.length - 8, Integer.MAX_VALUE);
        assertThat(decode(WireType.MESSAGE, payloadLength))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.reason()).contains("octets"));
    }

    @Test
    void refusesUnknownEncapsulationAndInvalidText() {
        byte[] parameterList = encode(WireType.MESSAGE, MESSAGE);
        parameterList[1] = 3;
        assertThat(decode(WireType.MESSAGE, parameterList)).isInstanceOf(Malformed.class);

        byte[] notUtf8 = encode(WireType.MESSAGE, MESSAGE);
        notUtf8[8] = (byte) 0xff;
        assertThat(decode(WireType.MESSAGE, notUtf8)).isInstanceOf(Malformed.class);

        byte[] embeddedNul = encode(WireType.MESSAGE, MESSAGE);
        embeddedNul[8] = 0;
        assertThat(decode(WireType.MESSAGE, embeddedNul)).isInstanceOf(Malformed.class);

        byte[] noTerminator = encode(WireType.MESSAGE, MESSAGE);
        noTerminator[9] = 'x';
        assertThat(decode(WireType.MESSAGE, noTerminator)).isInstanceOf(Malformed.class);
    }

    @Test
    void refusesReceiptsThatContradictThemselves() {
        byte[] bytes = encode(WireType.RECEIPT, new KmtfReceipt("B", "A", new long[] {1, 5}, new long[0], List.of()));
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(4 + 24, 9);
        assertThat(decode(WireType.RECEIPT, bytes)).isInstanceOf(Malformed.class);
    }

    /** Each of its strings and their number are within bounds. */
    @Test
    void boundsAnnouncementsAndReceiptsAsAWhole() {
        List<String> texts = Collections.nCopies(300, "x".repeat(WireLimits.MAX_STRING_BYTES));
        byte[] node = encode(WireType.NODE, new KmtfNode("A", 1, "", texts, "", new KmtfNode.Database(1, "", 60)));
        byte[] receipt =
                encode(WireType.RECEIPT, new KmtfReceipt("B", "A", new long[0], new long[texts.size()], texts));

        for (DecodeOutcome<?> outcome : List.of(decode(WireType.NODE, node), decode(WireType.RECEIPT, receipt))) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Malformed.class,
                            malformed -> assertThat(malformed.reason()).contains("more than 1048576"));
        }
    }

    @Test
    void takesTheLargestMessage() {
        KmtfMessage largest = new KmtfMessage(
                "A",
                "",
                1,
                "A021",
                2,
                3,
                Long.MAX_VALUE,
                9,
                7,
                "",
                Collections.nCopies(WireLimits.MAX_STRINGS, "N".repeat(32)),
                new byte[WireLimits.MAX_OCTETS]);

        assertThat(decode(WireType.MESSAGE, encode(WireType.MESSAGE, largest))).isEqualTo(new Decoded<>(largest));
    }

    @Test
    void roundTripsSeededRandomSamplesWithOneCodec() {
        Random random = new Random(20_261_121);
        WireCodec<KmtfMessage> codec = WireType.MESSAGE.newCodec();
        for (int i = 0; i < 5_000; i++) {
            KmtfMessage message = randomMessage(random);
            ByteBuffer buffer = ByteBuffer.allocate(codec.maxEncodedBytes(message));
            codec.encode(message, buffer);
            assertThat(codec.decode(buffer.flip())).isEqualTo(new Decoded<>(message));
        }
    }

    @Test
    void neverThrowsOnSeededMutations() {
        Random random = new Random(7);
        WireCodec<KmtfMessage> codec = WireType.MESSAGE.newCodec();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = encode(WireType.MESSAGE, randomMessage(random));
            for (int flips = 1 + random.nextInt(6); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertThat(codec.decode(ByteBuffer.wrap(bytes))).isNotNull();
        }
    }

    private static KmtfMessage randomMessage(Random random) {
        byte[] payload = new byte[random.nextInt(300)];
        random.nextBytes(payload);
        List<String> destinations =
                random.ints(random.nextInt(4), 0, 20).mapToObj(n -> "SYS-" + n).toList();
        return new KmtfMessage(
                randomText(random),
                randomText(random),
                random.nextLong(),
                randomText(random),
                random.nextInt(256),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                randomText(random),
                destinations,
                payload);
    }

    private static String randomText(Random random) {
        String alphabet = "AZ09.-_é한글\uD83D\uDE80";
        int[] codePoints = alphabet.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(80), 0, codePoints.length).forEach(n -> text.appendCodePoint(codePoints[n]));
        assertThat(Utf8Length.length(text.toString()))
                .isEqualTo(text.toString().getBytes(StandardCharsets.UTF_8).length);
        return text.toString();
    }
}
