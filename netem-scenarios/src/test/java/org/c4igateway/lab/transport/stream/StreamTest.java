package org.c4igateway.lab.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.c4igateway.lab.scenario.Cell.Carrier;
import org.c4igateway.lab.transport.End;
import org.c4igateway.lab.transport.EndSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A sender and receivers in one process, over TCP on an address of their own. */
@Timeout(120)
class StreamTest {
    private static final int CHUNK = 100_003;
    private static final long VOLUME = 60_000_001;

    private final Deque<End> receiving = new ArrayDeque<>();
    private final EndSettings.Place place = place();
    private ChunkStore store = ChunkStore.NONE;

    private static EndSettings.Place place() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String address = "127." + random.nextInt(1, 255) + "." + random.nextInt(1, 255) + ".1";
        return new EndSettings.Place(address, address, "lo");
    }

    @AfterEach
    void close() throws IOException {
        for (End end : receiving) {
            end.close();
        }
    }

    private void receive(Path checkpoint, Damage damage) throws IOException {
        StreamReceiver receiver = new StreamReceiver(checkpoint, store);
        Consumer<byte[]> damaged = bytes -> receiver.accept(damage.of(bytes));
        End end = End.open(settings(false), damaged);
        receiver.through(end);
        receiving.add(end);
    }

    private EndSettings settings(boolean asks) {
        return new EndSettings(Carrier.TCP, asks, place, true, Duration.ofSeconds(2));
    }

    private interface Damage {
        Damage NONE = bytes -> bytes;

        byte[] of(byte[] bytes);
    }

    private StreamSender sender() {
        return new StreamSender(settings(true));
    }

    @Test
    void sendsOneStreamAfterAnother(@TempDir Path directory) throws Exception {
        receive(directory.resolve("checkpoint"), Damage.NONE);
        try (StreamSender sender = sender()) {
            for (int number = 1; number <= 3; number++) {
                StreamSender.Outcome outcome =
                        sender.send(new StreamSender.Order(number, CHUNK * number, VOLUME, 0, () -> {}));

                assertThat(outcome.repeatedMegabytes()).isZero();
                assertThat(outcome.seconds()).isPositive();
                Checkpoint last = Checkpoint.read(directory.resolve("checkpoint"));
                assertThat(last.stream()).isEqualTo(number);
                assertThat(last.at()).isEqualTo(VOLUME);
            }
        }
    }

    @Test
    void goesOnFromWhatAReceiverHadThatIsGone(@TempDir Path directory) throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        receive(checkpoint, Damage.NONE);
        List<Long> places = new ArrayList<>();
        try (StreamSender sender = sender()) {
            StreamSender.Outcome outcome = sender.send(new StreamSender.Order(1, CHUNK, VOLUME, VOLUME / 2, () -> {
                try {
                    receiving.removeLast().close();
                    places.add(Checkpoint.read(checkpoint).at());
                    receive(checkpoint, Damage.NONE);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }));

            assertThat(places).hasSize(1).allMatch(at -> at >= VOLUME / 2 && at < VOLUME);
            assertThat(Math.round(outcome.repeatedMegabytes() * 1e6))
                    .as("bytes behind what the receiver had")
                    .isBetween(0L, VOLUME - places.getFirst());
            assertThat(Checkpoint.read(checkpoint).at()).isEqualTo(VOLUME);
        }
    }

    /** What the sender is told is committed. */
    @Test
    void commitsBeforeItAcknowledges(@TempDir Path directory) throws Exception {
        Path checkpoint = directory.resolve("checkpoint");
        Recording recording = new Recording(checkpoint);
        store = recording;
        receive(checkpoint, Damage.NONE);
        try (StreamSender sender = sender()) {
            var _ = sender.send(new StreamSender.Order(1, CHUNK, VOLUME, 0, () -> {}));
        }

        assertThat(recording.places).hasSize((int) (VOLUME / CHUNK + 1)).doesNotHaveDuplicates();
        assertThat(recording.taken).hasValue(VOLUME);
        assertThat(recording.committed).hasValue(VOLUME);
        assertThat(recording.commits).as("each 4 MiB and at the end").hasValueGreaterThanOrEqualTo(15);
        assertThat(recording.early).as("checkpoints ahead of the commit").hasValue(0);
    }

    private static final class Recording implements ChunkStore {
        private final Path checkpoint;
        private final List<Long> places = new CopyOnWriteArrayList<>();
        private final AtomicLong taken = new AtomicLong();
        private final AtomicLong committed = new AtomicLong();
        private final AtomicInteger commits = new AtomicInteger();
        private final AtomicInteger early = new AtomicInteger();

        Recording(Path checkpoint) {
            this.checkpoint = checkpoint;
        }

        @Override
        public void take(int stream, long at, ByteBuffer chunk) {
            places.add(at);
            taken.addAndGet(chunk.remaining());
        }

        @Override
        public void commit() throws IOException {
            early.addAndGet(Checkpoint.read(checkpoint).at() > committed.get() ? 1 : 0);
            committed.set(taken.get());
            commits.incrementAndGet();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @Test
    void saysWhenTheReceiverHasOtherBytes(@TempDir Path directory) throws Exception {
        Random random = new Random();
        int victim = random.nextInt((int) (VOLUME / CHUNK));
        int bit = random.nextInt(8 * CHUNK);
        receive(directory.resolve("checkpoint"), bytes -> {
            if (bytes.length == Packet.HEADER_BYTES + CHUNK
                    && ByteBuffer.wrap(bytes).getLong(5) == (long) victim * CHUNK) {
                bytes[Packet.HEADER_BYTES + bit / 8] ^= (byte) (1 << (bit % 8));
            }
            return bytes;
        });
        try (StreamSender sender = sender()) {
            assertThatIOException()
                    .isThrownBy(() -> sender.send(new StreamSender.Order(1, CHUNK, VOLUME, 0, () -> {})))
                    .withMessageContaining("other bytes of the stream with chunks of " + CHUNK + " B");
        }
    }
}
