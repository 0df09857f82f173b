package org.c4igateway.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.testkit.TestNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Who goes first in the queue of a node's engine, while its inbox is slower than its peers; what it logs. */
class EngineQueueTest {
    private static final Duration POLL = Duration.ofMillis(1);

    private final int port = TestNetwork.port();
    private final JmsSettings.Limits limits = new JmsSettings.Limits(4 << 20, 64, 1 << 20);
    private final JmsTestNode bravo =
            new JmsTestNode("BRAVO", JmsTestNode.settings(port).withLimits(limits), 1);
    private final JmsTestNode alpha = new JmsTestNode(
            "ALPHA", JmsTestNode.settings(0).withLimits(limits).withPeer("BRAVO", "127.0.0.1:" + port), 1);

    @AfterEach
    void close() {
        bravo.recorder.open();
        alpha.close();
        bravo.close();
    }

    private double depth() {
        return bravo.meters
                .get("c4i.transport.queue.depth")
                .tags("queue", "messages")
                .gauge()
                .value();
    }

    private List<Precedence> arrived() {
        return bravo.recorder.messages().stream().map(Message::precedence).toList();
    }

    private void awaitAcknowledged() {
        await().until(() ->
                alpha.meters.get("c4i.transport.unacknowledged").gauge().value() == 0);
    }

    @Test
    void flashOvertakesWhatWaitsButTheFewThatAreReadAhead() {
        alpha.awaitReachable("BRAVO");
        bravo.recorder.shut();
        for (long sequence = 1; sequence <= 100; sequence++) {
            alpha.send(alpha.message(sequence, "BRAVO", Precedence.ROUTINE, new byte[20_000]));
        }
        awaitAcknowledged();
        alpha.send(alpha.message(101, "BRAVO", Precedence.FLASH, new byte[20_000]));
        awaitAcknowledged();

        bravo.recorder.open();

        await().until(() -> bravo.recorder.messages().size() == 101);
        assertThat(arrived().indexOf(Precedence.FLASH)).isLessThan(10);
    }

    @Test
    void routineArrivesThoughFlashNeverCeases() throws InterruptedException {
        alpha.awaitReachable("BRAVO");
        bravo.recorder.shut();
        AtomicBoolean stop = new AtomicBoolean();
        Thread flash = sender(Precedence.FLASH, stop);
        Thread routine = sender(Precedence.ROUTINE, stop);

        int released = 0;
        while (!arrived().contains(Precedence.ROUTINE) && released < 10_000) {
            await().pollInterval(POLL).until(() -> depth() >= 20);
            bravo.recorder.letOnePass();
            released++;
        }
        stop.set(true);
        bravo.recorder.open();
        flash.join();
        routine.join();

        assertThat(arrived()).contains(Precedence.ROUTINE);
        assertThat(alpha.transport.peer(new SystemName("BRAVO")).epoch()).isEqualTo(1);
    }

    private Thread sender(Precedence precedence, AtomicBoolean stop) {
        AtomicLong sequence = new AtomicLong(1_000_000L * precedence.code());
        return Thread.ofVirtual().start(() -> {
            while (!stop.get()) {
                alpha.send(
                        alpha.message(sequence.incrementAndGet(), "BRAVO", precedence, new byte[20_000]),
                        Duration.ofMillis(100));
            }
        });
    }

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
