package org.c4igateway.wan.frame.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.topics.TopicCatalogue;
import org.c4igateway.wan.frame.Damage;
import org.c4igateway.wan.frame.RandomRecords;
import org.c4igateway.wan.frame.Traffic;
import org.c4igateway.wan.frame.body.ChunkPacker;
import org.c4igateway.wan.frame.body.PackedBody;
import org.c4igateway.wan.frame.record.LinkRecord.MessageRecord;
import org.c4igateway.wan.frame.record.LinkRecord.ReceiptRecord;
import org.c4igateway.wan.frame.record.LinkRecord.SiteReport;
import org.c4igateway.wan.frame.record.LinkRecord.SiteSystem;
import org.c4igateway.wan.frame.wire.RefusalReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCodecTest {
    private static final long NOW = 1_795_219_200_000_000_000L;
    private static final long HOUR = 3_600_000_000_000L;
    private static final TopicCatalogue CATALOGUE = TopicCatalogue.reference();
    private static final CatalogueIndex INDEX = new CatalogueIndex(CATALOGUE);

    private final RecordCodec codec = new RecordCodec(CATALOGUE);

    private static MessageRecord message(long sequence, byte[] payload) {
        KmtfMessage message =
                new KmtfMessage("ALPHA", "", sequence, "A002", 3, NOW, NOW + HOUR, "", List.of("BRAVO"), payload);
        return new MessageRecord(message, NOW + 250_000, List.of("BRAVO"), List.of("SITE-A"));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static String ascii(String text) {
        return hex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void laysOutAMessage() {
        byte[] bytes = codec.encode(message(70, new byte[] {'M', 'T', 'F'}), true);

        String tag = CATALOGUE.contentHash().substring(0, 4);
        assertThat(hex(bytes))
                .isEqualTo("1d" + "01" + "2f" + "03" + "901c" + "05" + ascii("ALPHA") + tag + "00" + "01" + "05"
                        + ascii("BRAVO") + "01" + "06" + ascii("SITE-A")
                        // 70, microseconds, 250 later, second topic
                        + "04" + "8c01" + "8080aeabc1afb006" + "f403" + "02" + ascii("MTF"));
    }

    @Test
    void laysOutAReceipt() {
        KmtfReceipt receipt = new KmtfReceipt(
                "BRAVO", "ALPHA", new long[] {5, 9, 20, 20}, new long[] {12}, List.of("GW-303 no MSGID set"));

        byte[] bytes = codec.encode(new ReceiptRecord(receipt, NOW, List.of()), true);

        assertThat(hex(bytes))
                .isEqualTo("0f" + "02" + "07" + "05" + ascii("BRAVO") + "05" + ascii("ALPHA") + "00"
                        + "03" + "8080aeabc1afb006" + "0a" + "08"
                        // one more range: 11 after 9, one long; one refused: 12
                        + "01" + "16" + "00" + "01" + "18" + "13" + ascii("GW-303 no MSGID set"));
    }

    @Test
    void laysOutASiteReport() {
        SiteReport report = new SiteReport(
                "SITE-A",
                300,
                2,
                INDEX.ids(),
                List.of(new SiteSystem(
                        "ALPHA",
                        7,
                        INDEX.hash(),
                        INDEX.digests(),
                        List.of("SITE-C"),
                        9,
                        new KmtfNode.Database(5, "id", 60))));

        byte[] bytes = codec.encode(report, true);

        String tag = CATALOGUE.contentHash().substring(0, 4);
        assertThat(INDEX.size()).isEqualTo(270);
        // all 270: two runs, none clear and 270 set
        String all = "05" + "00" + "8e02" + "00";
        assertThat(hex(bytes))
                .isEqualTo("02" + "04" + "01" + "00" + tag + "06" + ascii("SITE-A") + "ac02" + "02" + all + "01" + "05"
                        + ascii("ALPHA") + "07" + "00" + all + "01" + "06" + ascii("SITE-C") + "0000000000000009"
                        + "05" + "02" + ascii("id") + "3c");
    }

    @Test
    void givesBackWhatWasEncoded() {
        RandomRecords records = new RandomRecords(1, INDEX);
        for (int i = 0; i < 3_000; i++) {
            LinkRecord record = records.next();

            RecordReading reading = codec.decode(codec.encode(record, i % 2 == 0));

            assertThat(reading).as("record %d", i).isEqualTo(new RecordReading.Read(record));
        }
    }

    @Test
    void refusesEachShorterRecordThatHasLostMoreThanPayload() {
        byte[] bytes = codec.encode(message(70, new byte[0]), true);
        for (int length = 0; length < bytes.length; length++) {
            assertThat(codec.decode(Arrays.copyOf(bytes, length)))
                    .as("cut to %d", length)
                    .isInstanceOf(RecordReading.Refused.class);
        }
    }

    @Test
    void survivesDamage() {
        RandomGenerator random = Traffic.random(20_261_121);
        RandomRecords records = new RandomRecords(2, INDEX);
        List<byte[]> sound = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            sound.add(codec.encode(records.next(), random.nextBoolean()));
        }
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = Damage.to(sound.get(random.nextInt(sound.size())), random);
            refused += codec.decode(damaged) instanceof RecordReading.Refused ? 1 : 0;
        }
        assertThat(refused).isBetween(2_000, 19_999);
    }

    @Test
    void refusesNumbersOfAnotherCatalogue(@TempDir Path directory) throws Exception {
        Path csv = directory.resolve("other.csv");
        Files.writeString(csv, """
                id,name,title,functional_area,traffic_class
                A002,SAILSIG,SAILING SIGNAL,MOVEMENT,REPORT
                """);
        RecordCodec other = new RecordCodec(TopicCatalogue.load(csv));
        MessageRecord message = message(1, new byte[10]);

        assertThat(other.decode(codec.encode(message, true)))
                .isInstanceOfSatisfying(
                        RecordReading.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(RefusalReason.FOREIGN_CATALOGUE));
        assertThat(other.decode(codec.encode(message, false))).isEqualTo(new RecordReading.Read(message));
    }

    @Test
    void costsFewBytesBesideThePayload() {
        List<byte[]> records = new ArrayList<>();
        RandomGenerator random = Traffic.random(3);
        int payloads = 0;
        for (int i = 0; i < 20; i++) {
            byte[] payload = new byte[200];
            payloads += payload.length;
            MessageRecord record = message(1_000 + i, payload);
            long source = NOW + 40_000_000L * i + random.nextInt(10_000_000);
            records.add(
                    codec.encode(new MessageRecord(record.message(), source, record.targets(), record.hops()), true));
        }
        try (ChunkPacker packer = ChunkPacker.plain()) {
            PackedBody packedBody = packer.pack(records, 0, 10_000);

            assertThat(packedBody.whole()).isEqualTo(20);
            assertThat((packedBody.body().length - payloads) / 20.0).isLessThan(14);
        }
        assertThat(records.getFirst().length - 200).as("alone").isLessThan(48);
    }
}
