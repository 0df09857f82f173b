package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
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
    private static final UUID OLD = new UUID(0, 1);
    private static final UUID NEW = new UUID(0, 2);

    private final Map<SystemName, PeerState> states = new HashMap<>();
    private final List<SystemName> greeted = new ArrayList<>();
    private final List<SystemName> announced = new ArrayList<>();
    private int readers;
    private final Set<Long> announcers = new HashSet<>();
    private final List<Long> dismissed = new ArrayList<>();
    private long now;
    private long helloNanos;
    private final NameConflicts<WrittenAnnouncement> nameConflicts =
            new NameConflicts<>(announcers::contains, Duration.ofSeconds(15), () -> now);
    private final PeerTable table = new PeerTable(
            new PeerScope(Set.of(BRAVO, CHARLIE), Set.of(TOPIC)),
            new DomainView(topic -> readers, announcers::contains, dismissed::add),
            nameConflicts,
            announcement -> {
                greeted.add(announcement.system());
                return ++helloNanos;
            },
            new States());

    private static PeerAnnouncement node(SystemName system, long incarnation, String via) {
        return new PeerAnnouncement(
                new NodeAnnouncement(system, incarnation, "", Map.of(TOPIC, 1), Introduction.NONE), via);
    }

    private void meet(PeerAnnouncement peerAnnouncement) {
        announce(peerAnnouncement);
        table.welcomed(peerAnnouncement.node().system(), peerAnnouncement.node().incarnation(), helloNanos);
    }

    /** By a writer of its own that stays. */
    private AnnouncementVerdict announce(PeerAnnouncement peerAnnouncement) {
        return announce(peerAnnouncement, peerAnnouncement.node().system().hashCode());
    }

    private AnnouncementVerdict announce(PeerAnnouncement peerAnnouncement, long writer) {
        announcers.add(writer);
        return table.announced(new WrittenAnnouncement(peerAnnouncement, writer));
    }

    private static PeerAnnouncement on(UUID database, long start, long incarnation) {
        Introduction introduction = new Introduction(start, Optional.of(new DatabaseId(database)), 60);
        return new PeerAnnouncement(new NodeAnnouncement(BRAVO, incarnation, "", Map.of(TOPIC, 1), introduction), "");
    }

    @Test
    void doesNotTakeAnAnswerToAHelloOfAnEarlierEpochForOneOfThis() {
        readers = 1;
        announce(node(BRAVO, 50, "SOUTH/1"));
        long ofTheFirstEpoch = helloNanos;
        announce(node(BRAVO, 50, "SOUTH/2"));

        table.welcomed(BRAVO, 50, ofTheFirstEpoch);
        assertThat(table.state(BRAVO).reachable()).isFalse();

        table.welcomed(BRAVO, 50, helloNanos);
        assertThat(table.state(BRAVO).reachable()).isTrue();
    }

    @Test
    void beginsAnEpochWhenThePeerMissesSamplesOfThisOne() {
        readers = 1;
        meet(node(BRAVO, 50, ""));
        long ofThisEpoch = helloNanos;
        long epoch = table.state(BRAVO).epoch();

        table.lost(BRAVO, 49, ofThisEpoch);
        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(true, epoch));

        table.lost(BRAVO, 50, ofThisEpoch);
        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(false, epoch + 1));
        assertThat(helloNanos).isEqualTo(ofThisEpoch + 1);
        table.welcomed(BRAVO, 50, helloNanos);

        table.lost(BRAVO, 50, ofThisEpoch);
        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(true, epoch + 1));
    }

    @Test
    void refusesASecondDatabaseOfANameWhileTheFirstIsThereAndSaysSo() {
        readers = 1;
        announce(on(OLD, 5, 50), 1);
        table.welcomed(BRAVO, 50, helloNanos);
        PeerState before = table.state(BRAVO);

        assertThat(announce(on(NEW, 1, 60), 2)).isEqualTo(AnnouncementVerdict.REFUSED);

        assertThat(table.state(BRAVO)).isEqualTo(before);
        assertThat(table.incarnation(BRAVO)).hasValue(50);
        assertThat(nameConflicts.alarms()).isEmpty();
        now = Duration.ofSeconds(15).toNanos();
        assertThat(nameConflicts.alarms()).singleElement().asString().contains("BRAVO", OLD.toString(), NEW.toString());
    }

    @Test
    void takesADatabaseThatWasMadeAnewOnceTheOldOneIsGone() {
        announce(on(OLD, 5, 50), 1);
        announce(on(NEW, 1, 60), 2);
        announcers.remove(1L);

        assertThat(table.settle()).singleElement().satisfies(successor -> {
            assertThat(table.announced(successor)).isEqualTo(AnnouncementVerdict.MATCHING);
        });

        assertThat(table.incarnation(BRAVO)).hasValue(60);
        assertThat(nameConflicts.names()).isEmpty();
    }

    @Test
    void staysWithTheFirstWhenTheSecondOfItsNameGoes() {
        readers = 1;
        announce(on(OLD, 5, 50), 1);
        table.welcomed(BRAVO, 50, helloNanos);
        announce(on(NEW, 1, 60), 2);

        announcers.remove(2L);
        assertThat(table.gone(BRAVO, 2)).isEmpty();

        assertThat(table.state(BRAVO).reachable()).isTrue();
        assertThat(nameConflicts.names()).isEmpty();
    }

    @Test
    void noticesThatANodeGoesWhoseInstanceSomebodyElseDisposed() {
        announce(on(OLD, 5, 50), 1);
        table.gone(BRAVO, 2);
        assertThat(table.isPresent(BRAVO)).isTrue();

        announcers.remove(1L);
        assertThat(table.settle()).isEmpty();

        assertThat(table.isPresent(BRAVO)).isFalse();
    }

    @Test
    void dismissesTheParticipantOfAnEarlierStart() {
        announce(on(OLD, 5, 50), 1);
        announce(on(OLD, 5, 50), 1);
        assertThat(dismissed).isEmpty();

        announce(on(OLD, 6, 60), 2);
        assertThat(dismissed).containsExactly(1L);

        announcers.remove(2L);
        announce(on(OLD, 6, 61), 3);
        assertThat(dismissed).containsExactly(1L);
    }

    @Test
    void doesNotGoBackToAnEarlierStartOnOneDatabase() {
        announce(on(OLD, 6, 60), 2);

        assertThat(announce(on(OLD, 5, 50), 1)).isEqualTo(AnnouncementVerdict.REFUSED);
        assertThat(table.incarnation(BRAVO)).hasValue(60);

        announcers.remove(2L);
        assertThat(table.settle())
                .singleElement()
                .satisfies(restored -> assertThat(table.announced(restored)).isEqualTo(AnnouncementVerdict.MATCHING));
        assertThat(table.incarnation(BRAVO)).hasValue(50);
    }

    @Test
    void followsABoundedNumberOfStrangersAndAlwaysItsPeers() {
        for (int i = 0; i < 100_000; i++) {
            announce(node(new SystemName("X" + i), 1, ""));
        }

        assertThat(announced).hasSize(PeerScope.MAX_STRANGERS + 2);
        assertThat(announce(node(BRAVO, 1, ""))).isEqualTo(AnnouncementVerdict.MATCHING);
        assertThat(announce(node(new SystemName("Y"), 1, ""))).isEqualTo(AnnouncementVerdict.TOO_MANY);
    }

    @Test
    void doesNotWaitForTheReadersOfANodeThatHasNotMatchedInTime() {
        PeerAnnouncement phantom = node(CHARLIE, 1, "");
        announce(phantom);
        table.giveUpMatching(phantom);
        readers = 1;

        meet(node(BRAVO, 1, ""));

        assertThat(table.state(BRAVO).reachable()).isTrue();
    }

    @Test
    void greetsOneThatDoesNotAnswerMoreRarely() {
        readers = 1;
        announce(node(BRAVO, 1, ""));

        for (int i = 0; i < 1_000; i++) {
            table.greetAgain();
        }

        assertThat(greeted).hasSizeLessThan(150);
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
        table.welcomed(CHARLIE, 1, helloNanos);

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
        Thread news = Thread.ofPlatform().unstarted(() -> announce(node(BRAVO, 2, "")));

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

        announce(node(BRAVO, 1, "WAN-1 b"));

        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(false, 2));
        assertThat(greeted).containsExactly(BRAVO, BRAVO);
    }

    @Test
    void staysInItsEpochWhenOnlyTheTopicsChange() {
        readers = 1;
        meet(node(BRAVO, 1, "WAN-1 a"));

        announce(new PeerAnnouncement(new NodeAnnouncement(BRAVO, 1, "", Map.of(), Introduction.NONE), "WAN-1 a"));

        assertThat(table.state(BRAVO)).isEqualTo(new PeerState(true, 1));
    }

    @Test
    void carriesEveryTopicToAPeerUntilItsCatalogueLacksOne() {
        assertThat(table.carries("Z999", BRAVO)).isTrue();

        announce(node(BRAVO, 1, ""));

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
        public void onAnnouncement(NodeAnnouncement announcement) {
            announced.add(announcement.system());
        }

        @Override
        public void onMalformed(String source, ErrorCode code, String detail, byte[] bytes) {}
    }
}
