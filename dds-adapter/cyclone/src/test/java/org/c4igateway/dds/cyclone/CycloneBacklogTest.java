package org.c4igateway.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.contract.CollectedSamples;
import org.c4igateway.dds.api.contract.ContractDomain;
import org.c4igateway.dds.api.event.DdsEvent;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What waits at a reader while its listener blocks. */
class CycloneBacklogTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String TOPIC = "KMTF_A033";
    private static final int MANY = 600;
    private static final int LARGE = 1_000_000;
    private static final int SLICE_BYTES = 2 * 1_024 * 1_024;

    private final ContractDomain domain = new ContractDomain("cyclone");
    private final DdsParticipant left = domain.join();
    private final DdsParticipant right = domain.join();
    private final Semaphore turns = new Semaphore(0);
    private final Gate gate = new Gate(turns);

    @AfterEach
    void leave() {
        turns.release(1_000_000);
        left.close();
        right.close();
    }

    /** Takes a batch when the test lets it, and keeps the batches apart. */
    private static final class Gate implements SampleListener<KmtfMessage> {
        final List<List<KmtfMessage>> batches = new CopyOnWriteArrayList<>();
        final Semaphore waiting = new Semaphore(0);
        private final Semaphore turns;

        Gate(Semaphore turns) {
            this.turns = turns;
        }

        @Override
        public void onSamples(List<Sample<KmtfMessage>> samples) {
            waiting.release();
            turns.acquireUninterruptibly();
            List<KmtfMessage> values = new ArrayList<>();
            for (Sample<KmtfMessage> sample : samples) {
                if (sample instanceof Sample.Data<KmtfMessage> data) {
                    values.add(data.value());
                }
            }
            batches.add(values);
        }

        List<Long> sequences() {
            return batches.stream()
                    .flatMap(List::stream)
                    .map(KmtfMessage::sequence)
                    .toList();
        }
    }

    private DdsWriter<KmtfMessage> writer() {
        DdsWriter<KmtfMessage> writer = left.createWriter(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE);
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1);
        return writer;
    }

    /** Writes a first sample, at which the listener then waits, and others behind it. */
    private void fill(DdsWriter<KmtfMessage> writer, int last, byte... payload) {
        write(writer, 1, payload);
        gate.waiting.acquireUninterruptibly();
        for (int n = 2; n <= last; n++) {
            write(writer, n, payload);
        }
        assertThat(writer.awaitAcknowledged(SOON)).isTrue();
    }

    private static void write(DdsWriter<KmtfMessage> writer, int n, byte... payload) {
        String origin = n % 2 == 0 ? "EVEN" : "ODD";
        assertThat(writer.write(ContractDomain.message(origin, n, payload), 1_000L * n))
                .isEqualTo(new WriteResult.Written());
        writer.flush();
    }

    private static List<Long> sequences(int first, int last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    /** The library gives one instance after the other. */
    @Test
    void comesInTheOrderOfWritingWhateverItsInstances() {
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, gate);
        DdsWriter<KmtfMessage> writer = writer();
        fill(writer, MANY);

        turns.release(MANY);

        await().atMost(SOON).until(() -> gate.sequences().size() == MANY);
        assertThat(gate.sequences()).isEqualTo(sequences(1, MANY));
        write(writer, MANY + 1);
        await().atMost(SOON).until(() -> gate.sequences().size() == MANY + 1);
    }

    @Test
    void comesInSlicesOfABoundedSize() {
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, gate);
        DdsWriter<KmtfMessage> writer = writer();
        fill(writer, 41, new byte[LARGE]);
        write(writer, 42, new byte[3 * LARGE]);
        write(writer, 43, new byte[3 * LARGE]);
        assertThat(writer.awaitAcknowledged(SOON)).isTrue();

        turns.release(MANY);

        await().atMost(SOON).until(() -> gate.sequences().size() == 43);
        assertThat(gate.sequences()).isEqualTo(sequences(1, 43));
        assertThat(gate.batches)
                .allSatisfy(batch -> assertThat(batch.size() == 1
                                || batch.stream()
                                                .mapToInt(each -> each.payload().length)
                                                .sum()
                                        <= SLICE_BYTES)
                        .as("%s samples", batch.size())
                        .isTrue());
    }

    /** Between two slices of one topic others have their turn. */
    @Test
    void letsOtherTopicsPass() {
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, gate);
        CollectedSamples<KmtfMessage> other = new CollectedSamples<>();
        right.createReader("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE, other);
        fill(writer(), MANY);
        DdsWriter<KmtfMessage> urgent = left.createWriter("KMTF_A021", WireType.MESSAGE, ContractDomain.RELIABLE);
        await().atMost(SOON).until(() -> urgent.matchedReaders() == 1);
        write(urgent, 1);
        assertThat(urgent.awaitAcknowledged(SOON)).isTrue();

        turns.release(2);

        await().atMost(SOON).until(() -> !other.samples().isEmpty());
        assertThat(gate.sequences()).hasSizeLessThan(MANY);
    }

    @Test
    void staysWhenAListenerThrows() {
        SampleListener<KmtfMessage> throwing = samples -> {
            gate.onSamples(samples);
            if (gate.batches.size() == 2) {
                throw new IllegalStateException("of the listener");
            }
        };
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, throwing);
        fill(writer(), MANY);

        turns.release(MANY);

        await().atMost(SOON).until(() -> gate.sequences().size() == MANY);
        assertThat(domain.events)
                .filteredOn(event -> event instanceof DdsEvent.BatchDropped)
                .hasSize(1);
    }

    @Test
    void goesWithItsReader() {
        AtomicReference<DdsReader> reader = new AtomicReference<>();
        SampleListener<KmtfMessage> closing = samples -> {
            gate.onSamples(samples);
            if (gate.batches.size() == 2) {
                reader.get().close();
            }
        };
        reader.set(right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, closing));
        DdsWriter<KmtfMessage> writer = writer();
        fill(writer, MANY);

        turns.release(MANY);

        await().atMost(SOON).until(() -> writer.matchedReaders() == 0);
        CollectedSamples<KmtfMessage> successor = new CollectedSamples<>();
        right.createReader(TOPIC, WireType.MESSAGE, ContractDomain.RELIABLE, successor);
        await().atMost(SOON).until(() -> writer.matchedReaders() == 1);
        write(writer, MANY + 1);
        await().atMost(SOON).until(() -> !successor.samples().isEmpty());
        assertThat(gate.batches).hasSize(2);
        assertThat(gate.sequences()).hasSizeLessThan(MANY);
    }
}
