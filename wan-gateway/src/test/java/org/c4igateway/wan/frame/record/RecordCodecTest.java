package org.c4igateway.wan.frame.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

    @Test
    void givesBackWhatWasEncoded() {
        RandomRecords records = new RandomRecords(1, INDEX);
        for (int i = 0; i < 3_000; i++) {
            LinkRecord record = records.next();

            RecordReading reading = codec.decode(codec.encode(record, i % 2 == 0));

            assertThat(reading).as("record %d", i).isEqualTo(new RecordReading.Read(record));
        }
    }

    /** As any program of a domain can announce one. */
    @Test
    void givesASystemWithoutACatalogueNone() {
        KmtfNode.Database database = new KmtfNode.Database(1, "timeline", 60);
        List<SiteSystem> systems = List.of(
                new SiteSystem("BRAVO", 2, "", List.of(), List.of(), 3, database),
                new SiteSystem("CHARLIE", 2, INDEX.hash(), INDEX.digests(), List.of(), 3, database));
        SiteReport report = new SiteReport("SOUTH", 4, 5, List.of("A002"), systems);

        for (boolean numbered : new boolean[] {true, false}) {
            assertThat(codec.decode(codec.encode(report, numbered))).isEqualTo(new RecordReading.Read(report));
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
    void refusesATimeOfWritingThatNoSampleCanHave() {
        MessageRecord message = message(1, new byte[10]);
        KmtfReceipt receipt = new KmtfReceipt("BRAVO", "ALPHA", new long[] {1, 1}, new long[0], List.of());
        for (long source : new long[] {-1, -1_000, Long.MIN_VALUE, Long.MAX_VALUE, 4_294_967_295_000_000_000L}) {
            for (LinkRecord record : List.of(
                    new MessageRecord(message.message(), source, message.targets(), message.hops()),
                    new ReceiptRecord(receipt, source, List.of()))) {
                assertThat(codec.decode(codec.encode(record, true)))
                        .as("%s", record)
                        .isInstanceOfSatisfying(
                                RecordReading.Refused.class,
                                refused -> assertThat(refused.reason()).isEqualTo(RefusalReason.MALFORMED));
            }
        }
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
