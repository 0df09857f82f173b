package org.c4igateway.test.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Partition;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.qos.QosPolicy.ResourceLimits;
import org.c4igateway.dds.api.qos.QosPolicy.WriterDataLifecycle;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.wire.WireTuning;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which writers are kept and which readers get it, by durability and reliability, as the table of the page says. */
@ExtendWith(PostgresExtension.class)
@Tag("slow")
class HistoryQosTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String TOPIC = "KMTF_A033";
    private static final Path PAGE = Path.of("..", "docs", "history.md");
    private static final int SAMPLES = 20;
    /** Of a kibibyte each: several times what a writer of DDS holds for a reader that does not acknowledge. */
    private static final long MANY = 3_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by the extension
    private Path directory;

    private final int domain = TestNetwork.domain();
    private final List<DdsParticipant> participants = new ArrayList<>();

    /** One row of the page's table. */
    private record Row(Durability.Kind durability, Reliability.Kind reliability, boolean kept, boolean given) {
        String origin() {
            return durability.name() + "." + reliability.name();
        }

        Qos qos(String partition) {
            return Qos.of(
                    new Reliability(reliability, Duration.ofSeconds(10)),
                    new Durability(durability),
                    History.keepAll(),
                    new Partition(List.of(partition)));
        }
    }

    private static List<Row> rows() throws IOException {
        return Files.readAllLines(PAGE).stream()
                .filter(line -> line.matches("\\| `(VOLATILE|TRANSIENT|TRANSIENT_LOCAL|PERSISTENT)` \\|.*"))
                .map(line -> Arrays.stream(line.split("\\|"))
                        .map(cell -> cell.strip().replace("`", ""))
                        .toArray(String[]::new))
                .map(cells -> new Row(
                        Durability.Kind.valueOf(cells[1]),
                        Reliability.Kind.valueOf(cells[2]),
                        cells[3].equals("yes"),
                        cells[4].equals("yes")))
                .toList();
    }

    @AfterEach
    void leave() {
        participants.forEach(DdsParticipant::close);
    }

    private DdsParticipant join() {
        DdsParticipant joined = DdsProvider.named("cyclone")
                .open(
                        new DomainConfig(
                                domain, DomainConfig.Network.loopback(), DomainConfig.DEFAULT_LEASE, WireTuning.LAN),
                        _ -> {});
        participants.add(joined);
        return joined;
    }

    private static KmtfMessage message(String origin, long number) {
        return new KmtfMessage(origin, "", number, "A033", 3, 1, Long.MAX_VALUE, "", List.of(), new byte[1_024]);
    }

    /** A reader in the partition of the history, in a participant of its own. */
    private List<Sample.Data<KmtfMessage>> read(Row row) {
        return read(TOPIC, row);
    }

    private List<Sample.Data<KmtfMessage>> read(String topic, Row row) {
        List<Sample.Data<KmtfMessage>> samples = new CopyOnWriteArrayList<>();
        join().createReader(topic, WireType.MESSAGE, row.qos("history/EX-1"), (List<Sample<KmtfMessage>> batch) -> {
            for (Sample<KmtfMessage> sample : batch) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    samples.add(data);
                }
            }
        });
        return samples;
    }

    private static List<Long> numbers(List<Sample.Data<KmtfMessage>> samples, String origin) {
        return samples.stream()
                .map(Sample.Data::value)
                .filter(message -> message.origin().equals(origin))
                .map(KmtfMessage::sequence)
                .toList();
    }

    @Test
    void keepsWritersAndServesReadersAsThePageSays(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        List<Row> rows = rows();
        assertThat(rows)
                .as("rows of the table in %s", PAGE)
                .hasSize(Durability.Kind.values().length * Reliability.Kind.values().length);
        List<Long> all = LongStream.rangeClosed(1, SAMPLES).boxed().toList();
        try (HistoryProcess service = new HistoryProcess(
                        directory, database, domain, "EX-1", "A033: {writer: {durability-service: keep-last 64}}")
                .start()) {
            writeAll(rows, database);
            Map<Row, List<Sample.Data<KmtfMessage>>> late = readAll(rows);
            assertServed(rows, late, all);

            service.kill();
            service.start();

            assertServed(rows, readAll(rows), all);
        }
    }

    /** A late reader that takes nothing fills its own topic's writer; storing and other topics go on. */
    @Test
    void goesOnWhileAReaderOfOneTopicHoldsItUp(TestDatabase database)
            throws IOException, InterruptedException, SQLException {
        Row durable = new Row(Durability.Kind.TRANSIENT_LOCAL, Reliability.Kind.RELIABLE, true, true);
        CountDownLatch released = new CountDownLatch(1);
        List<Long> slow = new CopyOnWriteArrayList<>();
        try (HistoryProcess service = new HistoryProcess(
                        directory, database, domain, "EX-1", "A033: {writer: {durability-service: keep-last 64}}")
                .start()) {
            join().createReader(
                            TOPIC,
                            WireType.MESSAGE,
                            durable.qos("history/EX-1").with(new ResourceLimits(100, -1, -1)),
                            (List<Sample<KmtfMessage>> batch) -> {
                                awaitUninterruptibly(released);
                                batch.forEach(sample -> slow.add(((Sample.Data<KmtfMessage>) sample)
                                        .value()
                                        .sequence()));
                            });
            await().atMost(PATIENCE).until(() -> service.metric("c4i_history_readers", "topic=\"A033\"") == 1);
            DdsWriter<KmtfMessage> writer = join().createWriter(TOPIC, WireType.MESSAGE, durable.qos("EX-1"));
            // Before that it keeps what its durability service says, which is one sample.
            await().atMost(PATIENCE).until(() -> writer.matchedReaders() == 1);
            for (long number = 1; number <= MANY; number++) {
                writer.write(message("ALPHA", number));
            }

            await("all are stored")
                    .atMost(PATIENCE)
                    .until(() -> database.number("SELECT max(sequence) FROM c4i.history_sample") == MANY);
            join().createWriter("KMTF_A004", WireType.MESSAGE, durable.qos("EX-1"))
                    .write(message("BRAVO", 1));
            List<Sample.Data<KmtfMessage>> other = read("KMTF_A004", durable);
            await("another topic").atMost(PATIENCE).until(() -> other.size() == 1);
            assertThat(slow).as("the reader holds its topic up").isEmpty();

            released.countDown();

            await("all, in order")
                    .atMost(PATIENCE)
                    .until(() ->
                            slow.equals(LongStream.rangeClosed(1, MANY).boxed().toList()));
        } finally {
            released.countDown();
        }
    }

    /** As a listener that ignores interrupts. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                done = latch.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                done = false;
            }
        }
    }

    private void writeAll(List<Row> rows, TestDatabase database) throws SQLException {
        for (Row row : rows) {
            DdsParticipant own = join();
            DdsWriter<KmtfMessage> writer =
                    own.createWriter(TOPIC, WireType.MESSAGE, row.qos("EX-1").with(new WriterDataLifecycle(false)));
            if (row.kept()) {
                await().atMost(PATIENCE).until(() -> writer.matchedReaders() == 1);
            }
            for (long number = 1; number <= SAMPLES; number++) {
                writer.write(message(row.origin(), number));
            }
            if (row.kept()) {
                await(row.toString())
                        .atMost(PATIENCE)
                        .until(() -> database.number(
                                        "SELECT count(*) FROM c4i.history_sample WHERE origin = '" + row.origin() + "'")
                                == SAMPLES);
            }
            own.close();
        }
        assertThat(database.number("SELECT count(*) FROM c4i.history_sample"))
                .isEqualTo(SAMPLES * rows.stream().filter(Row::kept).count());
    }

    private Map<Row, List<Sample.Data<KmtfMessage>>> readAll(List<Row> rows) {
        Map<Row, List<Sample.Data<KmtfMessage>>> late = new LinkedHashMap<>();
        rows.forEach(row -> late.put(row, read(row)));
        return late;
    }

    /** A sample of the present, which each reader gets, shows that what it has not got by then does not come. */
    private void assertServed(List<Row> rows, Map<Row, List<Sample.Data<KmtfMessage>>> late, List<Long> all) {
        late.forEach((reader, samples) -> rows.stream()
                .filter(row -> row.kept() && reader.given())
                .forEach(row -> await(row.origin() + " at " + reader)
                        .atMost(PATIENCE)
                        .until(() -> numbers(samples, row.origin()).equals(all))));
        DdsWriter<KmtfMessage> present = join().createWriter(
                        TOPIC,
                        WireType.MESSAGE,
                        new Row(Durability.Kind.TRANSIENT_LOCAL, Reliability.Kind.RELIABLE, true, true).qos("EX-1"));
        String origin = "NOW" + participants.size();
        long[] number = {0};
        await("the present").atMost(PATIENCE).until(() -> {
            present.write(message(origin, ++number[0]));
            return late.values().stream()
                    .noneMatch(samples -> numbers(samples, origin).isEmpty());
        });
        late.forEach((reader, samples) -> rows.forEach(row -> assertThat(numbers(samples, row.origin()))
                .as("of %s at %s", row, reader)
                .isEqualTo(row.kept() && reader.given() ? all : List.of())));
    }
}
