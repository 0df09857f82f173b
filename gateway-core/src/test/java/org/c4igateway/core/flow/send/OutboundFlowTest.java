package org.c4igateway.core.flow.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.AnnouncementListener;
import org.c4igateway.core.flow.ArrivalObjectives;
import org.c4igateway.core.flow.DataPathParts;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.FlowSettings;
import org.c4igateway.core.flow.LiveTransport;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All senders of a node on their threads. Their pauses last an hour: only what wakes them makes them go on. */
class OutboundFlowTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofHours(1);
    private static final SystemName DELTA = new SystemName("DELTA");

    private final MemoryOutbox outbox = new MemoryOutbox();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTime clock = new VirtualTime();
    private final Loops loops = new Loops(meters, clock, clock, fault -> {});
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final LiveTransport queues = new LiveTransport("queues", false);
    private final LiveTransport group = new LiveTransport("group", true);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final OutboundFlow flow = flow(Map.of(BRAVO, (Transport) queues, CHARLIE, (Transport) queues));

    private OutboundFlow flow(Map<SystemName, Transport> routes) {
        FlowSettings settings = new FlowSettings(
                100, 100_000, 20, LONG, LONG, LONG, LONG, LONG, 100, 100_000, 50, Duration.ofMillis(1), LONG);
        DataPathParts parts = new DataPathParts(
                new SystemName("ALPHA"),
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                loops,
                AnnouncementListener.NONE,
                DeliveryTrace.NONE,
                StepListener.NONE);
        return new OutboundFlow(routes, outbox, OutboxSignal.NONE, parts, fatal::add);
    }

    @AfterEach
    void close() {
        goOn.countDown();
        flow.close();
        assertThat(fatal).isEmpty();
    }

    private void commit(SystemName... destinations) {
        outbox.commit(Drafts.message(outbox.nextSequence(), destinations));
        flow.wake();
    }

    private static void awaitSent(LiveTransport transport, SystemName destination, Long... sequences) {
        await().atMost(SOON).until(() -> transport.sentTo(destination).equals(List.of(sequences)));
    }

    private void awaitDelivered(long sequence, SystemName destination) {
        await().atMost(SOON).until(() -> {
            DeliveryOutcome outcome = outbox.state(sequence, destination);
            return outcome != null && outcome.state() == DeliveryState.DELIVERED;
        });
    }

    private static Receipt receipt(SystemName of, long sequence) {
        return new Receipt(of, Drafts.ORIGIN, List.of(new SequenceRange(sequence, sequence)), List.of());
    }

    @Test
    void givesEachReceiptToTheSenderOfItsDestination() {
        flow.start();
        commit(BRAVO, CHARLIE);
        awaitSent(queues, BRAVO, 1L);
        awaitSent(queues, CHARLIE, 1L);

        flow.onReceipt(receipt(CHARLIE, 1));
        awaitDelivered(1, CHARLIE);
        assertThat(outbox.state(1, BRAVO)).isNull();
        flow.onReceipt(receipt(BRAVO, 1));

        awaitDelivered(1, BRAVO);
    }

    @Test
    void aReceiptOfAStrangerConfirmsNothing() {
        flow.start();
        commit(BRAVO);
        awaitSent(queues, BRAVO, 1L);

        for (int i = 0; i < 200; i++) {
            flow.onReceipt(receipt(new SystemName("STRANGER" + i), 1));
        }
        flow.onReceipt(receipt(CHARLIE, 1));
        assertThat(outbox.state(1, BRAVO)).isNull();
        flow.onReceipt(receipt(BRAVO, 1));

        awaitDelivered(1, BRAVO);
        assertThat(outbox.pending()).isZero();
    }

    @Test
    void noDestinationWaitsForAnotherOne() {
        CountDownLatch inside = new CountDownLatch(1);
        queues.insideSendTo(BRAVO, () -> {
            inside.countDown();
            SenderThreadFixture.awaitUninterruptibly(goOn);
        });
        flow.start();
        commit(BRAVO);
        SenderThreadFixture.awaitUninterruptibly(inside);

        commit(CHARLIE);

        awaitSent(queues, CHARLIE, 2L);
        assertThat(queues.sentTo(BRAVO)).isEmpty();
    }

    @Test
    void destinationsOfAMulticastTransportGetOneSendTogether() {
        try (OutboundFlow together = flow(Map.of(BRAVO, (Transport) group, CHARLIE, (Transport) group))) {
            outbox.commit(Drafts.message(outbox.nextSequence(), BRAVO, CHARLIE));
            together.start();
            awaitSent(group, BRAVO, 1L);
            awaitSent(group, CHARLIE, 1L);

            assertThat(meters.get(MeterNames.SENT)
                            .tag(MeterNames.GROUP, "group")
                            .counter())
                    .satisfies(sent -> await().atMost(SOON).until(() -> sent.count() == 1));
        }
    }

    @Test
    void aNewcomerGetsItsRowsAndConfirmsThem() {
        flow.start();

        flow.add(DELTA, queues);
        commit(DELTA);

        awaitSent(queues, DELTA, 1L);
        flow.onReceipt(receipt(DELTA, 1));
        awaitDelivered(1, DELTA);
    }

    @Test
    void aNewcomerJoinsTheSenderOfItsMulticastTransport() {
        try (OutboundFlow together = flow(Map.of(BRAVO, (Transport) group))) {
            together.start();
            outbox.commit(Drafts.message(outbox.nextSequence(), DELTA));

            together.add(DELTA, group);

            awaitSent(group, DELTA, 1L);
            together.onReceipt(receipt(DELTA, 1));
            awaitDelivered(1, DELTA);
            assertThat(loops.states())
                    .filteredOn(state -> state.name().equals("sender group"))
                    .hasSize(1);
        }
    }

    /** Two senders would send everything twice. */
    @Test
    void aDestinationThatIsThereIsNotAddedAgain() {
        flow.start();
        commit(BRAVO);
        awaitSent(queues, BRAVO, 1L);

        flow.add(BRAVO, queues);
        flow.add(BRAVO, group);
        commit(BRAVO);

        awaitSent(queues, BRAVO, 1L, 2L);
        assertThat(loops.states())
                .extracting(state -> state.name())
                .containsExactlyInAnyOrder("sender queues-BRAVO", "sender queues-CHARLIE");
        assertThat(group.sentTo(BRAVO)).isEmpty();
    }

    @Test
    void drainsAllSendersAndTakesNoNewcomerAfterwards() throws InterruptedException {
        flow.start();
        commit(BRAVO, CHARLIE);
        awaitSent(queues, BRAVO, 1L);
        awaitSent(queues, CHARLIE, 1L);
        Thread draining = Thread.ofPlatform().daemon().start(() -> flow.drain(LONG));

        flow.onReceipt(receipt(BRAVO, 1));
        awaitDelivered(1, BRAVO);
        await().atMost(SOON).until(() -> draining.getState() == Thread.State.WAITING);
        flow.onReceipt(receipt(CHARLIE, 1));

        assertThat(draining.join(SOON)).isTrue();
        awaitDelivered(1, CHARLIE);
        assertThat(loops.states()).isEmpty();
        flow.add(DELTA, queues);
        assertThat(loops.states()).isEmpty();
    }

    @Test
    void anInterruptEndsTheWaitOfADrain() throws InterruptedException {
        flow.start();
        commit(BRAVO);
        awaitSent(queues, BRAVO, 1L);
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread draining = Thread.ofPlatform().daemon().start(() -> {
            flow.drain(LONG);
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        await().atMost(SOON).until(() -> draining.getState() == Thread.State.WAITING);

        draining.interrupt();

        assertThat(draining.join(SOON)).isTrue();
        assertThat(interrupted).isTrue();
        flow.onReceipt(receipt(BRAVO, 1));
    }

    @Test
    void aClosedOneHasSavedHowFarItHasReadAndShowsNothingMore() {
        flow.start();
        commit(BRAVO);
        awaitSent(queues, BRAVO, 1L);
        flow.onReceipt(receipt(BRAVO, 1));
        awaitDelivered(1, BRAVO);

        flow.close();

        assertThat(outbox.positions(Set.of(BRAVO)).get(BRAVO)).isNotEmpty();
        assertThat(loops.states()).isEmpty();
        assertThat(meters.find(MeterNames.IN_FLIGHT_ROWS).gauges()).isEmpty();
    }

    @Test
    void aClosedOneTakesNoNewcomer() {
        flow.start();
        flow.close();

        flow.add(DELTA, queues);

        assertThat(loops.states()).isEmpty();
    }
}
