package org.c4igateway.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.MessageId;
import org.c4igateway.core.message.Receipt;
import org.c4igateway.core.message.SequenceRange;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.Subscriptions;
import org.junit.jupiter.api.Test;

/** What every transport promises of several nodes of one system, of which one receives and the others only send. */
abstract class TransportShardsContract extends TransportContractNodes {
    private static final SystemName THIRD = ALPHA.ofShard(2);

    @Test
    void carriesWhatEachNodeOfASystemSendsAndBringsEachItsReceipts() {
        ContractNode alpha = node(ALPHA);
        ContractNode third = node(THIRD, 7);
        ContractNode bravo = node(BRAVO);
        alpha.awaitReachable(BRAVO);
        third.awaitReachable(BRAVO);
        alpha.deliver(alpha.message(1, TOPIC, new byte[10], BRAVO));
        third.deliver(third.message(2, RELIABLE.getLast(), new byte[10], BRAVO));
        alpha.transport().flush();
        third.transport().flush();

        bravo.awaitMessages(2);
        assertThat(bravo.handler().messages())
                .extracting(Message::id)
                .containsExactlyInAnyOrder(new MessageId(ALPHA, 1), new MessageId(THIRD, 2));
        assertThat(bravo.handler().malformed()).isEmpty();
        Receipt first = receipt(ALPHA, 1);
        Receipt second = receipt(THIRD, 2);
        answer(bravo, first);
        answer(bravo, second);
        await().atMost(ContractNode.PATIENCE).untilAsserted(() -> {
            assertThat(alpha.handler().receipts()).containsExactly(first);
            assertThat(third.handler().receipts()).containsExactly(second);
        });
    }

    /** It announces no topics and subscribes to nothing, whatever its node has in its configuration. */
    @Test
    void sendsNothingToANodeThatOnlySends() {
        Subscriptions all = Subscriptions.ALL;
        ContractNode alpha = node(ALPHA);
        ContractNode third = node(THIRD, 7, INTRODUCTION.subscribedTo(all));
        ContractNode bravo = node(BRAVO);
        bravo.awaitReachable(ALPHA);
        third.awaitReachable(BRAVO);
        await().atMost(ContractNode.PATIENCE)
                .until(() -> !announcementsOfThird(bravo).isEmpty());

        bravo.deliver(bravo.message(1, TOPIC, new byte[10], ALPHA));
        bravo.transport().flush();

        alpha.awaitMessages(1);
        assertThat(third.handler().messages()).isEmpty();
        assertThat(third.handler().malformed()).isEmpty();
        assertThat(announcementsOfThird(bravo)).allSatisfy(announcement -> {
            assertThat(announcement.incarnation()).isEqualTo(7);
            assertThat(announcement.topicDigests()).isEmpty();
            assertThat(announcement.introduction()).isEqualTo(INTRODUCTION);
        });
    }

    private static List<NodeAnnouncement> announcementsOfThird(ContractNode node) {
        return node.handler().announcements().stream()
                .filter(announcement -> announcement.system().equals(THIRD))
                .toList();
    }

    private static Receipt receipt(SystemName origin, long sequence) {
        return new Receipt(BRAVO, origin, List.of(new SequenceRange(sequence, sequence)), List.of());
    }

    /** A node may be heard before the way back to it is open. */
    private static void answer(ContractNode from, Receipt receipt) {
        await().atMost(ContractNode.PATIENCE)
                .until(() ->
                        from.transport().sendReceipt(receipt, Duration.ofSeconds(1)) instanceof SendOutcome.Accepted);
        from.transport().flush();
    }
}
