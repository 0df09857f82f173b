package org.c4igateway.console.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.EndpointMismatch;
import org.c4igateway.core.transport.EndpointMismatch.Cause;
import org.c4igateway.core.transport.PeerAbsence;
import org.c4igateway.core.transport.PeerAbsence.Reason;
import org.c4igateway.dbbridge.ledger.BacklogLine;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.c4igateway.dbbridge.ledger.LedgerSnapshot;
import org.c4igateway.dbbridge.ledger.PublicationLine;
import org.c4igateway.dbbridge.node.NodeRole;
import org.c4igateway.dbbridge.node.NodeStatus;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.Test;

class AttentionListTest {
    private static final Instant NOW = Instant.parse("2026-11-23T10:00:00Z");

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Absences absences = new Absences();
    private final List<NodeStatus.PeerStatus> peers = new ArrayList<>();
    private final List<EndpointMismatch> mismatches = new ArrayList<>();
    private final List<BacklogLine> backlog = new ArrayList<>();
    private NodeRole role = NodeRole.ACTIVE;

    @Test
    void isEmptyWhileAllIsWellAndRowsAreUnderWay() {
        peer("BRAVO", true);
        waits("BRAVO", Precedence.FLASH, 3, Duration.ofSeconds(29));

        assertThat(read()).isEmpty();
    }

    @Test
    void namesWhatWaitsAndWhyTheMostUrgentFirst() {
        peer("BRAVO", false);
        peer("CHARLIE", true);
        waits("CHARLIE", Precedence.ROUTINE, 5, Duration.ofHours(3));
        waits("BRAVO", Precedence.ROUTINE, 7, Duration.ofDays(1));
        waits("BRAVO", Precedence.FLASH, 2, Duration.ofSeconds(4));
        waits("NOWHERE", Precedence.PRIORITY, 1, Duration.ofMinutes(2));

        assertThat(read()).extracting(AttentionItem::key).containsExactly("waits-away", "waits-unrouted", "waits-slow");
        assertThat(read().getFirst().arguments()).containsExactly("BRAVO", 9L, "FLASH", 2L, "jms");
        assertThat(read().getFirst().age()).contains(new WaitingTime(24, "hours"));
        assertThat(read().getFirst().absence()).contains(new PeerAbsence(Reason.NOTHING_LISTENS, "BRAVO:61616"));
        assertThat(read().getFirst().link()).isEqualTo("/console/messages?state=pending&system=BRAVO");
    }

    @Test
    void blamesNoPeerWhileThisNodeStandsBy() {
        role = NodeRole.STANDBY;
        peer("BRAVO", false);
        peer("CHARLIE", false);
        waits("BRAVO", Precedence.ROUTINE, 7, Duration.ofMinutes(3));

        assertThat(read()).extracting(AttentionItem::key).containsExactly("waits-inactive");
    }

    @Test
    void saysSinceWhenAPeerIsAway() {
        peer("BRAVO", false);
        absences.note(peers, NOW.minusSeconds(600));
        absences.note(peers, NOW.minusSeconds(5));

        assertThat(read()).singleElement().satisfies(item -> {
            assertThat(item.key()).isEqualTo("away");
            assertThat(item.age()).contains(new WaitingTime(10, "minutes"));
        });

        peers.clear();
        peer("BRAVO", true);
        absences.note(peers, NOW);
        assertThat(absences.since(new SystemName("BRAVO"))).isEmpty();
    }

    @Test
    void warnsOfCredentialsAMonthBeforeTheyEndAndAfter() {
        credential("identity", NOW.plus(Duration.ofDays(31)));
        credential("permissions", NOW.plus(Duration.ofDays(29)));
        credential("certificate", NOW.minusSeconds(1));

        assertThat(read())
                .extracting(item -> item.key() + item.arguments())
                .containsExactlyInAnyOrder("credential[jms, permissions, 29]", "credential-ended[jms, certificate, 0]");
    }

    @Test
    void namesAlarmsPublicationsWithoutSubscribersAndDeadLetters() {
        Gauge.builder(MeterNames.TRANSPORT_ALARMS, () -> 1)
                .tags(MeterNames.TRANSPORT, "dds", MeterNames.CODE, "GW-209")
                .register(meters);

        assertThat(read(
                        List.of(new PublicationLine("unclaimed", 4, Optional.of(NOW.minusSeconds(45)))),
                        Map.of("outbound", 2L, "inbound", 1L)))
                .extracting(item -> item.key() + item.arguments())
                .containsExactly("alarm[dds, GW-209, 1]", "published-unclaimed[4]", "letters[3, 2, 1]");
    }

    @Test
    void namesEndpointsThatDoNotMatchOnceForEachOther() {
        for (String topic : List.of("KMTF_A004", "KMTF_A021")) {
            mismatches.add(new EndpointMismatch(
                    topic, true, "BRAVO", List.of(new Cause("RELIABILITY", "best-effort", "reliable"))));
        }

        assertThat(read())
                .extracting(item -> item.key() + item.arguments())
                .containsExactly("mismatch[dds, BRAVO, 2, KMTF_A004, RELIABILITY, best-effort, reliable]");
    }

    @Test
    void namesNoMoreDestinationsThanFit() {
        for (int i = 0; i < 500; i++) {
            waits("X" + i, Precedence.ROUTINE, 1, Duration.ofMinutes(1));
        }

        assertThat(read())
                .hasSize(AttentionList.MAX_DESTINATIONS + 1)
                .last()
                .satisfies(item -> assertThat(item.arguments()).containsExactly(500 - AttentionList.MAX_DESTINATIONS));
    }

    private List<AttentionItem> read() {
        return read(List.of(), Map.of());
    }

    private List<AttentionItem> read(List<PublicationLine> publications, Map<String, Long> letters) {
        LedgerSnapshot snapshot = new LedgerSnapshot(
                NOW, "ALPHA", List.<LedgerLine>of(), List.of(), backlog, List.of(), Optional.of(letters), publications);
        return new AttentionList(new FixedNode(), meters, InstantSource.fixed(NOW), absences)
                .read(Optional.of(snapshot));
    }

    private void peer(String name, boolean reachable) {
        Optional<PeerAbsence> absence =
                reachable ? Optional.empty() : Optional.of(new PeerAbsence(Reason.NOTHING_LISTENS, name + ":61616"));
        peers.add(new NodeStatus.PeerStatus(new SystemName(name), "jms", reachable, 1, absence, Optional.empty()));
    }

    private void waits(String name, Precedence precedence, long rows, Duration age) {
        backlog.add(new BacklogLine(new SystemName(name), precedence, rows, Optional.of(NOW.minus(age))));
    }

    private void credential(String name, Instant end) {
        Gauge.builder(MeterNames.CREDENTIAL_END, end::getEpochSecond)
                .tags(MeterNames.TRANSPORT, "jms", MeterNames.CREDENTIAL, name)
                .register(meters);
    }

    private final class FixedNode implements NodeStatus {
        @Override
        public SystemName system() {
            return new SystemName("ALPHA");
        }

        @Override
        public NodeRole role() {
            return role;
        }

        @Override
        public long epoch() {
            return 1;
        }

        @Override
        public List<ShardStatus> shards() {
            return List.of();
        }

        @Override
        public List<PeerStatus> peers() {
            return peers;
        }

        @Override
        public Map<String, List<EndpointMismatch>> mismatches() {
            return Map.of("dds", mismatches);
        }

        @Override
        public TopicCatalogue catalogue() {
            return TopicCatalogue.reference();
        }

        @Override
        public Map<String, List<String>> qualities(Topic topic) {
            return Map.of();
        }
    }
}
