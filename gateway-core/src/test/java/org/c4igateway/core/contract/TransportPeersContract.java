package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.PeerState;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TrafficClass;
import org.junit.jupiter.api.Test;

/** What every transport promises about peers: who is there, in which epoch, and that it ends. */
abstract class TransportPeersContract extends TransportShardsContract {
    private static final Map<SystemName, Long> NO_EPOCH = Map.of();

    @Test
    void announcesEachNodeWithItsWholeCatalogue() {
        ContractNode alpha = node(ALPHA, 17);
        ContractNode bravo = node(BRAVO, 18);

        await().atMost(ContractNode.PATIENCE).untilAsserted(() -> {
            assertThat(bravo.handler().announcements()).anySatisfy(announcement -> {
                assertThat(announcement.system()).isEqualTo(ALPHA);
                assertThat(announcement.incarnation()).isEqualTo(17);
                assertThat(announcement.introduction()).isEqualTo(INTRODUCTION);
                assertThat(announcement.catalogueHash()).isEqualTo(CATALOGUE.contentHash());
                assertThat(announcement.topicDigests()).hasSize(270).isEqualTo(CATALOGUE.digests());
            });
            assertThat(bravo.transport().introduction(ALPHA)).contains(INTRODUCTION);
            assertThat(alpha.handler().announcements())
                    .anySatisfy(
                            announcement -> assertThat(announcement.system()).isEqualTo(BRAVO));
        });
    }

    /** A topic by its id, some by their class and by the beginning of their ids, each with another look-back. */
    @Test
    void tellsWhatANodeSubscribesToAndCarriesIt() {
        Topic byId = CATALOGUE.topics().getFirst();
        Topic byClass = reliable(topic -> topic.trafficClass() == TrafficClass.ORDER);
        Topic byStart = reliable(topic -> topic.id().charAt(0) == 'J' && topic.trafficClass() != TrafficClass.ORDER);
        Subscriptions wanted = new Subscriptions(List.of(
                new TopicSubscription(byId.id(), Duration.ofHours(24)),
                new TopicSubscription("class:ORDER", Duration.ZERO),
                new TopicSubscription("J*", Duration.ofSeconds(90))));
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO, 1, INTRODUCTION.subscribedTo(wanted));
        alpha.awaitReachable(BRAVO);

        await().atMost(ContractNode.PATIENCE).untilAsserted(() -> {
            Introduction told = alpha.transport().introduction(BRAVO).orElse(Introduction.NONE);
            assertThat(told.subscriptions().list()).containsExactlyInAnyOrderElementsOf(wanted.list());
            assertThat(alpha.handler().announcements())
                    .filteredOn(announcement -> announcement.system().equals(BRAVO))
                    .allSatisfy(announcement ->
                            assertThat(announcement.introduction()).isEqualTo(told))
                    .isNotEmpty();
        });
        assertThat(CATALOGUE.topics())
                .filteredOn(wanted::covers)
                .hasSizeGreaterThan(3)
                .allMatch(topic -> alpha.transport().carries(topic.id(), BRAVO));
        List<String> topics = List.of(byId.id(), byClass.id(), byStart.id());
        topics.forEach(topic -> alpha.deliver(alpha.message(topics.indexOf(topic) + 1, topic, new byte[10], BRAVO)));
        alpha.transport().flush();
        bravo.awaitMessages(topics.size());
    }

    private static Topic reliable(Predicate<Topic> which) {
        return CATALOGUE.topics().stream()
                .filter(topic -> topic.reliable() && which.test(topic))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void rejectsADestinationThatIsNoPeer() {
        ContractNode alpha = node(ALPHA);
        SystemName nobody = new SystemName("NOBODY");

        SendOutcome ofMessage = alpha.send(alpha.message(1, TOPIC, new byte[1], nobody), Duration.ofSeconds(1));
        SendOutcome ofReceipt =
                alpha.transport().sendReceipt(new Receipt(ALPHA, nobody, List.of(), List.of()), Duration.ofSeconds(1));

        for (SendOutcome outcome : List.of(ofMessage, ofReceipt)) {
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            SendOutcome.Rejected.class,
                            rejected -> assertThat(rejected.code()).isEqualTo(ErrorCode.UNKNOWN_DESTINATION));
        }
        assertThat(alpha.transport().peer(nobody)).isEqualTo(PeerState.UNKNOWN);
    }

    @Test
    void saysDisconnectedWhileThePeerWasNeverThere() {
        ContractNode alpha = node(ALPHA);

        assertThat(alpha.transport().peer(BRAVO).reachable()).isFalse();
        assertThat(alpha.send(alpha.message(1, TOPIC, new byte[1], BRAVO), Duration.ofMillis(200)))
                .isInstanceOf(SendOutcome.Disconnected.class);
    }

    @Test
    void deliversInAHigherEpochWhenThePeerHasRestarted() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        alpha.deliver(alpha.message(1, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();
        bravo.awaitMessages(1);
        long epoch = alpha.transport().peer(BRAVO).epoch();

        bravo.close();
        alpha.awaitAway(BRAVO);
        assertThat(alpha.send(alpha.message(2, TOPIC, new byte[10], BRAVO), Duration.ofMillis(200)))
                .isInstanceOf(SendOutcome.Disconnected.class);
        ContractNode restarted = node(BRAVO, 2);
        alpha.awaitReachable(BRAVO);
        assertThat(alpha.transport().peer(BRAVO).epoch()).isGreaterThan(epoch);
        alpha.deliver(alpha.message(3, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();

        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(restarted.handler().sequences()).contains(3L));
        assertThat(alpha.handler().states(BRAVO)).anyMatch(state -> !state.reachable());
        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(alpha.handler().states(BRAVO).getLast())
                        .isEqualTo(alpha.transport().peer(BRAVO)));
    }

    @Test
    void sendsNothingInAnotherEpochThanItIsSentFor() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        long epoch = alpha.transport().peer(BRAVO).epoch();
        Message message = alpha.message(1, TOPIC, new byte[10], BRAVO);

        for (Map<SystemName, Long> other : List.of(Map.of(BRAVO, epoch - 1), Map.of(BRAVO, epoch + 1), NO_EPOCH)) {
            assertThat(alpha.transport().send(message, other, Duration.ofSeconds(1)))
                    .isInstanceOf(SendOutcome.Disconnected.class);
        }
        alpha.deliver(alpha.message(2, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();

        bravo.awaitMessages(1);
        assertThat(bravo.handler().sequences()).containsExactly(2L);
    }

    @Test
    void closesMoreThanOnce() {
        ContractNode alpha = node(ALPHA);
        node(BRAVO);
        alpha.awaitReachable(BRAVO);

        alpha.unsubscribe();
        alpha.unsubscribe();
        alpha.transport().close();
        alpha.transport().close();

        assertThat(alpha.transport().peer(BRAVO)).isNotNull();
    }

    @Test
    void deliversNothingAfterTheSubscriptionIsClosed() {
        ContractNode alpha = node(ALPHA);
        ContractNode bravo = node(BRAVO);
        ContractNode charlie = node(CHARLIE);
        alpha.awaitReachable(BRAVO);
        alpha.awaitReachable(CHARLIE);
        alpha.deliver(alpha.message(1, TOPIC, new byte[10], BRAVO));
        alpha.transport().flush();
        bravo.awaitMessages(1);

        bravo.unsubscribe();
        alpha.send(alpha.message(2, TOPIC, new byte[10], BRAVO), Duration.ofSeconds(1));
        alpha.deliver(alpha.message(3, TOPIC, new byte[10], CHARLIE));
        alpha.transport().flush();

        charlie.awaitMessages(1);
        assertThat(bravo.handler().sequences()).containsExactly(1L);
    }

    @Test
    void tellsTheHandlerWhenAPeerIsMet() {
        ContractNode alpha = node(ALPHA);
        node(BRAVO);

        alpha.awaitReachable(BRAVO);

        await().atMost(ContractNode.PATIENCE)
                .untilAsserted(() -> assertThat(alpha.handler().states(BRAVO))
                        .contains(new PeerState(
                                true, alpha.transport().peer(BRAVO).epoch())));
    }
}
