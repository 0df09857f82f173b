package org.c4igateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.junit.jupiter.api.Test;

/** Readers of the history that do not acknowledge, so that writers have no room. */
class HeldUpReaderTest {
    private static final long TURN_NANOS = Duration.ofMillis(5).toNanos();
    private static final long REST_NANOS = Duration.ofMillis(10).toNanos();
    private static final int HELD_UP = 40;

    private final HistoryPlan plan = HistoryPlanTest.plan("c4i.history.topics", "*");
    private final List<Topic> topics =
            plan.topics().stream().filter(Topic::reliable).limit(HELD_UP + 1).toList();
    private long nanos = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private int beats;

    /** Takes as many samples as it has room for; an attempt without room takes the blocking time of its policy. */
    private final class Writer implements DdsWriter<KmtfMessage> {
        private final Topic topic;
        private final List<Long> attempts = new ArrayList<>();
        private final List<Long> written = new ArrayList<>();
        private int room;

        Writer(Topic topic, int room) {
            this.topic = topic;
            this.room = room;
        }

        private WriteResult attempt(long sequence) {
            attempts.add(nanos);
            if (room == 0) {
                nanos += plan.qos()
                        .writer(topic)
                        .find(Reliability.class)
                        .orElseThrow()
                        .maxBlockingTime()
                        .toNanos();
                return WriteResult.TimedOut.INSTANCE;
            }
            room--;
            written.add(sequence);
            return WriteResult.Written.INSTANCE;
        }

        @Override
        public String topic() {
            return topic.id();
        }

        @Override
        public WriteResult write(KmtfMessage value) {
            return attempt(value.sequence());
        }

        @Override
        public WriteResult write(KmtfMessage value, long sourceNanos) {
            return attempt(value.sequence());
        }

        @Override
        public WriteResult dispose(KmtfMessage value) {
            return attempt(-1);
        }

        @Override
        public WriteResult unregister(KmtfMessage value) {
            return attempt(-1);
        }

        @Override
        public void flush() {}

        @Override
        public int matchedReaders() {
            return 1;
        }

        @Override
        public boolean awaitAcknowledged(Duration timeout) {
            return false;
        }

        @Override
        public void close() {}
    }

    private TopicChannel channel(Writer writer) {
        TopicChannel channel = new TopicChannel(plan, writer.topic, () -> nanos);
        channel.open(writer);
        return channel;
    }

    private static void give(TopicChannel channel, long sequence) {
        KmtfMessage message = new KmtfMessage(
                "ALPHA", "", sequence, channel.topic().id(), 3, 1, Long.MAX_VALUE, "", List.of(), new byte[0]);
        channel.give(KeptSample.of(
                sequence, new Heard.Written(channel.topic().id(), message, sequence), WireType.MESSAGE.newCodec()));
    }

    @Test
    void holdsUpNoOtherTopic() {
        List<Writer> heldUp = topics.stream()
                .limit(HELD_UP)
                .map(topic -> new Writer(topic, 0))
                .toList();
        Writer free = new Writer(topics.getLast(), Integer.MAX_VALUE);
        List<TopicChannel> channels = new ArrayList<>();
        heldUp.forEach(writer -> channels.add(channel(writer)));
        channels.forEach(channel -> give(channel, 1));
        channels.add(channel(free));

        long start = nanos;
        for (long turn = 1; turn <= 200; turn++) {
            give(channels.getLast(), turn);
            channels.forEach(TopicChannel::serve);
            assertThat(free.written).hasSize((int) turn);
            nanos += TURN_NANOS;
        }

        assertThat(Duration.ofNanos(nanos - start))
                .as("200 turns, of which the half at most was spent on topics that are held up")
                .isLessThan(Duration.ofNanos(200 * TURN_NANOS * 2));
        assertThat(heldUp).allSatisfy(writer -> {
            assertThat(writer.attempts).hasSizeGreaterThan(3);
            for (int i = 1; i < writer.attempts.size(); i++) {
                assertThat(writer.attempts.get(i) - writer.attempts.get(i - 1)).isGreaterThanOrEqualTo(REST_NANOS);
            }
        });
    }

    @Test
    void goesOnSoonAndInOrderWhenTheReaderAcknowledges() {
        Writer writer = new Writer(topics.getFirst(), 0);
        TopicChannel channel = channel(writer);
        for (long sequence = 1; sequence <= 5; sequence++) {
            give(channel, sequence);
        }
        for (int turn = 0; turn < 10_000; turn++) {
            channel.serve();
            nanos += TURN_NANOS;
        }

        writer.room = 3;
        long start = nanos;
        while (writer.written.size() < 3) {
            nanos += TURN_NANOS;
            channel.serve();
        }
        assertThat(Duration.ofNanos(nanos - start)).isLessThan(Duration.ofSeconds(1));
        writer.room = 9;
        start = nanos;
        while (channel.isHeldUp()) {
            nanos += TURN_NANOS;
            channel.serve();
        }
        assertThat(Duration.ofNanos(nanos - start)).as("it has just taken some").isLessThan(Duration.ofMillis(20));
        assertThat(writer.written).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void waitsOnceForAReaderThatTakesNothingWhileTheHistoryIsRead() {
        Writer writer = new Writer(topics.getFirst(), 0);
        TopicChannel channel = channel(writer);
        long start = nanos;

        for (long sequence = 1; sequence <= 1_000; sequence++) {
            give(channel, sequence);
            channel.serveWell(() -> beats++);
        }

        assertThat(Duration.ofNanos(nanos - start)).isLessThan(Duration.ofMillis(100));
        assertThat(beats).isPositive();
    }

    @Test
    void waitsForAReaderThatIsSlowWhileTheHistoryIsRead() {
        Writer writer = new Writer(topics.getFirst(), 0);
        TopicChannel channel = channel(writer);

        for (long sequence = 1; sequence <= 1_000; sequence++) {
            give(channel, sequence);
            channel.serveWell(() -> {
                beats++;
                writer.room = beats % 10 == 0 ? 1 : 0;
            });
            assertThat(channel.isHeldUp()).isFalse();
        }

        assertThat(channel.unserved()).isZero();
        assertThat(writer.written).hasSize(1_000);
    }
}
