package org.c4igateway.test.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.c4igateway.dds.api.cdr.DecodeOutcome;
import org.c4igateway.dds.api.cdr.WireCodec;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfFrame;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.api.type.WireRecord;

/** The samples of a DDS domain as CDR, one of each type and of each form that a field can have. */
final class DdsForms {
    private static final String FILE = "dds";
    private static final String DATABASE = "00112233-4455-6677-8899-aabbccddeeff";

    private DdsForms() {}

    static List<WireForm<?>> all() {
        return List.of(
                of(
                        "message of a node",
                        WireType.MESSAGE,
                        new KmtfMessage(
                                "ALPHA",
                                "항적 7",
                                300,
                                "A021",
                                2,
                                1_795_219_200_000_000_001L,
                                Long.MAX_VALUE,
                                KmtfMessage.NONE_BEFORE,
                                299,
                                "S",
                                List.of("BRAVO", "CHARLIE"),
                                new byte[] {0x4d, 0, (byte) 0xff})),
                of(
                        "message of an application",
                        WireType.MESSAGE,
                        new KmtfMessage("A", "t", 1, "A021", 3, 2, 3, "", List.of(), utf8("MSGID/SITREP//"))),
                of(
                        "receipt",
                        WireType.RECEIPT,
                        new KmtfReceipt(
                                "BRAVO", "ALPHA", new long[] {1, 5}, new long[] {6}, List.of("GW-303 no MSGID set"))),
                of(
                        "greeting",
                        WireType.RECEIPT,
                        new KmtfReceipt("BRAVO", "ALPHA", new long[0], new long[0], List.of())),
                of(
                        "node",
                        WireType.NODE,
                        new KmtfNode(
                                "ALPHA",
                                -2,
                                "abcd",
                                List.of("A021=00000102", "J071=ffffffff"),
                                "",
                                new KmtfNode.Database(300, DATABASE, 60))),
                of(
                        "node behind a gateway",
                        WireType.NODE,
                        new KmtfNode("B", 9, "", List.of(), "SITE-A 7f", KmtfNode.Database.UNKNOWN)),
                of("frame", WireType.FRAME, new KmtfFrame(2, new byte[] {1, 2, 3, 4, 5})));
    }

    private static <T extends WireRecord> WireForm<T> of(String name, WireType<T> type, T value) {
        return WireForm.ofBytes(FILE, name, value, each -> encode(type, each), bytes -> decode(type, bytes));
    }

    private static <T extends WireRecord> byte[] encode(WireType<T> type, T value) {
        WireCodec<T> codec = type.newCodec();
        ByteBuffer buffer = ByteBuffer.allocate(codec.maxEncodedBytes(value));
        codec.encode(value, buffer);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private static <T extends WireRecord> Object decode(WireType<T> type, byte[] bytes) {
        return switch (type.newCodec().decode(ByteBuffer.wrap(bytes))) {
            case DecodeOutcome.Decoded<T>(T value) -> value;
            case DecodeOutcome.Malformed<T>(String reason, int offset) ->
                throw new IllegalArgumentException(reason + " at byte " + offset);
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
