package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.Map;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.dds.api.DdsParticipant;
import org.c4igateway.dds.api.DdsProvider;
import org.c4igateway.dds.api.DdsWriter;
import org.c4igateway.dds.api.cdr.WireType;
import org.c4igateway.dds.api.type.KmtfNode;
import org.c4igateway.dds.transport.presence.Presence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A program that announces itself under the name of a node, again and again. */
class NamesakeLogTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String LINE = "another node in this domain and partition is called B as well";

    private final Logger logger = (Logger) LoggerFactory.getLogger(Presence.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final DdsSettings settings =
            DdsSettings.loopback(TestNetwork.domain()).withLease(Duration.ofSeconds(20));

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
    }

    @Test
    void fillsNoLog() {
        TopicQos qos = new TopicQos(settings);
        try (DdsTestNode b = new DdsTestNode("B", 5, settings);
                DdsParticipant program = DdsProvider.named(settings.provider()).open(settings.domain(), event -> {})) {
            DdsWriter<KmtfNode> nodes = program.createWriter(TopicNames.NODE, WireType.NODE, qos.nodeWriter());
            await().atMost(SOON).until(() -> nodes.matchedReaders() > 0);

            for (long n = 1; n <= 5; n++) {
                announce(nodes, "B", n);
                announce(nodes, "C", n);
                long last = n;
                await("what was announced after it")
                        .atMost(SOON)
                        .until(() -> b.announcements.stream().anyMatch(each -> each.incarnation() == last));
            }

            assertThat(log.list)
                    .filteredOn(event -> event.getFormattedMessage().startsWith(LINE))
                    .hasSize(1);
        }
    }

    private static void announce(DdsWriter<KmtfNode> nodes, String name, long incarnation) {
        nodes.write(WireMapping.toWire(new NodeAnnouncement(
                new SystemName(name), incarnation, DdsTestNode.CATALOGUE.contentHash(), Map.of(), Introduction.NONE)));
        nodes.flush();
    }
}
