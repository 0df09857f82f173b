package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.message.SystemName;
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

/** A node that the test moves. It answers greetings, as nodes do. */
final class MovedSender implements AutoCloseable {
    static final long INCARNATION = 77;
    private static final Duration SOON = Duration.ofSeconds(30);

    final Topic topic;
    final SystemName self = new SystemName("A");
    final SourceClock clock = new SourceClock(Clock.systemUTC(), System::nanoTime);
    final List<Greeting> greetings = new CopyOnWriteArrayList<>();
    long lastNanos;

    private final DdsTestNode peer;
    private final DdsParticipant participant;
    private final DdsWriter<KmtfMessage> messages;
    private final DdsWriter<KmtfReceipt> receipts;

    MovedSender(DdsTestNode peer, DdsSettings settings) {
        this(peer, settings, TrafficClass.ORDER);
    }

    MovedSender(DdsTestNode peer, DdsSettings settings, TrafficClass trafficClass) {
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
                .until(() ->
                        !peer.messages.isEmpty() && peer.messages.getLast().id().sequence() == sequence);
    }

    void write(String origin, long sequence, long previousNanos) {
        lastNanos = clock.nanos();
        KmtfMessage message = WireMapping.toWire(DdsTestNode.message(origin, sequence, topic.id(), "B"));
        assertThat(messages.write(message.following(previousNanos), lastNanos)).isEqualTo(WriteResult.Written.INSTANCE);
        messages.flush();
    }

    @Override
    public void close() {
        participant.close();
    }
}
