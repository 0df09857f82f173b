package org.c4igateway.dds.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.InboundHandler;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dds.api.WriteResult;
import org.junit.jupiter.api.Test;

class PeerTableTest {
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final SystemName CHARLIE = new SystemName("CHARLIE");
    private static final String TOPIC = "A021";

    private final Map<SystemName, PeerState> states = new HashMap<>();
    private final List<SystemName> greeted = new ArrayList<>();
    private int readers;
    private final PeerTable table = new PeerTable(
            Set.of(TOPIC), topic -> readers, announcement -> greeted.add(announcement.system()), new States());

    private static Presented node(SystemName system, long incarnation, String via) {
        return new Presented(new NodeAnnouncement(system, incarnation, "", Map.of(TOPIC, 1), Introduction.NONE), via);
    }

    private void meet(Presented presented) {
        table.announced(presented);
        table.welcomed(presented.node().system(), presented.node().incarnation());
    }

    @Test
    void waitsForTheReaderOfEachNode() {
        readers = 1;
        meet(node(BRAVO, 1, ""));
        meet(node(CHARLIE, 1, ""));
        assertThat(table.state(BRAVO).reachable()).isTrue();
        assertThat(table.state(CHARLIE).reachable()).isFalse();

        readers = 2;
        table.matchesChanged();
        table.welcomed(CHARLIE, 1);

        assertThat(table.state(CHARLIE).reachable()).isTrue();
    }

    @Test
    void letsNothingThroughInAnotherEpoch() {
        readers = 1;
        meet(node(BRAVO, 1, ""));
        long epoch = table.state(BRAVO).epoch();
        Supplier<WriteResult> attempt = WriteResult.Written::new;

        assertThat(table.within(List.of(BRAVO), Map.of(BRAVO, epoch), attempt)).isNotNull();
        meet(node(BRAVO, 2, ""));

        assertThat(table.within(List.of(BRAVO), Map.of(BRAVO, epoch), attempt)).isNull();
        assertThat(table.within(List.of(BRAVO), Map.of(BRAVO, epoch + 1), attempt))
                .isNotNull();
        assertThat(table.within(List.of(BRAVO), Map.of(), attempt)).isNull();
    }

    @Test
    void beginsAnEpochOnlyAfterWhatIsWrittenInTheOldOne() throws InterruptedException {
        readers = 1;
        meet(node(BRAVO, 1, ""));
        long epoch = table.state(BRAVO).epoch();
        greeted.clear();
        Thread news = Thread.ofPlatform().unstarted(() -> table.announced(node(BRAVO, 2, "")));

        table.within(List.of(BRAVO), Map.of(BRAVO, epoch), () -> {
            news.start();
            await().until(() -> news.getState() == Thread.State.WAITING);
            assertThat(table.state(BRAVO).epoch()).isEqualTo(epoch);
            assertThat(greeted).isEmpty();
            return WriteResult.Written.INSTANCE;
        });
        news.join();

        assertThat(table.state(BRAVO).epoch()).isEqualTo(epoch + 1);
        assertThat(greeted).containsExactly(BRAVO);
    }

    @Test
    void countsTheReaderOfAGatewayOnceForAllItsSystems() {
        readers = 1;

        meet(node(BRAVO, 1, "WAN-1 a"));
        meet(node(CHARLIE, 1, "WAN-1 b"));

        assertThat(states).extractingByKeys(BRAVO, CHARLIE).allMatch(PeerState::reachable);
    }

    @Test
    void tellsANodeFromAGatewayOfTheSameName() {
        readers = 1;

        meet(node(BRAVO, 1, ""));
        meet(node(CHARLIE, 1, "BRAVO a"));

        assertThat(table.state(CHARLIE).reachable()).isFalse();
    }

    @Test
    void beginsAnEpochAndGreetsAgainWhenTheWayChanges() {
        readers = 1;
        meet(node(BRAVO, 1, "WAN-1 a"));

        table.announced(node(BRAVO, 1, "WAN-1 b"));

        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(false, 2));
        assertThat(greeted).containsExactly(BRAVO, BRAVO);
    }

    @Test
    void staysInItsEpochWhenOnlyTheTopicsChange() {
        readers = 1;
        meet(node(BRAVO, 1, "WAN-1 a"));

        table.announced(new Presented(new NodeAnnouncement(BRAVO, 1, "", Map.of(), Introduction.NONE), "WAN-1 a"));

        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(true, 1));
    }

    @Test
    void carriesEveryTopicToAPeerUntilItsCatalogueLacksOne() {
        assertThat(table.carries("Z999", BRAVO)).isTrue();

        table.announced(node(BRAVO, 1, ""));

        assertThat(table.carries(TOPIC, BRAVO)).isTrue();
        assertThat(table.carries("Z999", BRAVO)).isFalse();
    }

    private final class States implements InboundHandler {
        @Override
        public void onPeer(SystemName peer, PeerState state) {
            states.put(peer, state);
        }

        @Override
        public void onMessage(Message message) {}

        @Override
        public void onReceipt(Receipt receipt) {}

        @Override
        public void onAnnouncement(NodeAnnouncement announcement) {}

        @Override
        public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {}
    }
}
