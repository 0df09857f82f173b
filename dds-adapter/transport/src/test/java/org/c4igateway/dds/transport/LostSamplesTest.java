package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.dds.api.type.KmtfMessage;
import org.c4igateway.dds.transport.presence.Greeting;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

/** A node whose reader lacks samples that their writer has given up. */
class LostSamplesTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    private final DdsSettings settings =
            DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));

    @Test
    void takesNothingBehindThemUntilTheyCome() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                MovedSender a = new MovedSender(b, settings)) {
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

    /** Its inbox takes no row for a while. The origin is told when it takes rows again, and not before. */
    @Test
    void takesNothingBehindWhatFoundNoRoomUntilItComesAgain() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                MovedSender a = new MovedSender(b, settings)) {
            a.greet();
            a.writeAndAwait(1, KmtfMessage.NONE_BEFORE);
            b.stuck = true;
            a.write(2, a.lastNanos);
            a.write(3, a.lastNanos);
            await().atMost(SOON)
                    .until(() -> b.meters.get(DdsMeters.NOT_ADMITTED).counter().count() == 1);
            a.greet();
            a.write(2, a.lastNanos);
            await().atMost(SOON)
                    .until(() -> b.meters.get(DdsMeters.NOT_ADMITTED).counter().count() == 2);
            assertThat(a.heard(Greeting.Kind.AGAIN)).isZero();

            b.stuck = false;

            await().atMost(SOON).until(() -> a.heard(Greeting.Kind.AGAIN) > 0);
            a.write(3, a.lastNanos);
            await().atMost(SOON)
                    .until(() -> b.meters.get(DdsMeters.NOT_ADMITTED).counter().count() == 3);
            a.greet();
            a.write(2, a.lastNanos);
            a.writeAndAwait(3, a.lastNanos);
            assertThat(b.messages)
                    .extracting(message -> message.id().sequence())
                    .containsExactly(1L, 2L, 3L);
        }
    }

    /** Nobody sends it again. */
    @Test
    void waitsWithWhatAnApplicationSentHoweverLongThereIsNoRoom() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                MovedSender a = new MovedSender(b, settings)) {
            b.stuck = true;

            a.write("APPLICATION", 1, 0);

            await().atMost(SOON).until(() -> b.messages.size() == 1);
        }
    }

    /** What the link lost of a best-effort topic is counted and holds nothing up. */
    @Test
    void countsWhatIsMissingOfABestEffortTopicAndTakesTheRest() {
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                MovedSender a = new MovedSender(b, settings, TrafficClass.PERIODIC)) {
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
                MovedSender a = new MovedSender(b, thinned)) {
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
                MovedSender a = new MovedSender(b, settings)) {
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
                MovedSender a = new MovedSender(b, settings)) {
            await().atMost(SOON).until(() -> b.transport.peer(a.self).reachable());
            long epoch = b.transport.peer(a.self).epoch();
            Greeting hello = a.greetings.stream()
                    .filter(greeting -> greeting.kind() == Greeting.Kind.HELLO)
                    .findFirst()
                    .orElseThrow();

            a.say(new Greeting(
                    a.self, b.self, Greeting.Kind.AGAIN, MovedSender.INCARNATION, hello.sender(), hello.atNanos()));

            await().atMost(SOON)
                    .until(() -> b.transport.peer(a.self).reachable()
                            && b.transport.peer(a.self).epoch() == epoch + 1);
        }
    }
}
