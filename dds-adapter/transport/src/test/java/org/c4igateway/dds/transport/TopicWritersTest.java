package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.transport.DscpSettings;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsReader;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.UnsupportedSettingException;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.discovery.DiscoveryView;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.WireRecord;
import org.c4igateway.dds.transport.presence.SourceClock;
import org.junit.jupiter.api.Test;

class TopicWritersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Deque<WriteResult> results = new ArrayDeque<>();
    private final List<KmtfMessage> written = new ArrayList<>();
    private final List<Long> sourceNanos = new ArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final TopicWriters writers = writers(new FakeParticipant(), DdsSettings.loopback(0));

    private TopicWriters writers(FakeParticipant participant, DdsSettings settings) {
        return new TopicWriters(
                participant,
                DdsTestNode.CATALOGUE,
                new TopicQos(settings),
                new SourceClock(Clock.systemUTC(), System::nanoTime),
                new DdsMeters(meters));
    }

    private SendOutcome write() {
        return write(writers);
    }

    private static SendOutcome write(TopicWriters writers) {
        String topic = DdsTestNode.CATALOGUE.topics().getFirst().id();
        KmtfMessage wire = WireMapping.toWire(DdsTestNode.message("A", 1, topic, "B"));
        return writers.write(
                writers.find(topic).orElseThrow(), wire, Precedence.PRIORITY, TIMEOUT, TopicWriters.Gate.OPEN);
    }

    @Test
    void keepsARowThatTheLibraryFailedAtAndSendsItLater() {
        results.add(new WriteResult.Failed(-5, "out of resources"));

        assertThat(write()).isInstanceOf(SendOutcome.BackPressured.class);
        assertThat(write()).isInstanceOf(SendOutcome.Accepted.class);

        assertThat(meters.get(DdsMeters.WRITE_FAILURES).counter().count()).isEqualTo(1);
    }

    @Test
    void rejectsARowThatTheLibraryNeverTakes() {
        results.add(new WriteResult.Refused("not a string of DDS"));

        assertThat(write()).isInstanceOfSatisfying(SendOutcome.Rejected.class, rejected -> {
            assertThat(rejected.code()).isEqualTo(ErrorCode.TRANSPORT_REFUSED);
            assertThat(rejected.detail()).contains("not a string of DDS");
        });
    }

    @Test
    void keepsARowThatMeetsAClosedWriter() {
        results.add(WriteResult.Closed.INSTANCE);

        assertThat(write()).isEqualTo(new SendOutcome.Disconnected(ErrorCode.TRANSPORT_CLOSED));
    }

    @Test
    void triesAgainAtOnceWhileThereIsTimeAndNoRoom() {
        results.add(WriteResult.TimedOut.INSTANCE);
        results.add(WriteResult.TimedOut.INSTANCE);

        assertThat(write()).isInstanceOf(SendOutcome.Accepted.class);
    }

    @Test
    void tellsWithEachSampleWhenTheOneBeforeWasWritten() {
        write();
        results.add(WriteResult.TimedOut.INSTANCE);
        write();
        results.add(new WriteResult.Failed(-5, "out of resources"));
        write();
        write();

        assertThat(written).hasSize(3);
        assertThat(written.getFirst().previousNanos()).isEqualTo(KmtfMessage.NONE_BEFORE);
        assertThat(written.get(1).previousNanos()).isEqualTo(sourceNanos.getFirst());
        assertThat(written.get(2).previousNanos()).isEqualTo(sourceNanos.get(1));
        assertThat(sourceNanos).isSorted().doesNotHaveDuplicates();
    }

    /** As when the system has refused it meanwhile: the start has shown that it can be set. */
    @Test
    void writesUnderTheMarkBeforeWhenOneCannotBeSet() {
        FakeParticipant participant = new FakeParticipant();
        TopicWriters marking =
                writers(participant, DdsSettings.loopback(0).withDscp(new DscpSettings("EF", "AF41", null, "CS1")));
        assertThat(participant.marks).endsWith(184);
        participant.marks.clear();

        participant.refusesMarks = true;
        assertThat(write(marking)).isInstanceOf(SendOutcome.Accepted.class);
        assertThat(participant.marks).isEmpty();

        participant.refusesMarks = false;
        assertThat(write(marking)).isInstanceOf(SendOutcome.Accepted.class);
        assertThat(participant.marks).containsExactly(0);
    }

    /** Its writers answer what the test says, and take everything after that. */
    private final class FakeParticipant implements DdsParticipant {
        private final List<Integer> marks = new ArrayList<>();
        private boolean refusesMarks;

        @Override
        public void mark(int trafficClass) {
            if (refusesMarks) {
                throw new UnsupportedSettingException("dscp", "not any more", "Remove the key.");
            }
            marks.add(trafficClass);
        }

        @Override
        public <T extends WireRecord> DdsWriter<T> createWriter(String topic, WireType<T> type, Qos qos) {
            return new FakeWriter<>(topic);
        }

        @Override
        public <T extends WireRecord> DdsReader createReader(
                String topic, WireType<T> type, Qos qos, SampleListener<T> listener) {
            throw new AssertionError("nothing is read here");
        }

        @Override
        public DiscoveryView discovery() {
            throw new AssertionError("nobody is looked for here");
        }

        @Override
        public String implementation() {
            return "fake";
        }

        @Override
        public void close() {}
    }

    private final class FakeWriter<T extends WireRecord> implements DdsWriter<T> {
        private final String topic;

        FakeWriter(String topic) {
            this.topic = topic;
        }

        @Override
        public String topic() {
            return topic;
        }

        @Override
        public WriteResult write(T value) {
            WriteResult next = results.poll();
            return next == null ? WriteResult.Written.INSTANCE : next;
        }

        @Override
        public WriteResult write(T value, long source) {
            WriteResult result = write(value);
            if (result instanceof WriteResult.Written && value instanceof KmtfMessage message) {
                written.add(message);
                sourceNanos.add(source);
            }
            return result;
        }

        @Override
        public WriteResult dispose(T value) {
            return write(value);
        }

        @Override
        public WriteResult unregister(T value) {
            return write(value);
        }

        @Override
        public void flush() {}

        @Override
        public int matchedReaders() {
            return 0;
        }

        @Override
        public boolean awaitAcknowledged(Duration timeout) {
            return true;
        }

        @Override
        public void close() {}
    }
}
