package org.c4igateway.dbbridge.node.path;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
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
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Outcome;
import org.c4igateway.dbbridge.node.settings.NodeProperties;
import org.c4igateway.dbbridge.schema.NodeIdentity;
import org.c4igateway.dbbridge.shard.Shard;
import org.c4igateway.topics.Topic;
import org.c4igateway.topics.TopicCatalogue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** One node of a test without its lease and its web server; owns its database. */
final class NodePathSite implements AutoCloseable {
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final TestDatabase database;
    final NodePath path;
    private final SystemName self;
    private final SystemName peer;
    private final Loops loops;
    private final NodeSignals signals;
    private @Nullable PathGround ground;

    /**
     * @param factory of the transport of the first path
     * @param changed keys of its configuration
     */
    NodePathSite(
            SystemName self,
            SystemName peer,
            TestDatabase database,
            TransportFactory factory,
            Map<String, String> changed) {
        this.self = self;
        this.peer = peer;
        this.database = database;
        this.loops = new Loops(meters, InstantSource.system(), System::nanoTime, defect -> {
            throw defect;
        });
        this.signals = new NodeSignals(database.bridgeConnections(), loops);
        this.path = new NodePath(plan(factory, changed));
        signals.start();
    }

    /** Builds the path by another plan, as its node does. */
    Outcome renew(PathPlan next, BooleanSupplier wanted) {
        return new JointRenewal(List.of(path), next, wanted).run();
    }

    /** It has the lease. */
    void open() throws Exception {
        open(path, Shard.WHOLE);
    }

    /** It has the lease of that shard. */
    void open(NodePath opened, Shard shard) throws Exception {
        long epoch =
                database.number("SELECT c4i.take_lease('" + self + "', " + shard.number() + ", " + shard.count() + ")");
        PathGround base = new PathGround(
                database.bridgePool(),
                signals,
                shard,
                epoch,
                new NodeIdentity(database.bridgePool()).claim(self),
                fault -> {
                    throw fault;
                });
        ground = base;
        opened.open(base);
    }

    /** Under the same lease. */
    void openAgain() {
        path.open(Objects.requireNonNull(ground));
    }

    void submit(String text) throws Exception {
        submitTo(peer, text);
    }

    void submitTo(SystemName destination, String text) throws Exception {
        submit(Shard.WHOLE, destination, text);
    }

    /** A row of a topic of that shard. */
    void submit(Shard shard, String text) throws Exception {
        submit(shard, peer, text);
    }

    private void submit(Shard shard, SystemName destination, String text) throws Exception {
        String topic = TopicCatalogue.reference().topics().stream()
                .filter(Topic::reliable)
                .map(Topic::id)
                .filter(shard::has)
                .findFirst()
                .orElseThrow();
        database.execute(
                "SELECT c4i.submit('" + topic + "', 3, '{" + destination + "}', convert_to('" + text + "', 'UTF8'))");
    }

    PathPlan plan(TransportFactory factory, Map<String, String> changed) {
        return plan(List.of(factory), changed);
    }

    /** @param factories of which the first one carries to its peer */
    PathPlan plan(List<TransportFactory> factories, Map<String, String> changed) {
        Map<String, String> values = new HashMap<>(Map.of(
                "c4i.system",
                self.value(),
                "c4i.database.url",
                "jdbc:postgresql://127.0.0.1/unused",
                "c4i.database.username",
                "unused",
                "c4i.destinations." + peer,
                factories.getFirst().name()));
        changed.forEach((key, value) -> {
            if (value.isEmpty()) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        });
        NodeProperties properties = new Binder(new MapConfigurationPropertySource(values))
                .bind("c4i", NodeProperties.class)
                .get();
        ReplaceableJudgement judgement =
                new ReplaceableJudgement(message -> MessageJudgement.CLEAN, SubscriptionFilter.NONE, ReleaseRule.OPEN);
        int maxBytes = Math.toIntExact(properties.maxPayload().toBytes());
        NodeParts parts = new NodeParts(
                factories,
                new MessageRules(TopicCatalogue.reference(), maxBytes, judgement.check(), InstantSource.system()),
                judgement.filter(),
                Subscriptions.ALL,
                EdgeText.UTF_8,
                List.of(),
                meters,
                loops,
                DeliveryTrace.NONE,
                StepListener.NONE);
        return new PathPlan(properties, parts, judgement);
    }

    @Override
    public void close() {
        path.close();
        signals.close();
        database.close();
    }
}
