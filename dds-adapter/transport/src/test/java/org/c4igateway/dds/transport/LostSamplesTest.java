package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.WriteResult;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.sample.SampleListener;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.api.type.KmtfReceipt;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.dds.transport.presence.SourceClock;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

/** A node whose reader lacks samples that their writer has given up. */
class LostSamplesTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final long INCARNATION = 77;

    private final DdsSettings settings =
            DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));

    @Test
    void takesNothingBehindThemUntilTheyCome() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                Sender a = new Sender(b, settings)) {
            a.greet();
            a.write(1, KmtfMessage.NONE_BEFORE);
            long lost = a.clock.nanos();
            a.write(3, lost);
            await().atMost(SOON).until(() -> a.heard(Greeting.Kind.AGAIN) > 0);
            a.write(4, a.lastNanos);
            assertThat(b.messages)
                    .singleElement()
                    .satisfies(message -> assertThat(message.id().sequence()).isEqualTo(1));

            a.greet();
            a.write(2, a.lastNanos);
            a.write(3, a.lastNanos);
            a.write(4, a.lastNanos);

            await().atMost(SOON).until(() -> b.messages.size() == 4);
            assertThat(b.messages)
                    .extracting(message -> message.id().sequence())
                    .containsExactly(1L, 2L, 3L, 4L);
            assertThat(b.meters.get(DdsMeters.GAPS).counter().count()).isEqualTo(1);
            assertThat(b.meters.get(DdsMeters.SAMPLES).counter().count()).isEqualTo(6);
            assertThat(b.meters.get(DdsMeters.NOT_ADMITTED).counter().count()).isEqualTo(2);
        }
    }

    /** What the link lost of a best-effort topic is counted and holds nothing up. */
    @Test
    void countsWhatIsMissingOfABestEffortTopicAndTakesTheRest() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                Sender a = new Sender(b, settings, TrafficClass.PERIODIC)) {
            a.greet();
            await("the reader has found the writer").atMost(SOON).until(() -> {
                a.write(1, KmtfMessage.NONE_BEFORE);
                return !b.messages.isEmpty();
            });
            a.writeAndAwait(2, KmtfMessage.NONE_BEFORE);
            a.writeAndAwait(3, a.lastNanos);
            assertThat(b.meters.find(DdsMeters.GAPS).counter()).isNull();

            a.writeAndAwait(5, a.clock.nanos());
            a.writeAndAwait(6, a.lastNanos);
            a.writeAndAwait(8, a.clock.nanos());
            a.writeAndAwait(10, a.clock.nanos());

            assertThat(b.messages)
                    .extracting(message -> message.id().sequence())
                    .endsWith(2L, 3L, 5L, 6L, 8L, 10L);
            assertThat(b.meters
                            .get(DdsMeters.GAPS)
                            .tag("topic", a.topic.id())
                            .counter()
                            .count())
                    .as("4, 7 and 9")
                    .isEqualTo(3);
            assertThat(b.meters.get(DdsMeters.NOT_ADMITTED).counter().count()).isZero();
            assertThat(a.heard(Greeting.Kind.AGAIN)).isZero();
        }
    }

    /** A policy of the site lets the writer drop samples: asking for them again would have no end. */
    @Test
    void takesTheRestOfAReliableTopicOfWhichPoliciesLeaveSamplesOut() {
        DdsSettings thinned = settings.withQos(new QosSettings(
                null,
                Map.of(),
                Map.of(
                        TrafficClass.ORDER,
                        new QosSettings.Scope(null, Map.of(), Map.of("history", "keep-last 4"), Map.of())),
                Map.of()));
        try (DdsTestNode b = new DdsTestNode("B", 5, thinned);
                Sender a = new Sender(b, thinned)) {
            a.greet();
            a.writeAndAwait(1, KmtfMessage.NONE_BEFORE);

            a.writeAndAwait(3, a.clock.nanos());
            a.writeAndAwait(4, a.lastNanos);

            assertThat(b.meters.get(DdsMeters.GAPS).counter().count()).isEqualTo(1);
            assertThat(a.heard(Greeting.Kind.AGAIN)).isZero();
        }
    }

    /** As just after a start, when a system has found this node that is none of its peers, and this node not yet it. */
    @Test
    void hearsNoNodeThatItHasNotDiscoveredButEveryApplication() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                Sender a = new Sender(b, settings)) {
            a.write("NODE", 1, a.clock.nanos());
            a.write("NODE", 2, KmtfMessage.NONE_BEFORE);
            a.write("APPLICATION", 3, 0);

            await().atMost(SOON).until(() -> !b.messages.isEmpty());
            assertThat(b.messages)
                    .singleElement()
                    .satisfies(message -> assertThat(message.id().sequence()).isEqualTo(3));
            assertThat(b.meters.get(DdsMeters.NOT_ADMITTED).counter().count()).isEqualTo(2);
        }
    }

    @Test
    void beginsAnEpochForAPeerThatMissesSamples() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                Sender a = new Sender(b, settings)) {
            await().atMost(SOON).until(() -> b.transport.peer(a.self).reachable());
            long epoch = b.transport.peer(a.self).epoch();
            Greeting hello = a.greetings.stream()
                    .filter(greeting -> greeting.kind() == Greeting.Kind.HELLO)
                    .findFirst()
                    .orElseThrow();

            a.say(new Greeting(a.self, b.self, Greeting.Kind.AGAIN, INCARNATION, hello.sender(), hello.atNanos()));

            await().atMost(SOON)
                    .until(() -> b.transport.peer(a.self).reachable()
                            && b.transport.peer(a.self).epoch() == epoch + 1);
        }
    }

    /** A node that the test moves. It answers greetings, as nodes do. */
    private static final class Sender implements AutoCloseable {
        final Topic topic;
        final SystemName self = new SystemName("A");
        final SourceClock clock = new SourceClock(Clock.systemUTC(), System::nanoTime);
        final List<Greeting> greetings = new CopyOnWriteArrayList<>();
        long lastNanos;

        private final DdsTestNode peer;
        private final DdsParticipant participant;
        private final DdsWriter<KmtfMessage> messages;
        private final DdsWriter<KmtfReceipt> receipts;

        Sender(DdsTestNode peer, DdsSettings settings) {
            this(peer, settings, TrafficClass.ORDER);
        }

        Sender(DdsTestNode peer, DdsSettings settings, TrafficClass trafficClass) {
            this.peer = peer;
            this.topic = DdsTestNode.CATALOGUE.topics().stream()
                    .filter(each -> each.trafficClass() == trafficClass)
                    .findFirst()
                    .orElseThrow();
            TopicQos qos = new TopicQos(settings);
            this.participant =
                    DdsProvider.named(settings.provider()).open(settings.domain(), qos.participant(), event -> {});
            this.messages =
                    participant.createWriter(TopicNames.ofMessages(topic.id()), WireType.MESSAGE, qos.writer(topic));
            this.receipts = participant.createWriter(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptWriter());
            SampleListener<KmtfReceipt> heard = samples -> samples.forEach(this::heard);
            var _ = participant.createReader(TopicNames.RECEIPT, WireType.RECEIPT, qos.receiptReader(), heard);
            DdsWriter<KmtfNode> nodes = participant.createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
            nodes.write(WireMapping.toWire(new NodeAnnouncement(
                    self, INCARNATION, DdsTestNode.CATALOGUE.contentHash(), Map.of(), Introduction.NONE)));
            await().atMost(SOON).until(() -> messages.matchedReaders() > 0 && receipts.matchedReaders() > 0);
        }

        private void heard(Sample<KmtfReceipt> sample) {
            if (sample instanceof Sample.Data<KmtfReceipt> data && Greeting.isGreeting(data.value())) {
                Greeting greeting = Greeting.fromWire(data.value());
                if (greeting.to().equals(self)) {
                    greetings.add(greeting);
                    if (greeting.kind() == Greeting.Kind.HELLO) {
                        say(new Greeting(
                                self,
                                greeting.from(),
                                Greeting.Kind.WELCOME,
                                greeting.incarnation(),
                                greeting.sender(),
                                greeting.atNanos()));
                    }
                }
            }
        }

        long heard(Greeting.Kind kind) {
            return greetings.stream().filter(each -> each.kind() == kind).count();
        }

        /** Says HELLO until it is answered. */
        void greet() {
            long before = heard(Greeting.Kind.WELCOME);
            await().atMost(SOON).until(() -> {
                say(new Greeting(self, peer.self, Greeting.Kind.HELLO, 5, INCARNATION, clock.nanos()));
                return heard(Greeting.Kind.WELCOME) > before;
            });
        }

        void say(Greeting greeting) {
            assertThat(receipts.write(greeting.toWire())).isEqualTo(WriteResult.Written.INSTANCE);
            receipts.flush();
        }

        void write(long sequence, long previousNanos) {
            write(self.value(), sequence, previousNanos);
        }

        /** A later sample takes the place of one that is still on its way, where a topic keeps the last one only. */
        void writeAndAwait(long sequence, long previousNanos) {
            write(sequence, previousNanos);
            await().atMost(SOON)
                    .until(() -> !peer.messages.isEmpty()
                            && peer.messages.getLast().id().sequence() == sequence);
        }

        void write(String origin, long sequence, long previousNanos) {
            lastNanos = clock.nanos();
            KmtfMessage message = WireMapping.toWire(DdsTestNode.message(origin, sequence, topic.id(), "B"));
            assertThat(messages.write(message.following(previousNanos), lastNanos))
                    .isEqualTo(WriteResult.Written.INSTANCE);
            messages.flush();
        }

        @Override
        public void close() {
            participant.close();
        }
    }
}
