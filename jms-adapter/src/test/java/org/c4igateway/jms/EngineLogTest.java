package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a node's engine says by itself. */
class EngineLogTest {
    @Test
    void warnsOfNothingAtItsStart() {
        Logger engine = (Logger) LoggerFactory.getLogger("org.apache.activemq.artemis");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        engine.addAppender(log);
        try (JmsTestNode node = new JmsTestNode("ALPHA", JmsTestNode.settings(TestNetwork.port()), 1)) {
            assertThat(log.list)
                    .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .isEmpty();
            assertThat(node.transport).isNotNull();
        } finally {
            engine.detachAppender(log);
        }
    }
}
