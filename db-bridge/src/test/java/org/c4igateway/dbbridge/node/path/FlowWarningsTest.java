package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.receive.InboundFlow;
import org.c4igateway.core.flow.send.OutboundFlow;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.ReceiptTransport;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.SendOutcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the log says of receipts that do not fit to the configuration. Peers must not be able to fill it. */
class FlowWarningsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final SystemName SELF = new SystemName("SELF");
    private static final int MAX_STRANGERS = 64;
    private static final int MAX_REFUSED_ORIGINS = 1_000;

    private final VirtualTime time = new VirtualTime();
    private final ReceiptTransport transport = new ReceiptTransport();
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.c4igateway.core.flow");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @AfterEach
    void leave() {
        logger.setAdditive(true);
        logger.detachAppender(log);
    }

    private List<String> warnings() {
        return log.list.stream()
                .filter(line -> line.getLevel().equals(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private DataPathParts parts() {
        return QuickParts.of(SELF, time, new SimpleMeterRegistry());
    }

    private static Receipt receipt(int stranger) {
        return new Receipt(new SystemName("STRANGER" + stranger), SELF, List.of(new SequenceRange(1, 1)), List.of());
    }

    @Test
    void namesEachSystemOnceThatConfirmsAndIsNoDestination() {
        try (OutboundFlow flow =
                new OutboundFlow(Map.of(), new MemoryOutbox(), OutboxSignal.NONE, parts(), fault -> {})) {
            for (int stranger = 1; stranger <= MAX_STRANGERS + 10; stranger++) {
                flow.onReceipt(receipt(stranger));
                flow.onReceipt(receipt(stranger));
            }
        }

        assertThat(warnings())
                .hasSize(MAX_STRANGERS)
                .doesNotHaveDuplicates()
                .allSatisfy(line -> assertThat(line).contains("receipt from STRANGER"));
    }

    /** Without a way back the rows stay pending at the origin, and only this line says why. */
    @Test
    void namesEachOriginOnceToWhichNoReceiptCanGo() {
        transport.answer(receipt -> new SendOutcome.Rejected(ErrorCode.UNKNOWN_DESTINATION, "no such peer"));
        try (InboundFlow flow = new InboundFlow(new MemoryInbox(), List.of(transport), parts(), fault -> {})) {
            flow.start();
            for (int origin = 1; origin <= MAX_REFUSED_ORIGINS + 10; origin++) {
                flow.onMessage(from("O" + origin, 1), transport);
            }
            flow.onMessage(from("O1", 2), transport);
            await().atMost(SOON).until(() -> transport.timeouts().size() >= MAX_REFUSED_ORIGINS + 11);
        }

        assertThat(warnings())
                .hasSize(MAX_REFUSED_ORIGINS)
                .doesNotHaveDuplicates()
                .allSatisfy(line -> assertThat(line)
                        .contains(ErrorCode.UNKNOWN_DESTINATION.code(), "over receipts", "no such peer"));
        assertThat(warnings().getFirst()).contains("messages from O1 come", "stay pending at O1");
    }

    private static Message from(String origin, long sequence) {
        return Drafts.from(new SystemName(origin), Drafts.message(sequence, SELF));
    }
}
