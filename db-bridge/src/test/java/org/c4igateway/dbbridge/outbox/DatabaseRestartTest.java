package org.c4igateway.dbbridge.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.fault.GatewayException;
import org.c4igateway.core.message.EdgeText;
import org.c4igateway.core.message.Message;
import org.c4igateway.core.message.Precedence;
import org.c4igateway.core.message.SystemName;
import org.c4igateway.core.store.DeliveryOutcome;
import org.c4igateway.core.store.DeliveryState;
import org.c4igateway.core.store.Outbox.SavedPosition;
import org.c4igateway.core.store.ReadPosition;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.OutboxProbe;
import org.c4igateway.dbbridge.database.PostgresServer;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.inbox.JdbcInbox;
import org.c4igateway.dbbridge.lease.LeaseListener;
import org.c4igateway.dbbridge.lease.OutboxLease;
import org.c4igateway.dbbridge.ledger.LedgerLine;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class DatabaseRestartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final SystemName A = new SystemName("A");

    @Test
    void goesOnAfterTheServerWasKilledAndStartedAgain() throws IOException, SQLException {
        List<String> events = new CopyOnWriteArrayList<>();
        try (PostgresServer server = PostgresServer.startDurable()) {
            Assumptions.assumeTrue(server.isEmbedded(), "the named server cannot be restarted");
            try (TestDatabase database = server.database();
                    OutboxLease lease = new OutboxLease(
                            database.bridgeConnections(),
                            "bridge",
                            Duration.ofMillis(100),
                            recordingTo(events),
                            new Loops(
                                    new SimpleMeterRegistry(),
                                    InstantSource.system(),
                                    System::nanoTime,
                                    fault -> {}))) {
                lease.start();
                await().atMost(PATIENCE).until(() -> lease.epoch() == 1);
                JdbcOutbox outbox = new JdbcOutbox(database.bridgePool(), lease::epoch, A);
                JdbcInbox inbox = new JdbcInbox(database.bridgePool(), lease::epoch, EdgeText.UTF_8);
                OutboxProbe probe = new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
                database.submit(3, "before", "B");
                assertThat(probe.drain()).containsExactly("before");
                Message before = probe.seen().getFirst();
                inbox.write(List.of(before), List.of(), Map.of());

                server.kill();

                assertThatThrownBy(probe::read).isInstanceOf(GatewayException.Transient.class);
                assertThatThrownBy(() -> outbox.record(List.of(delivered(before)), List.of()))
                        .isInstanceOf(GatewayException.Transient.class);
                assertThatThrownBy(() -> inbox.write(List.of(before), List.of(), Map.of()))
                        .isInstanceOf(GatewayException.Transient.class);

                server.startAgain();

                await().atMost(PATIENCE).until(() -> events.size() == 3);
                // As the flows do: a passing fault is tried again, and the positions in memory are of no use any more.
                await().atMost(PATIENCE)
                        .ignoreExceptionsInstanceOf(GatewayException.Transient.class)
                        .untilAsserted(() -> assertThatThrownBy(probe::drain)
                                .isInstanceOf(GatewayException.Fatal.class)
                                .hasMessageContaining("crashed"));
                outbox.record(List.of(delivered(before)), List.of());
                OutboxProbe anew = new OutboxProbe(outbox, ReadPosition.START, 100, 1_000_000);
                assertThat(anew.drain()).isEmpty();
                assertThat(events).containsExactly("active 1", "down", "active 1");
                assertThat(database.submit(3, "after", "B"))
                        .isGreaterThan(before.id().sequence());
                assertThat(anew.drain()).containsExactly("after");
                assertThat(inbox.write(List.of(before), List.of(), Map.of()).duplicates())
                        .isEqualTo(1);
                outbox.record(
                        List.of(delivered(anew.seen().getLast())),
                        List.of(new SavedPosition(OutboxProbe.B, Precedence.ROUTINE, anew.position())));
                assertThat(database.ledger()).containsExactly(new LedgerLine(OutboxProbe.B, 2, 2, 0, 0, 0, 0, 0));
            }
        }
    }

    private static DeliveryOutcome delivered(Message message) {
        return new DeliveryOutcome(message, OutboxProbe.B, DeliveryState.DELIVERED, null, "", null);
    }

    private static LeaseListener recordingTo(List<String> events) {
        return new LeaseListener() {
            @Override
            public void activated(long epoch) {
                events.add("active " + epoch);
            }

            @Override
            public void stoodDown(String reason) {
                events.add("down");
            }
        };
    }
}
