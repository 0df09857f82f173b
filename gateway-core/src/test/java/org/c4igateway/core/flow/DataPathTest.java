package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;
import static org.c4igateway.core.flow.OutboundFixture.CHARLIE;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.PayloadCheck;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.OutboxSignal;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.c4igateway.core.testkit.MemoryInbox;
import org.c4igateway.core.testkit.MemoryOutbox;
import org.c4igateway.core.testkit.VirtualTime;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.core.watch.Loops;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a whole data path does with what its transports bring, and how it ends. Its pauses last an hour. */
class DataPathTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final SystemName SELF = new SystemName("SELF");
    private static final int QUEUE_ROWS = 4;

    private final MemoryOutbox outbox = new MemoryOutbox();
    private final MemoryInbox inbox = new MemoryInbox();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final VirtualTime clock = new VirtualTime();
    private final List<GatewayException> fatal = new CopyOnWriteArrayList<>();
    private final List<String> announced = new ArrayList<>();
    private final LiveTransport transport = new LiveTransport("live", false);
    private final DataPath path = path();

    private DataPath path() {
        return new DataPath(
                Map.of(BRAVO, transport), List.of(transport), outbox, inbox, OutboxSignal.NONE, parts(), fatal::add);
    }

    private DataPathParts parts() {
        FlowSettings settings = new FlowSettings(
                100, 100_000, 20, LONG, LONG, LONG, LONG, LONG, QUEUE_ROWS, 100_000, 50, MILLI, SECOND);
        return new DataPathParts(
                SELF,
                new MessageRules(Drafts.CATALOGUE, 1_000, PayloadCheck.NONE, clock),
                SubscriptionFilter.NONE,
                EdgeText.UTF_8,
                settings,
                ArrivalObjectives.DEFAULTS,
                meters,
                new Loops(meters, clock, clock, fault -> {}),
                (name, announcement) -> announced.add(name + " " + announcement.system()),
                DeliveryTrace.NONE,
                StepListener.NONE);
    }

    @AfterEach
    void close() {
        inbox.faults(Faults.NONE);
        path.close();
        assertThat(fatal).isEmpty();
    }

    private void sendOne(SystemName destination) {
        outbox.commit(Drafts.message(outbox.nextSequence(), destination));
        transport.handler().onPeer(destination, new PeerState(true, 1));
        await().atMost(SOON).until(() -> transport.sentTo(destination).size() == 1);
    }

    /** They have read an empty outbox. */
    private void awaitPauseOfSenders() {
        await().atMost(SOON).until(() -> outbox.fetches() > 0);
        await().atMost(SOON)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().equals("c4i-out-live-BRAVO"))
                        .anyMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
    }

    private static Receipt receipt(SystemName of) {
        return new Receipt(of, Drafts.ORIGIN, List.of(new SequenceRange(1, 1)), List.of());
    }

    private double gauge(String name, String tag, String value) {
        return meters.get(name).tag(tag, value).gauge().value();
    }

    /** A peer that comes ends the pause of the senders, and its receipt ends the row. */
    @Test
    void sendsWhenAPeerComesAndTakesItsReceipt() {
        path.start();
        awaitPauseOfSenders();
        sendOne(BRAVO);

        transport.handler().onReceipt(receipt(BRAVO));

        await().atMost(SOON).until(() -> outbox.pending() == 0);
    }

    @Test
    void writesWhatArrivesAndConfirmsItOverTheSameTransport() {
        path.start();

        transport.handler().onMessage(Drafts.message(7, SELF));
        transport.handler().onMalformed("queue", ErrorCode.MALFORMED_ENVELOPE, "no origin", new byte[] {1});

        await().atMost(SOON).until(() -> transport.receipts().size() == 1);
        await().atMost(SOON).until(() -> inbox.deadLetters().size() == 1);
        assertThat(inbox.messages()).hasSize(1);
    }

    /** Its origin keeps the row: nobody has confirmed it. */
    @Test
    void aSenderSendsAndConfirmsNothingThatComes() {
        LiveTransport ofShard = new LiveTransport("shard", false);
        path.start();
        path.close();
        try (DataPath sender = DataPath.ofSender(
                Map.of(BRAVO, ofShard), List.of(ofShard), outbox, OutboxSignal.NONE, parts(), fatal::add)) {
            sender.start();
            outbox.commit(Drafts.message(outbox.nextSequence(), BRAVO));
            ofShard.handler().onPeer(BRAVO, new PeerState(true, 1));
            await().atMost(SOON).until(() -> ofShard.sentTo(BRAVO).size() == 1);

            ofShard.handler().onMessage(Drafts.message(7, SELF));
            ofShard.handler().onMalformed("queue", ErrorCode.MALFORMED_ENVELOPE, "no origin", new byte[] {1});
            ofShard.handler().onReceipt(receipt(BRAVO));
            ofShard.handler()
                    .onAnnouncement(new NodeAnnouncement(BRAVO, 1, "other", Map.of("Z999", 1), Introduction.NONE));

            await().atMost(SOON).until(() -> outbox.pending() == 0);
            assertThat(ofShard.receipts()).isEmpty();
            List<Gauge> compared =
                    List.copyOf(meters.find(MeterNames.CATALOGUE_MISMATCHES).gauges());
            assertThat(compared).as("the node of the first shard does that").isEmpty();
            assertThat(inbox.messages()).isEmpty();
            assertThat(inbox.deadLetters()).isEmpty();
            assertThat(meters.get(MeterNames.INBOX)
                            .tag(MeterNames.RESULT, "not_taken")
                            .counter()
                            .count())
                    .isOne();
            assertThat(meters.get(MeterNames.MALFORMED).counter().count()).isOne();
        }
    }

    @Test
    void sendsToANewcomerAndShowsWhetherItIsReachable() {
        path.start();
        transport.away(CHARLIE, true);
        path.add(CHARLIE, transport);
        assertThat(gauge(MeterNames.PEER_REACHABLE, MeterNames.PEER, "CHARLIE")).isZero();

        transport.away(CHARLIE, false);
        sendOne(CHARLIE);

        assertThat(gauge(MeterNames.PEER_REACHABLE, MeterNames.PEER, "CHARLIE")).isOne();
        assertThat(gauge(MeterNames.PEER_REACHABLE, MeterNames.PEER, "BRAVO")).isOne();
        transport.handler().onReceipt(receipt(CHARLIE));
        await().atMost(SOON).until(() -> outbox.pending() == 0);
    }

    @Test
    void saysWhenADestinationWasReachableLast() {
        path.start();
        transport.handler().onPeer(BRAVO, new PeerState(false, 0));
        assertThat(path.lastReachable(BRAVO)).as("was never reachable").isEmpty();

        transport.handler().onPeer(BRAVO, new PeerState(true, 1));
        assertThat(path.lastReachable(BRAVO)).as("is reachable").isEmpty();
        clock.advance(Duration.ofSeconds(5));
        transport.handler().onPeer(BRAVO, new PeerState(false, 1));
        clock.advance(Duration.ofSeconds(5));
        transport.handler().onPeer(BRAVO, new PeerState(false, 1));

        assertThat(path.lastReachable(BRAVO)).contains(VirtualTime.START.plusSeconds(5));
        assertThat(path.lastReachable(CHARLIE)).isEmpty();
    }

    @Test
    void saysWhenANewcomerWasReachableLastAndForgetsStrangers() {
        path.start();
        path.add(CHARLIE, transport);
        SystemName stranger = new SystemName("STRANGER");
        for (SystemName peer : List.of(CHARLIE, stranger)) {
            transport.handler().onPeer(peer, new PeerState(true, 1));
            transport.handler().onPeer(peer, new PeerState(false, 1));
        }

        assertThat(path.lastReachable(CHARLIE)).contains(VirtualTime.START);
        assertThat(path.lastReachable(stranger)).isEmpty();
    }

    @Test
    void passesAnnouncementsOnAndComparesTheirCatalogues() {
        path.start();

        transport
                .handler()
                .onAnnouncement(new NodeAnnouncement(BRAVO, 1, "other", Map.of("Z999", 1), Introduction.NONE));

        assertThat(announced).containsExactly("live BRAVO");
        assertThat(gauge(MeterNames.CATALOGUE_MISMATCHES, MeterNames.PEER, "BRAVO"))
                .isPositive();
    }

    /** ALPHA announces its topics itself; a node that sends a part of them is no destination. */
    @Test
    void heedsNoAnnouncementOfTheNodeOfAShard() {
        path.start();

        transport
                .handler()
                .onAnnouncement(
                        new NodeAnnouncement(BRAVO.ofShard(2), 1, "other", Map.of("Z999", 1), Introduction.NONE));

        assertThat(announced).isEmpty();
        List<Gauge> compared =
                List.copyOf(meters.find(MeterNames.CATALOGUE_MISMATCHES).gauges());
        assertThat(compared).isEmpty();
    }

    @Test
    void showsTheAlarmsOfItsTransports() {
        path.start();
        assertThat(path.alarms()).isEmpty();
        TransportAlarm alarm = new TransportAlarm(ErrorCode.NAME_CONFLICT, "two of them");

        transport.alarm(alarm);

        assertThat(path.alarms()).containsExactly(alarm);
        for (ErrorCode code : TransportAlarm.CODES) {
            assertThat(gauge(MeterNames.TRANSPORT_ALARMS, MeterNames.CODE, code.code()))
                    .as(code.code())
                    .isEqualTo(code == ErrorCode.NAME_CONFLICT ? 1 : 0);
        }
    }

    @Test
    void aDrainedOneHasFinishedWhatWasUnderWayAndTakesNothingMore() throws InterruptedException {
        path.start();
        sendOne(BRAVO);
        Thread draining = Thread.ofPlatform().daemon().start(() -> path.drain(LONG));
        await().atMost(SOON).until(() -> draining.getState() == Thread.State.WAITING);
        assertThat(transport.isDelivering()).isTrue();
        transport.handler().onMessage(Drafts.message(7, SELF));

        transport.handler().onReceipt(receipt(BRAVO));

        assertThat(draining.join(SOON)).isTrue();
        assertThat(outbox.pending()).isZero();
        assertThat(inbox.messages()).hasSize(1);
        assertThat(transport.isDelivering()).isFalse();
        assertThat(transport.isClosed()).isFalse();
        assertThat(path.awaitEnd(Duration.ZERO)).isTrue();
        transport.handler().onMessage(Drafts.message(8, SELF));
        assertThat(inbox.messages()).hasSize(1);
    }

    @Test
    void aClosedOneHasClosedItsTransportsAndShowsNothingMore() {
        path.start();
        assertThat(path.awaitEnd(Duration.ofMillis(1))).isFalse();

        path.close();

        assertThat(path.awaitEnd(SOON)).isTrue();
        assertThat(transport.isDelivering()).isFalse();
        assertThat(transport.isClosed()).isTrue();
        for (String name : List.of(MeterNames.PEER_REACHABLE, MeterNames.TRANSPORT_ALARMS, MeterNames.IN_FLIGHT_ROWS)) {
            List<Gauge> shown = List.copyOf(meters.find(name).gauges());
            assertThat(shown).as(name).isEmpty();
        }
    }
}
