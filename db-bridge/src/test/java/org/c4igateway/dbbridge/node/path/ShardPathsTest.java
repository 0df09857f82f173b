package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.c4igateway.core.contract.InMemoryNetwork;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;
import org.c4igateway.dbbridge.shard.Shard;
import org.c4igateway.topics.TopicCatalogue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The data paths of one node to both shards of its outbox, which are renewed together. */
@ExtendWith(PostgresExtension.class)
class ShardPathsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");
    private static final Shard FIRST = new Shard(0, 2);
    private static final Shard SECOND = new Shard(1, 2);

    private final InMemoryNetwork network = new InMemoryNetwork();
    private final PortFactory former;
    private final NodePathSite alpha;
    private final NodePathSite bravo;
    private final NodePath first;
    private final NodePath second;
    private boolean isFormerPortFree = true;

    ShardPathsTest(PostgresServer server) throws Exception {
        former = new PortFactory(network.factory(false), self -> isFormerPortFree || !self.isOfShard());
        alpha = new NodePathSite(ALPHA, BRAVO, server.database(), former, Map.of());
        bravo = new NodePathSite(BRAVO, ALPHA, server.database(), network.factory(false), Map.of());
        first = alpha.path;
        second = first.beside();
        alpha.database.execute("SELECT c4i.set_shards(2)");
        bravo.open();
    }

    @AfterEach
    void close() {
        second.close();
        alpha.close();
        bravo.close();
    }

    @Test
    void receiveAllTopicsInOnePlaceAndSendEachInOne() throws Exception {
        openBoth();

        assertThat(former.contexts).extracting(TransportContext::receives).containsExactly(true, false);
        assertThat(former.contexts.getFirst().catalogue().topics())
                .isEqualTo(TopicCatalogue.reference().topics());
        assertThat(former.contexts.getLast().catalogue().topics())
                .isNotEmpty()
                .allMatch(topic -> SECOND.has(topic.id()));
    }

    @Test
    void areAllRenewed() throws Exception {
        openBoth();
        ActiveNode before = second.active();
        assertThat(renewal(next(network.factory(false))).run()).isInstanceOf(Renewed.class);

        assertThat(second.active()).isNotNull().isNotSameAs(before);
        assertThat(maxPayloads()).containsExactly(2 << 20, 2 << 20);
        assertBothSend();
    }

    @Test
    void opensNoneThatWasNotOpen() throws Exception {
        alpha.open(second, SECOND);
        JointRenewal renewal = renewal(next(network.factory(false)));
        assertThat(renewal.run()).isInstanceOf(Renewed.class);

        assertThat(first.active()).isNull();
        assertThat(renewal.isServing()).as("what was open is").isTrue();
        assertThat(renewal.isLost(first)).as("it was not open before").isFalse();
        assertThat(maxPayloads()).containsExactly(2 << 20, 2 << 20);
        alpha.open(first, FIRST);
        assertBothSend();
    }

    /** The first one has opened by then, and holds what its former self needs. */
    @Test
    void goAllBackWhenOneDoesNotOpen() throws Exception {
        openBoth();
        PathPlan before = first.plan();
        assertThat(renewal(next(firstOnly())).run())
                .isInstanceOfSatisfying(
                        WentBack.class, back -> assertThat(back.serving()).isTrue());

        assertThat(List.of(first.plan(), second.plan())).containsExactly(before, before);
        assertThat(former.contexts).as("opened by the former plan, both again").hasSize(4);
        assertBothSend();
    }

    /** Another node may serve that shard; this one goes on with the others. */
    @Test
    void loseOnlyWhatDoesNotOpenByTheFormerPlanEither() throws Exception {
        openBoth();
        isFormerPortFree = false;
        JointRenewal renewal = renewal(next(firstOnly()));
        assertThat(renewal.run())
                .isInstanceOfSatisfying(
                        WentBack.class, back -> assertThat(back.serving()).isFalse());

        assertThat(renewal.isLost(first)).isFalse();
        assertThat(renewal.isLost(second)).isTrue();
        isFormerPortFree = true;
        alpha.open(second, SECOND);
        assertBothSend();
    }

    private void openBoth() throws Exception {
        alpha.open(first, FIRST);
        alpha.open(second, SECOND);
    }

    private JointRenewal renewal(PathPlan next) {
        return new JointRenewal(List.of(first, second), next, () -> true);
    }

    private PathPlan next(TransportFactory factory) {
        return alpha.plan(factory, Map.of("c4i.max-payload", "2MB"));
    }

    private List<Integer> maxPayloads() {
        return List.of(first, second).stream()
                .map(path -> path.plan().parts().rules().maxPayloadBytes())
                .toList();
    }

    private void assertBothSend() throws Exception {
        alpha.submit(FIRST, "of the first");
        alpha.submit(SECOND, "of the second");
        await("delivered")
                .atMost(PATIENCE)
                .until(() -> alpha.database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'")
                        == 2);
        assertThat(bravo.database.column("SELECT convert_from(payload, 'UTF8') FROM c4i.inbox"))
                .containsExactlyInAnyOrder("of the first", "of the second");
    }

    private TransportFactory firstOnly() {
        return new PortFactory(network.factory(false), self -> !self.isOfShard());
    }
}
