package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.topics.Topic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node reads what it subscribes to, and says so. */
@Tag("slow")
class DdsSubscriptionTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final List<Topic> WANTED = DdsTestNode.CATALOGUE.topics().subList(0, 20);

    private final DdsSettings settings =
            DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));

    @Test
    void hasTwentyReadersForTwentyTopicsAndGetsTheirMessages() {
        Subscriptions twenty = new Subscriptions(WANTED.stream()
                .map(topic -> new TopicSubscription(topic.id(), Duration.ofHours(24)))
                .toList());
        try (DdsTestNode a = new DdsTestNode("A", 1, settings);
                DdsTestNode b = new DdsTestNode("B", 2, settings, Introduction.NONE.subscribedTo(twenty))) {
            await().atMost(SOON).until(() -> a.sees(b) && b.sees(a));

            NodeAnnouncement told = a.announcements.stream()
                    .filter(announcement -> announcement.system().equals(b.self))
                    .findFirst()
                    .orElseThrow();
            assertThat(told.topicDigests()).hasSize(20);
            assertThat(told.introduction().subscriptions().list()).containsExactlyInAnyOrderElementsOf(twenty.list());
            Topic unread = DdsTestNode.CATALOGUE.topics().getLast();
            assertThat(a.transport.carries(WANTED.getFirst().id(), b.self)).isTrue();
            assertThat(a.transport.carries(unread.id(), b.self)).isFalse();

            // Both have the same readers besides those of topics; they are counted every half a minute.
            await().atMost(SOON.multipliedBy(2)).until(() -> readers(a) > 0 && readers(b) > 0);
            assertThat(readers(b) - 20)
                    .isEqualTo(readers(a) - DdsTestNode.CATALOGUE.topics().size());

            a.send(DdsTestNode.message("A", 1, WANTED.getFirst().id(), "B"), SOON);
            a.transport.flush();
            await().atMost(SOON).until(() -> b.messages.size() == 1);
            assertThat(Objects.requireNonNull(b.messages.getFirst()).id().origin())
                    .isEqualTo(new SystemName("A"));
        }
    }

    /** @return readers of the participant as discovery sees them; 0 while they are not counted */
    private static long readers(DdsTestNode node) {
        Gauge gauge = node.meters
                .find("c4i.dds.endpoints")
                .tags("kind", "reader", "own", "true")
                .gauge();
        return gauge == null ? 0 : (long) gauge.value();
    }
}
