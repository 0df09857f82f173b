package org.c4igateway.test.wire;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.frame.DataFrame;
import org.c4igateway.wan.frame.Datagram;
import org.c4igateway.wan.frame.DatagramOpener;
import org.c4igateway.wan.frame.DatagramSealer;
import org.c4igateway.wan.frame.Feedback;
import org.c4igateway.wan.frame.Hello;
import org.c4igateway.wan.frame.KeyRing;
import org.c4igateway.wan.frame.LevelFeedback;
import org.c4igateway.wan.frame.OpenResult;
import org.c4igateway.wan.frame.body.Chunk;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.ChunkUnpacker;
import org.c4igateway.wan.frame.body.Unpacking;
import org.c4igateway.wan.frame.record.LinkRecord;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;
import org.c4igateway.wan.frame.record.RecordCodec;
import org.c4igateway.wan.frame.record.RecordReading;

/**
 * What WAN gateways send each other: datagrams, what is packed into the body of a frame, and the records therein.
 * Compressed bodies are left out: their bytes follow from the version of zstd.
 */
final class WanForms {
    private static final String STREAM = "SITE-A>SITE-B";
    private static final long SESSION = 0x0123_4567_89ab_cdefL;
    private static final long NOW = 1_795_219_200_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;

    private WanForms() {}

    static List<WireForm<?>> all() throws Exception {
        List<WireForm<?>> forms = new ArrayList<>();
        forms.add(datagram("datagram with everything", everything(), KeyRing.unsealed()));
        forms.add(datagram("datagram with a window", window(), KeyRing.unsealed()));
        forms.add(datagram("sealed datagram", data(), KeyRing.of(5, Map.of(5, key()))));
        // A catalogue of their own: the number of a topic in a record is its place in the catalogue.
        TopicCatalogue catalogue = TopicCatalogue.load(
                Path.of("src", "test", "resources", "wire", "0.1").resolve("catalogue.csv"));
        forms.add(body(catalogue));
        forms.add(record("message", message(0), catalogue, true));
        forms.add(record("message for another catalogue", message(0), catalogue, false));
        forms.add(record("message that repeats another", message(69), catalogue, true));
        forms.add(record("receipt", receipt(), catalogue, true));
        forms.add(record("site report", report(catalogue), catalogue, true));
        forms.add(record("site report for another catalogue", report(catalogue), catalogue, false));
        return forms;
    }

    private static MessageRecord message(long repeats) {
        KmtfMessage message = new KmtfMessage(
                "ALPHA", "7", 70, "A423", 3, NOW, NOW + HOUR, 0, repeats, "S", List.of("BRAVO"), utf8("MTF"));
        return new MessageRecord(message, NOW + 250_000, List.of("BRAVO"), List.of("SITE-A"));
    }

    private static ReceiptRecord receipt() {
        KmtfReceipt receipt = new KmtfReceipt(
                "BRAVO", "ALPHA", new long[] {5, 9, 20, 20}, new long[] {12}, List.of("GW-303 no MSGID set"));
        return new ReceiptRecord(receipt, NOW, List.of());
    }

    private static SiteReport report(TopicCatalogue catalogue) {
        List<String> topics = catalogue.digests().entrySet().stream()
                .map(topic -> "%s=%08x".formatted(topic.getKey(), topic.getValue()))
                .toList();
        KmtfNode.Database database = new KmtfNode.Database(5, "id", 60);
        return new SiteReport(
                "SITE-A",
                300,
                2,
                List.of("A423"),
                List.of(new SiteSystem("ALPHA", 7, catalogue.contentHash(), topics, List.of("SITE-C"), 9, database)));
    }

    private static Datagram everything() {
        BitSet received = new BitSet();
        received.set(1, 3);
        received.set(4);
        return new Datagram(
                SESSION,
                0x0102_0304_0506L,
                Optional.of(new Hello("SITE-A", 0x1111, 0x2222, List.of(0x3333L), List.of(0x4444L, 0x5555L))),
                List.of(new Feedback(
                        0x6666,
                        300,
                        299,
                        1_000,
                        List.of(new LevelFeedback(0, 7, new BitSet()), new LevelFeedback(3, 200, received)))),
                Optional.of(new DataFrame(2, 500, 490, new byte[] {1, 2, 3})),
                true);
    }

    private static Datagram window() {
        BitSet received = new BitSet();
        received.set(1, 3);
        received.set(4);
        List<LevelFeedback> levels =
                List.of(LevelFeedback.nothingBut(1, 7), new LevelFeedback(3, 200, 5_000, true, received));
        return new Datagram(
                SESSION,
                10,
                Optional.of(new Hello("SITE-A", 0x1111, 0x2222, List.of(), List.of(0x4444L), 100_000)),
                List.of(new Feedback(0x6666, 300, 299, 1_000, levels)),
                Optional.empty(),
                false);
    }

    private static Datagram data() {
        DataFrame frame = new DataFrame(3, 9, 0, utf8("FLASH"));
        return new Datagram(SESSION, 9, Optional.empty(), List.of(), Optional.of(frame), false);
    }

    private static byte[] key() {
        byte[] key = new byte[KeyRing.KEY_BYTES];
        IntStream.range(0, key.length).forEach(i -> key[i] = (byte) i);
        return key;
    }

    private static WireForm<?> datagram(String name, Datagram value, KeyRing keys) {
        return WireForm.ofBytes(
                "wan-datagram",
                name,
                value,
                each -> new DatagramSealer(STREAM, each.session(), keys).seal(each),
                bytes -> switch (new DatagramOpener(STREAM, keys).open(bytes)) {
                    case OpenResult.Opened(Datagram opened) -> opened;
                    case OpenResult.Refused refused -> throw new IllegalArgumentException(refused.toString());
                });
    }

    /** Two messages, a receipt, and bytes that are no record. */
    private static WireForm<?> body(TopicCatalogue catalogue) {
        RecordCodec codec = new RecordCodec(catalogue);
        List<Chunk> chunks = List.of(
                new Chunk(true, true, codec.encode(message(0), false)),
                new Chunk(true, true, codec.encode(message(69), false)),
                new Chunk(true, true, codec.encode(receipt(), false)),
                new Chunk(true, true, utf8("opaque")));
        return WireForm.ofBytes(
                "wan-datagram",
                "body of a frame",
                chunks,
                each -> {
                    try (ChunkPacker packer = ChunkPacker.plain()) {
                        return packer.pack(each.stream().map(Chunk::bytes).toList(), 0, 1_200)
                                .body();
                    }
                },
                bytes -> {
                    try (ChunkUnpacker unpacker = new ChunkUnpacker(List.of())) {
                        return switch (unpacker.unpack(bytes)) {
                            case Unpacking.Chunks(List<Chunk> unpacked) -> unpacked;
                            case Unpacking.Refused refused -> throw new IllegalArgumentException(refused.toString());
                        };
                    }
                });
    }

    private static WireForm<?> record(String name, LinkRecord value, TopicCatalogue catalogue, boolean shared) {
        RecordCodec codec = new RecordCodec(catalogue);
        return WireForm.ofBytes(
                "wan-record", name, value, each -> codec.encode(each, shared), bytes -> switch (codec.decode(bytes)) {
                    case RecordReading.Read(LinkRecord read) -> read;
                    case RecordReading.Refused refused -> throw new IllegalArgumentException(refused.toString());
                });
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
