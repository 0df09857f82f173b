package org.c4igateway.dbbridge.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.c4igateway.core.flow.DeliveryTrace;
import org.c4igateway.core.flow.StepListener;
import org.c4igateway.core.flow.rule.MessageJudgement;
import org.c4igateway.core.flow.rule.MessageRules;
import org.c4igateway.core.flow.rule.ReleaseRule;
import org.c4igateway.core.flow.rule.ReplaceableJudgement;
import org.c4igateway.core.flow.rule.SubscriptionFilter;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.Subscriptions;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.node.path.JoinedNewcomer;
import org.c4igateway.dbbridge.node.path.NodeParts;
import org.c4igateway.dbbridge.node.path.NodePath;
import org.c4igateway.dbbridge.node.path.PathPlan;
import org.c4igateway.dbbridge.node.reload.ConfigurationChange;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Which destinations an open path takes over as it is; BRAVO has joined over DDS. */
class DestinationReloadTest {
    private static final Map<String, String> FILE = Map.of(
            "c4i.system",
            "ALPHA",
            "c4i.database.url",
            "jdbc:postgresql://127.0.0.1/unused",
            "c4i.database.username",
            "unused",
            "c4i.newcomers",
            "dds");

    private final NodePath path = new NodePath(plan());

    /** A transport that is open and takes newcomers. */
    private record Named(String name) implements TransportFactory {
        @Override
        public void check(Set<SystemName> peers, TopicCatalogue catalogue, Instant now) {
            // There is nothing to find out.
        }

        @Override
        public Transport open(TransportContext context) {
            throw new UnsupportedOperationException("no path is opened here");
        }

        @Override
        public boolean takesNewcomers() {
            return true;
        }
    }

    @BeforeEach
    void join() {
        JoinedNewcomer.join(path, new SystemName("BRAVO"), "dds");
    }

    @Test
    void takesANewDestinationAndANewcomerThatGoesTheSameWay() {
        assertThat(takes("CHARLIE", "(none)", "jms")).isTrue();
        assertThat(takes("BRAVO", "(none)", "dds")).isTrue();
    }

    /** Its rows would go on over the transport by which it joined. */
    @Test
    void leavesANewcomerThatIsEnteredByHandOverAnotherTransportToARenewal() {
        assertThat(takes("BRAVO", "(none)", "jms")).isFalse();
    }

    @Test
    void leavesADestinationThatIsReroutedOrTakenAwayOrHasNoOpenTransportToARenewal() {
        assertThat(takes("CHARLIE", "jms", "dds")).isFalse();
        assertThat(takes("CHARLIE", "jms", "(none)")).isFalse();
        assertThat(takes("CHARLIE", "(none)", "pigeons")).isFalse();
    }

    private boolean takes(String system, String before, String after) {
        return new DestinationReload(path).takes(new ConfigurationChange("c4i.destinations." + system, before, after));
    }

    private static PathPlan plan() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        InstantSource time = InstantSource.system();
        ReplaceableJudgement judgement =
                new ReplaceableJudgement(message -> MessageJudgement.CLEAN, SubscriptionFilter.NONE, ReleaseRule.OPEN);
        NodeParts parts = new NodeParts(
                List.of(new Named("jms"), new Named("dds")),
                new MessageRules(TopicCatalogue.reference(), 1_000, judgement.check(), time),
                judgement.filter(),
                Subscriptions.ALL,
                EdgeText.UTF_8,
                List.of(),
                meters,
                new Loops(meters, time, System::nanoTime, defect -> {
                    throw defect;
                }),
                DeliveryTrace.NONE,
                StepListener.NONE);
        NodeProperties properties = new Binder(new MapConfigurationPropertySource(FILE))
                .bind("c4i", NodeProperties.class)
                .get();
        return new PathPlan(properties, parts, judgement);
    }
}
