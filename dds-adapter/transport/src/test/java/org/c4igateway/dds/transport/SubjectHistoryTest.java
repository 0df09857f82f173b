package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.qos.Qos;
import org.c4igateway.dds.api.qos.QosPolicy.Durability;
import org.c4igateway.dds.api.qos.QosPolicy.History;
import org.c4igateway.dds.api.qos.QosPolicy.Reliability;
import org.c4igateway.dds.api.sample.Sample;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

/** What a node's writer keeps for applications that join late, when every message has another subject. */
class SubjectHistoryTest {
    private static final int SUBJECTS = 100;
    /** As many as of one subject. */
    private static final int KEPT = 64;

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Topic TOPIC = DdsTestNode.CATALOGUE.topics().stream()
            .filter(topic -> topic.trafficClass() == TrafficClass.ORDER)
            .findFirst()
            .orElseThrow();

    private static Message message(int number) {
        Message plain = DdsTestNode.message("A", number + 1, TOPIC.id(), "B");
        return new Message(
                plain.id(),
                plain.topicId(),
                plain.precedence(),
                plain.destinations(),
                plain.createdAt(),
                plain.expiresAt(),
                plain.label(),
                subject(number),
                plain.payload());
    }

    private static String subject(int number) {
        return "ORDER-" + number;
    }

    @Test
    void isThatOfTheSubjectsWrittenLast() {
        DdsSettings settings = DdsSettings.loopback(TestNetwork.domain());
        List<String> subjects = new CopyOnWriteArrayList<>();
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                DdsTestNode a = new DdsTestNode("A", 6, settings)) {
            await().atMost(SOON).until(() -> a.sees(b) && b.sees(a));
            for (int number = 0; number < SUBJECTS; number++) {
                assertThat(a.send(message(number), Duration.ofSeconds(5))).isEqualTo(SendOutcome.Accepted.INSTANCE);
            }
            a.transport.flush();
            await().atMost(SOON).until(() -> b.messages.size() == SUBJECTS);

            try (DdsParticipant late = DdsProvider.named("cyclone").open(settings.domain(), event -> {})) {
                late.createReader(TopicNames.ofMessages(TOPIC.id()), WireType.MESSAGE, everything(), samples -> {
                    for (Sample<KmtfMessage> sample : samples) {
                        if (sample instanceof Sample.Data<KmtfMessage> data) {
                            subjects.add(data.value().subject());
                        }
                    }
                });
                await().atMost(SOON).until(() -> subjects.contains(subject(SUBJECTS - 1)));
            }
        }
        assertThat(subjects)
                .containsExactlyElementsOf(IntStream.range(SUBJECTS - KEPT, SUBJECTS)
                        .mapToObj(SubjectHistoryTest::subject)
                        .toList());
    }

    private static Qos everything() {
        return Qos.of(
                new Reliability(Reliability.Kind.RELIABLE, Duration.ofMillis(100)),
                new Durability(Durability.Kind.TRANSIENT_LOCAL),
                History.keepAll());
    }
}
