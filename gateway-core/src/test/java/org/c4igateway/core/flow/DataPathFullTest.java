package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.QuickParts;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.PeerState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a data path does, and how it ends, while a transport waits with a message for room. */
class DataPathFullTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final SystemName SELF = new SystemName("SELF");

    private final AtomicInteger writes = new AtomicInteger();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MemoryOutbox outbox = new MemoryOutbox();
    private final MemoryInbox inbox = new MemoryInbox();
    private final LiveTransport transport = new LiveTransport("live", false);
    private final DataPath path = new DataPath(
            Map.of(BRAVO, transport),
            List.of(transport),
            outbox,
            inbox,
            OutboxSignal.NONE,
            QuickParts.of(
                    SELF,
                    new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, new VirtualTime()),
                    SubscriptionFilter.NONE,
                    meters,
                    StepListener.NONE),
            fault -> {});

    /** A transport that is told to stop waits for the message that it delivers. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void letsTheTransportGoBeforeItTellsItToStop(boolean drains) throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        inbox.faults(hanging(goOn, writes));
        path.start();
        fill();
        Thread delivering =
                Thread.ofPlatform().daemon().start(() -> transport.handler().onMessage(Drafts.message(100, SELF)));
        await().atMost(SOON).until(() -> delivering.getState() == Thread.State.WAITING);
        AtomicBoolean letGo = new AtomicBoolean();
        transport.insideStop(() -> {
            letGo.set(joined(delivering));
            goOn.countDown();
        });

        if (drains) {
            path.drain(Duration.ofMillis(1));
        }
        path.close();

        assertThat(letGo).isTrue();
        assertThat(path.awaitEnd(SOON)).isTrue();
        assertThat(inbox.messages()).hasSize(1 + QuickParts.QUEUE_ROWS);
    }

    /** The database hangs, and receipts for what this node has sent go on coming. */
    @Test
    void takesReceiptsBehindWrongOnesWhileTheInboxHasNoRoom() {
        CountDownLatch goOn = new CountDownLatch(1);
        inbox.faults(hanging(goOn, writes));
        path.start();
        fill();
        outbox.commit(Drafts.message(outbox.nextSequence(), BRAVO));
        transport.handler().onPeer(BRAVO, new PeerState(true, 1));
        await().atMost(SOON).until(() -> !transport.sentTo(BRAVO).isEmpty());

        transport
                .handler()
                .onMalformedControl("topic", ErrorCode.MALFORMED_ENVELOPE, "of another release", new byte[0]);
        transport.handler().onReceipt(new Receipt(BRAVO, Drafts.ORIGIN, List.of(new SequenceRange(1, 1)), List.of()));

        await().atMost(SOON).until(() -> outbox.pending() == 0);
        assertThat(meters.get(MeterNames.INBOX)
                        .tag(MeterNames.RESULT, "not_taken")
                        .counter()
                        .count())
                .isOne();
        goOn.countDown();
        await().atMost(SOON).until(() -> inbox.messages().size() == 1 + QuickParts.QUEUE_ROWS);

        transport
                .handler()
                .onMalformedControl("topic", ErrorCode.MALFORMED_ENVELOPE, "of another release", new byte[0]);

        await().atMost(SOON).until(() -> inbox.deadLetters().size() == 1);
        path.close();
    }

    private void fill() {
        transport.handler().onMessage(Drafts.message(1, SELF));
        await().atMost(SOON).until(() -> writes.get() == 1);
        for (long sequence = 2; sequence < 2 + QuickParts.QUEUE_ROWS; sequence++) {
            transport.handler().onMessage(Drafts.message(sequence, SELF));
        }
    }

    private static Faults hanging(CountDownLatch goOn, AtomicInteger writes) {
        return new Faults() {
            @Override
            public void before(String call) {
                if (call.equals("write")) {
                    writes.incrementAndGet();
                    awaitQuietly(goOn);
                }
            }
        };
    }

    private static boolean joined(Thread thread) {
        try {
            return thread.join(SOON);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
