package org.c4igateway.dds.transport;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.AfterEach;

/** Nodes with all topics of the reference catalogue on the loopback interface. */
abstract class DdsTransportFixture {
    static final Duration SOON = Duration.ofSeconds(30);
    static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final SendOutcome ACCEPTED = new SendOutcome.Accepted();

    final DdsSettings settings = DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));
    final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    DdsTestNode node(String name) {
        return node(name, 1, settings);
    }

    DdsTestNode node(String name, long incarnation, DdsSettings with) {
        DdsTestNode node = new DdsTestNode(name, incarnation, with);
        open.add(node);
        return node;
    }

    static void awaitMutual(DdsTestNode... nodes) {
        await().atMost(SOON).until(() -> {
            for (DdsTestNode a : nodes) {
                for (DdsTestNode b : nodes) {
                    if (a != b && !a.sees(b)) {
                        return false;
                    }
                }
            }
            return true;
        });
    }

    static String topicOf(TrafficClass trafficClass) {
        return DdsTestNode.CATALOGUE.topics().stream()
                .filter(topic -> topic.trafficClass() == trafficClass)
                .map(Topic::id)
                .findFirst()
                .orElseThrow();
    }
}
