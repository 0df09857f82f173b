package org.c4igateway.dds.transport.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.dds.api.WriteResult;
import org.junit.jupiter.api.Test;

class PeerTableTest extends PeerTableFixture {
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
}
