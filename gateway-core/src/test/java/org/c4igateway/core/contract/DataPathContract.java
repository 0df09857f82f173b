package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.flow.Step;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.testkit.Faults;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Rows of one database become rows of another, each once, whichever process ends in between. */
@Tag("slow")
abstract class DataPathContract {
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final InMemoryNetwork network = new InMemoryNetwork();
    private final boolean multicast;
    private final DataPathNode alpha;
    private final DataPathNode bravo;
    private final DataPathNode charlie;

    DataPathContract(boolean multicast) {
        this.multicast = multicast;
        alpha = node(ALPHA, multicast, BRAVO, CHARLIE);
        bravo = node(BRAVO, multicast, ALPHA, CHARLIE);
        charlie = node(CHARLIE, multicast, ALPHA, BRAVO);
    }

    private DataPathNode node(SystemName self, boolean multicast, SystemName... peers) {
        return new DataPathNode(self, network.factory(multicast), DataPathNode.impatient(), Set.of(peers));
    }

    @AfterEach
    void close() {
        List.of(alpha, bravo, charlie).forEach(DataPathNode::close);
        assertThat(alpha.fatal).isEmpty();
        assertThat(bravo.fatal).isEmpty();
    }

    @Test
    void deliversEachRowOnceToEachDestinationAndKnowsIt() {
        startAll();
        List<Message> rows = submit(1_000, BRAVO, CHARLIE);

        awaitLedger();

        assertDelivered(rows, bravo);
        assertDelivered(rows, charlie);
        assertThat(Objects.requireNonNull(alpha.outbox.state(1, BRAVO)).state()).isEqualTo(DeliveryState.DELIVERED);
    }

    @Test
    void carriesBothWaysAtOnce() {
        startAll();
        List<Message> there = submit(500, BRAVO);
        List<Message> back = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            back.add(bravo.submit(Drafts.RELIABLE, Precedence.ROUTINE, 100, ALPHA));
        }

        awaitLedger();
        await().atMost(PATIENCE).until(() -> bravo.outbox.pending() == 0);

        assertDelivered(there, bravo);
        assertDelivered(back, alpha);
    }

    @Test
    void deliversWhatWasSubmittedWhileTheReceiverWasAway() {
        alpha.start();
        List<Message> rows = submit(300, BRAVO);

        bravo.start();

        awaitLedger();
        assertDelivered(rows, bravo);
    }

    @ParameterizedTest
    @EnumSource(value = Step.class, mode = Mode.INCLUDE, names = "INBOX_COMMITTED")
    void losesAndDoublesNothingWhenTheReceiverEndsAt(Step step) {
        endAt(step, bravo, alpha);
    }

    @ParameterizedTest
    @EnumSource(value = Step.class, mode = Mode.MATCH_NONE, names = "INBOX_COMMITTED|TABLE_.*")
    void losesAndDoublesNothingWhenTheSenderEndsAt(Step step) {
        endAt(step, alpha, bravo);
    }

    /**
     * Its thread ends by an exception there and the gateway is closed; real processes are killed in the end-to-end
     * tests. The bounds of the flow leave fewer rows on their way at once than a third of them, so that there is a
     * third pass.
     */
    private void endAt(Step step, DataPathNode victim, DataPathNode other) {
        other.startInSmallRounds(StepListener.NONE);
        AtomicInteger passes = new AtomicInteger();
        victim.startInSmallRounds(reached -> {
            if (reached == step && passes.incrementAndGet() == 3) {
                throw new IllegalStateException("ends at " + step);
            }
        });
        List<Message> rows = submit(400, BRAVO);
        alpha.signal();
        await("it ends at " + step).atMost(PATIENCE).until(() -> !victim.fatal.isEmpty());
        assertThat(alpha.outbox.pending()).as("rows without a final state").isPositive();
        victim.close();
        victim.fatal.clear();

        victim.start();

        awaitLedger();
        assertDelivered(rows, bravo);
    }

    /** Three nodes with one database between them: numbers are given once, each row is sent by one of the nodes. */
    @Test
    void deliversTheRowsOfEachShardAsThoseOfOneSystem() {
        List<DataPathNode> shards = List.of(
                alpha, node(ALPHA.ofShard(1), multicast, BRAVO, CHARLIE), node(ALPHA.ofShard(2), multicast, BRAVO));
        try {
            startAll();
            shards.stream().skip(1).forEach(DataPathNode::start);
            Set<MessageId> rows = new HashSet<>();
            for (int i = 0; i < 600; i++) {
                long sequence = alpha.outbox.nextSequence();
                shards.get(i % 3).submit(sequence, Drafts.RELIABLE, Precedence.ROUTINE, 100, BRAVO);
                rows.add(new MessageId(ALPHA, sequence));
            }
            shards.forEach(DataPathNode::signal);

            await().atMost(PATIENCE).until(() -> shards.stream().allMatch(shard -> shard.outbox.pending() == 0));

            assertThat(bravo.inbox.messages()).extracting(Message::id).containsExactlyInAnyOrderElementsOf(rows);
            assertThat(bravo.inbox.deadLetters()).isEmpty();
            assertThat(bravo.meters.find(MeterNames.CATALOGUE_MISMATCHES).gauges())
                    .hasSize(2);
            assertThat(shards).allSatisfy(shard -> assertThat(shard.fatal).isEmpty());
        } finally {
            shards.forEach(DataPathNode::close);
        }
    }

    @Test
    void deliversThroughCutsOfTheNetwork() {
        startAll();
        List<Message> rows = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            rows.addAll(submit(200, BRAVO, CHARLIE));
            network.cut(ALPHA, BRAVO);
            rows.addAll(submit(50, BRAVO, CHARLIE));
            network.mend(ALPHA, BRAVO);
        }

        awaitLedger();

        assertDelivered(rows, bravo);
        assertDelivered(rows, charlie);
    }

    @Test
    void waitsOutDatabasesThatComeAndGo() {
        Faults everyThird = everyThird();
        alpha.outbox.faults(everyThird);
        bravo.inbox.faults(everyThird());
        startAll();
        List<Message> rows = submit(1_000, BRAVO);

        awaitLedger();

        assertDelivered(rows, bravo);
        assertThat(alpha.meters.find(MeterNames.DATABASE_RETRIES).counters()).anyMatch(counter -> counter.count() > 0);
    }

    private static Faults everyThird() {
        AtomicInteger calls = new AtomicInteger();
        return new Faults() {
            @Override
            public void before(String call) {
                mayFail(call);
            }

            @Override
            public void after(String call) {
                mayFail(call);
            }

            private void mayFail(String call) {
                if (calls.incrementAndGet() % 3 == 0) {
                    throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
                }
            }
        };
    }

    @Test
    void leavesPendingWhatADrainDoesNotRead() {
        startAll();
        submit(500, BRAVO);
        await().atMost(PATIENCE).until(() -> !bravo.inbox.messages().isEmpty());

        alpha.drain(Duration.ofSeconds(20));

        long delivered = bravo.inbox.messages().size();
        assertThat(alpha.outbox.pending()).isEqualTo(500 - delivered);
    }

    @Test
    void closesWhileTheDatabasesAreAwayAndTheInboxIsFull() {
        Faults away = new Faults() {
            @Override
            public void before(String call) {
                throw new GatewayException.Transient(ErrorCode.DATABASE_UNAVAILABLE, call, null);
            }
        };
        startAll();
        bravo.inbox.faults(away);
        submit(10_000, BRAVO);
        await().atMost(PATIENCE)
                .until(() -> alpha.meters.get(MeterNames.IN_FLIGHT_ROWS).gauges().stream()
                        .anyMatch(gauge -> gauge.value() > 1_000));
        alpha.outbox.faults(away);

        bravo.drain(Duration.ofMillis(100));
        bravo.close();
        alpha.close();

        assertThat(bravo.inbox.messages()).isEmpty();
    }

    @Test
    void tellsEachPeerWhichTopicsDiffer() {
        startAll();

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(alpha.meters
                                .find(MeterNames.CATALOGUE_MISMATCHES)
                                .gauges())
                        .hasSize(2)
                        .allSatisfy(gauge -> assertThat(gauge.value()).isZero()));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                alpha.meters.find(MeterNames.PEER_REACHABLE).gauges())
                        .hasSize(2)
                        .allSatisfy(gauge -> assertThat(gauge.value()).isEqualTo(1)));
    }

    private void startAll() {
        List.of(alpha, bravo, charlie).forEach(DataPathNode::start);
    }

    private List<Message> submit(int rows, SystemName... to) {
        List<Message> submitted = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            submitted.add(alpha.submit(Drafts.RELIABLE, Precedence.ROUTINE, 100, to));
        }
        return submitted;
    }

    private void awaitLedger() {
        await().atMost(PATIENCE).until(() -> alpha.outbox.pending() == 0);
    }

    private static void assertDelivered(List<Message> rows, DataPathNode receiver) {
        assertThat(receiver.inbox.messages())
                .extracting(Message::id)
                .containsExactlyElementsOf(rows.stream().map(Message::id).toList());
        assertThat(receiver.inbox.deadLetters()).isEmpty();
    }
}
