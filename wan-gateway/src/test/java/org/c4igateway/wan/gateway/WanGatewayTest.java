package org.c4igateway.wan.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.DatabaseId;
import org.c4igateway.core.testkit.TestNetwork;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.SendOutcome;
import org.c4igateway.core.transport.TransportAlarm;
import org.c4igateway.dds.api.DdsException;
import org.c4igateway.dds.api.DomainConfig;
import org.c4igateway.wan.frame.KeyRing;
import org.junit.jupiter.api.Test;

class WanGatewayTest extends WanGatewayFixture {
    @Test
    void carriesMessagesAndReceiptsBetweenNodesThatKnowNothingOfIt() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern(KEYS);
        southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));

        for (long sequence = 1; sequence <= 200; sequence++) {
            assertThat(alpha.send(sequence, TOPIC, "BRAVO")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        await().atMost(SOON).until(() -> bravo.messages.size() >= 200);
        assertThat(bravo.sequences())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
        await().atMost(SOON)
                .until(() -> alpha.receipts.stream()
                                .flatMap(receipt -> receipt.delivered().stream())
                                .mapToLong(range -> range.count())
                                .sum()
                        == 200);
    }

    /** Another node sends a part of the system's topics, from another domain than the receiver's. */
    @Test
    void carriesWhatTheNodeOfAShardSendsAndBringsItItsReceipts() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode second = opened(new LanNode(north, "ALPHA+1", 13, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, "ALPHA"));
        northern(KEYS);
        southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && second.reaches("BRAVO") && bravo.reaches("ALPHA"));

        for (long sequence = 1; sequence <= 100; sequence++) {
            LanNode sender = sequence % 2 == 0 ? alpha : second;
            assertThat(sender.send(sequence, TOPIC, "BRAVO")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        await().atMost(SOON).until(() -> bravo.messages.size() >= 100);
        assertThat(bravo.messages)
                .allSatisfy(message -> assertThat(message.id().origin().value())
                        .isEqualTo(message.id().sequence() % 2 == 0 ? "ALPHA" : "ALPHA+1"));
        await().atMost(SOON).until(() -> confirmed(alpha) == 50 && confirmed(second) == 50);
        assertThat(second.receipts).allMatch(receipt -> receipt.origin().equals(second.self()));
    }

    private static long confirmed(LanNode node) {
        return node.receipts.stream()
                .flatMap(receipt -> receipt.delivered().stream())
                .mapToLong(range -> range.count())
                .sum();
    }

    @Test
    void servesAllMembersOfAMulticastGroupByOneStream() {
        List<String> sites = List.of("NORTH", "SOUTH", "EAST");
        List<String> systems = List.of("ALPHA", "BRAVO", "CHARLIE");
        DomainConfig.Group group = new DomainConfig.Group("239.255.77.1", TestNetwork.port());
        List<Integer> domains = List.of(north, south, TestNetwork.domain());
        List<LanNode> nodes = new ArrayList<>();
        List<WanGateway> gateways = new ArrayList<>();
        for (int i = 0; i < sites.size(); i++) {
            String system = systems.get(i);
            String[] others =
                    systems.stream().filter(each -> !each.equals(system)).toArray(String[]::new);
            nodes.add(opened(new LanNode(domains.get(i), system, 11 + i, others)));
            Map<String, String> peers = new TreeMap<>();
            sites.forEach(each -> peers.put(each, ""));
            peers.remove(sites.get(i));
            LinkSpec.Place place = new LinkSpec.Place(
                    0, List.of("lo"), TestNetwork.port(), peers, Optional.of(group), Duration.ofMillis(500));
            gateways.add(gateway(sites.get(i), domains.get(i), KEYS, place));
        }
        LanNode alpha = nodes.getFirst();
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && alpha.reaches("CHARLIE"));

        for (long sequence = 1; sequence <= 100; sequence++) {
            assertThat(alpha.send(sequence, TOPIC, "BRAVO", "CHARLIE")).isEqualTo(SendOutcome.Accepted.INSTANCE);
        }

        List<Long> all = LongStream.rangeClosed(1, 100).boxed().toList();
        for (LanNode receiver : nodes.subList(1, 3)) {
            await().atMost(SOON).until(() -> receiver.messages.size() >= 100);
            assertThat(receiver.sequences()).isEqualTo(all);
        }
        long offered = gateways.getFirst()
                .links()
                .getFirst()
                .snapshot()
                .levels()
                .getLast()
                .offered();
        assertThat(offered)
                .as("records offered to the group for both receivers")
                .isLessThanOrEqualTo(100);
    }

    @Test
    void staysWithTheFirstOfTwoNodesOfOneNameAndRaisesAnAlarm() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        LanNode bravo = opened(new LanNode(south, "BRAVO", 12, onAnotherDatabase(), "ALPHA"));
        northern(KEYS);
        WanGateway southern = southern(KEYS);
        await().atMost(SOON).until(() -> alpha.reaches("BRAVO") && bravo.reaches("ALPHA"));
        long epoch = alpha.epochOf("BRAVO");

        LanNode second = opened(new LanNode(south, "BRAVO", 13, onAnotherDatabase(), "ALPHA"));

        await().atMost(SOON).until(() -> !southern.alarms().isEmpty());
        assertThat(southern.alarms())
                .singleElement()
                .returns(ErrorCode.NAME_CONFLICT, TransportAlarm::code)
                .extracting(TransportAlarm::detail)
                .asString()
                .contains("BRAVO");
        alpha.send(1, TOPIC, "BRAVO");
        await().atMost(SOON).until(() -> bravo.sequences().contains(1L));
        assertThat(second.sequences()).isEmpty();
        assertThat(alpha.epochOf("BRAVO")).isEqualTo(epoch);
    }

    @Test
    void carriesNothingUnderAnotherKeyAndCountsIt() {
        LanNode alpha = opened(new LanNode(north, "ALPHA", 11, "BRAVO"));
        byte[] other = new byte[KeyRing.KEY_BYTES];
        other[0] = 1;
        northern(KEYS);
        southern(KeyRing.of(1, Map.of(1, other)));

        await().atMost(SOON)
                .until(() -> meters.find("c4i.wan.datagrams.refused").tag("reason", "not_authentic").counters().stream()
                                .mapToDouble(counter -> counter.count())
                                .sum()
                        > 3);
        assertThat(alpha.reaches("BRAVO")).isFalse();
    }

    @Test
    void leavesTheJournalAloneOfALinkThatCannotBeOpened() {
        journals = directory;
        LinkSpec.Place nowhere = new LinkSpec.Place(
                0,
                List.of("none0"),
                northPort,
                Map.of("SOUTH", "127.0.0.1:" + southPort),
                Optional.empty(),
                Duration.ofMillis(500));

        assertThatThrownBy(() -> gateway("NORTH", north, KEYS, nowhere)).isInstanceOf(DdsException.class);

        assertThat(directory.resolve("NORTH")).doesNotExist();
    }

    private static Introduction onAnotherDatabase() {
        return new Introduction(1, Optional.of(new DatabaseId(UUID.randomUUID())), 60);
    }
}
