package org.c4igateway.core.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.c4igateway.core.flow.OutboundFixture.BRAVO;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.testkit.Drafts;
import org.c4igateway.core.transport.Introduction;
import org.c4igateway.core.transport.NodeAnnouncement;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.TopicSubscription;
import org.junit.jupiter.api.Test;

/** What operators see of peers whose catalogue is another one. */
class CatalogueComparisonTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CatalogueComparison comparison =
            new CatalogueComparison(Drafts.CATALOGUE, Set.of(BRAVO), new OwnGauges(meters));

    private static NodeAnnouncement announcement(SystemName of, Map<String, Integer> topics, Introduction told) {
        return new NodeAnnouncement(of, 1, "another", topics, told);
    }

    private double shown(SystemName peer) {
        return meters.get(MeterNames.CATALOGUE_MISMATCHES)
                .tag(MeterNames.PEER, peer.value())
                .gauge()
                .value();
    }

    private List<Gauge> shown() {
        return List.copyOf(meters.find(MeterNames.CATALOGUE_MISMATCHES).gauges());
    }

    @Test
    void showsHowManyTopicsDifferUntilTheyAgree() {
        Map<String, Integer> same = Drafts.CATALOGUE.digests();
        Map<String, Integer> other = new HashMap<>(same);
        other.put("Z999", 1);
        other.merge(Drafts.RELIABLE, 1, Integer::sum);
        other.remove(Drafts.BEST_EFFORT);

        comparison.announced(announcement(BRAVO, other, Introduction.NONE));
        assertThat(shown(BRAVO)).isEqualTo(3);
        comparison.announced(announcement(BRAVO, same, Introduction.NONE));

        assertThat(shown(BRAVO)).isZero();
        assertThat(shown()).hasSize(1);
    }

    @Test
    void comparesNothingWhenTheWholeCatalogueIsTheSame() {
        comparison.announced(
                new NodeAnnouncement(BRAVO, 1, Drafts.CATALOGUE.contentHash(), Map.of("Z999", 1), Introduction.NONE));

        assertThat(shown(BRAVO)).isZero();
    }

    /** A node may leave out of its announcement what it does not subscribe to. */
    @Test
    void countsNoTopicThatIsMissingWhereNobodySubscribesToIt() {
        Subscriptions one = new Subscriptions(List.of(new TopicSubscription(Drafts.RELIABLE, Duration.ZERO)));

        comparison.announced(announcement(BRAVO, Map.of("Z999", 1), Introduction.NONE.subscribedTo(one)));

        assertThat(shown(BRAVO)).as("the topic that it wants, and its own").isEqualTo(2);
    }

    @Test
    void showsStrangersUpToABoundAndDestinationsAlways() {
        for (int i = 0; i < CatalogueComparison.MAX_STRANGERS + 10; i++) {
            comparison.announced(announcement(new SystemName("STRANGER" + i), Map.of("Z999", 1), Introduction.NONE));
        }
        int most = shown().size();
        SystemName first = new SystemName("STRANGER0");
        double before = shown(first);

        comparison.announced(announcement(BRAVO, Map.of("Z999", 1), Introduction.NONE));
        comparison.announced(announcement(first, Drafts.CATALOGUE.digests(), Introduction.NONE));

        assertThat(most).isEqualTo(CatalogueComparison.MAX_STRANGERS + 1);
        assertThat(shown(BRAVO)).isPositive();
        assertThat(before).isPositive();
        assertThat(shown(first)).isZero();
    }
}
