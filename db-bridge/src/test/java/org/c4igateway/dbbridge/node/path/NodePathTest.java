package org.c4igateway.dbbridge.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.c4igateway.core.contract.InMemoryNetwork;
import org.c4igateway.core.fault.ErrorCode;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.metric.MeterNames;
import org.c4igateway.core.transport.Transport;
import org.c4igateway.core.transport.TransportContext;
import org.c4igateway.core.transport.TransportFactory;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.node.reload.PathRenewal.Renewed;
import org.c4igateway.dbbridge.node.reload.PathRenewal.WentBack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The data paths of two nodes of one process, one of which is renewed. */
@ExtendWith(PostgresExtension.class)
class NodePathTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SystemName ALPHA = new SystemName("ALPHA");
    private static final SystemName BRAVO = new SystemName("BRAVO");

    private final InMemoryNetwork network = new InMemoryNetwork();
    private final NodePathSite alpha;
    private final NodePathSite bravo;
    private boolean portIsFree = true;

    NodePathTest(PostgresServer server) {
        alpha = new NodePathSite(ALPHA, BRAVO, server.database(), shared(), Map.of());
        bravo = new NodePathSite(BRAVO, ALPHA, server.database(), shared(), Map.of());
    }

    @AfterEach
    void close() {
        alpha.close();
        bravo.close();
    }

    @Test
    void goesOnWithTheNewPlanFromWhatIsRecorded() throws Exception {
        open();
        alpha.submit("before");
        assertThat(alpha.renew(alpha.plan(shared(), Map.of("c4i.max-payload", "2MB")), () -> true))
                .isInstanceOf(Renewed.class);
        alpha.submit("after");
        awaitDelivered(2);

        assertThat(alpha.path.plan().parts().rules().maxPayloadBytes()).isEqualTo(2 << 20);
        assertThat(reachable()).isEqualTo(1);
    }

    @Test
    void leavesNothingOfADestinationThatIsTakenAway() throws Exception {
        open();
        assertThat(reachable()).isEqualTo(1);
        var _ = alpha.renew(alpha.plan(shared(), Map.of("c4i.destinations.BRAVO", "")), () -> true);
        alpha.submit("waits without a route");

        assertThat(alpha.meters.find(MeterNames.PEER_REACHABLE).gauges()).isEmpty();
        assertThat(alpha.path.peers()).isEmpty();
        assertThat(alpha.path.newcomers().routed()).isEmpty();

        var _ = alpha.renew(alpha.plan(shared(), Map.of()), () -> true);
        awaitDelivered(1);
    }

    @Test
    void goesBackToTheFormerPathWhenTheNewOneDoesNotOpen() throws Exception {
        open();
        PathPlan before = alpha.path.plan();
        assertThat(alpha.renew(alpha.plan(inUse(), Map.of("c4i.destinations.BRAVO", "")), () -> true))
                .isInstanceOfSatisfying(WentBack.class, back -> {
                    assertThat(back.serving()).isTrue();
                    assertThat(back.why().errorCode()).isEqualTo(ErrorCode.PORT_IN_USE);
                });

        assertThat(alpha.path.plan()).isSameAs(before);
        assertThat(alpha.path.newcomers().routed()).containsExactly(BRAVO);
        alpha.submit("after");
        awaitDelivered(1);
    }

    /** The library refuses a reader, or there is no thread: nothing of that path stays. */
    @Test
    void endsAllOfAPathThatFailsWhileItStarts() throws Exception {
        open();
        long writers = inboxWriters();
        assertThat(alpha.renew(alpha.plan(deaf(), Map.of()), () -> true))
                .isInstanceOfSatisfying(
                        WentBack.class, back -> assertThat(back.serving()).isTrue());

        await("they reach each other").atMost(PATIENCE).until(() -> reachable() == 1);
        assertThat(inboxWriters()).isEqualTo(writers);
        alpha.submit("after");
        awaitDelivered(1);
    }

    private static long inboxWriters() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("c4i-inbox"))
                .count();
    }

    @Test
    void saysThatItDoesNotServeWhenNeitherOpens() throws Exception {
        open();
        PathPlan before = alpha.path.plan();
        portIsFree = false;
        AtomicBoolean wanted = new AtomicBoolean(true);
        JointRenewal renewal = new JointRenewal(List.of(alpha.path), alpha.plan(inUse(), Map.of()), wanted::get);
        assertThat(renewal.isLost(alpha.path)).isFalse();
        assertThat(renewal.run())
                .isInstanceOfSatisfying(
                        WentBack.class, back -> assertThat(back.serving()).isFalse());
        assertThat(alpha.path.active()).isNull();
        assertThat(renewal.isLost(alpha.path)).as("its lease is given back").isTrue();
        assertThat(renewal.isLost(bravo.path)).as("of another path").isFalse();
        wanted.set(false);
        assertThat(renewal.isLost(alpha.path)).as("while the node stops").isFalse();

        portIsFree = true;
        assertThat(alpha.path.plan()).isSameAs(before);
        alpha.open();
        alpha.submit("after");
        awaitDelivered(1);
    }

    @Test
    void takesThePlanForLaterWhileItStandsBy() throws Exception {
        bravo.open();
        assertThat(alpha.renew(alpha.plan(shared(), Map.of("c4i.max-payload", "2MB")), () -> true))
                .isInstanceOf(Renewed.class);
        assertThat(alpha.path.active()).isNull();

        alpha.open();
        assertThat(alpha.path.plan().parts().rules().maxPayloadBytes()).isEqualTo(2 << 20);
    }

    @Test
    void doesNotOpenAgainWhenTheNodeStopsMeanwhile() throws Exception {
        open();
        var _ = alpha.renew(alpha.plan(shared(), Map.of()), () -> false);

        assertThat(alpha.path.active()).isNull();
    }

    private void open() throws Exception {
        alpha.open();
        bravo.open();
        await("they reach each other").atMost(PATIENCE).until(() -> reachable() == 1);
    }

    private double reachable() {
        return alpha.meters.get(MeterNames.PEER_REACHABLE).gauge().value();
    }

    private void awaitDelivered(long rows) {
        await("delivered once")
                .atMost(PATIENCE)
                .until(() -> alpha.database.number("SELECT count(*) FROM c4i.delivery_status WHERE state = 'delivered'")
                        == rows);
        await("received").atMost(PATIENCE).until(() -> bravo.database.number("SELECT count(*) FROM c4i.inbox") == rows);
    }

    /** It opens as long as its port is free. */
    private TransportFactory shared() {
        return new PortFactory(network.factory(false), self -> portIsFree);
    }

    /** Its port is never free. */
    private TransportFactory inUse() {
        return new PortFactory(network.factory(false), self -> false);
    }

    /** It opens, and refuses its handler. */
    private TransportFactory deaf() {
        return new PortFactory(network.factory(false), self -> portIsFree) {
            @Override
            public Transport open(TransportContext context) {
                Transport whole = super.open(context);
                return (Transport) Proxy.newProxyInstance(
                        Transport.class.getClassLoader(),
                        new Class<?>[] {Transport.class},
                        (self, method, arguments) -> {
                            if (method.getName().equals("receive")) {
                                throw new IllegalStateException("no reader");
                            }
                            return method.invoke(whole, arguments);
                        });
            }
        };
    }
}
