package org.c4igateway.dbbridge.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.c4igateway.core.watch.LoopState;
import org.c4igateway.core.watch.Loops;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.shard.Shard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One lease per shard, each as the only one of a database that is not divided. */
@ExtendWith(PostgresExtension.class)
class ShardLeaseTest {
    private static final Duration BEAT = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Shard FIRST = new Shard(0, 2);
    private static final Shard SECOND = new Shard(1, 2);

    private final Loops loops =
            new Loops(new SimpleMeterRegistry(), InstantSource.system(), System::nanoTime, fault -> {});
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<OutboxLease> leases = new ArrayList<>();
    private TestDatabase database;

    @BeforeEach
    void divide(TestDatabase database) throws SQLException {
        this.database = database;
        database.execute("SELECT c4i.set_shards(2)");
    }

    @AfterEach
    void close() {
        leases.forEach(OutboxLease::close);
    }

    @Test
    void twoNodesAreActiveForDifferentShards() throws SQLException {
        OutboxLease a0 = start("a", FIRST);
        awaitEvent("a active for 0/2 with 2");
        OutboxLease b0 = start("b", FIRST);
        OutboxLease b1 = start("b", SECOND);
        awaitEvent("b active for 1/2 with 2");
        await().atMost(PATIENCE).until(b0::isHeldByAnother);

        OutboxLease a1 = start("a", SECOND);
        await().atMost(PATIENCE).until(a1::isHeldByAnother);

        assertThat(a0.isHeld()).isTrue();
        assertThat(a1.isHeld()).isFalse();
        assertThat(a0.epoch()).isEqualTo(2);
        assertThat(b1.epoch()).isEqualTo(2);
        assertThat(database.column("SELECT holder || c4i.epoch_of(0) FROM c4i.lease"))
                .containsExactly("a2");
        assertThat(database.column("SELECT shard || holder || c4i.epoch_of(shard) FROM c4i.shard_lease"))
                .containsExactly("1b2");
    }

    @Test
    void aNodeTakesOverTheShardOfAnotherOneOnly() {
        start("a", FIRST);
        awaitEvent("a active for 0/2 with 2");
        OutboxLease lost = start("b", SECOND);
        awaitEvent("b active for 1/2 with 2");
        OutboxLease a1 = start("a", SECOND);
        await().atMost(PATIENCE).until(a1::isHeldByAnother);

        lost.close();

        awaitEvent("a active for 1/2 with 3");
        assertThat(events).contains("b down for 1/2").doesNotContain("a down for 0/2");
        assertThat(a1.epoch()).isEqualTo(3);
    }

    @Test
    void theFenceOfOneShardIsNotThatOfAnother() throws SQLException {
        start("a", FIRST);
        awaitEvent("a active for 0/2 with 2");
        OutboxLease before = start("b", SECOND);
        awaitEvent("b active for 1/2 with 2");
        before.close();
        start("c", SECOND);
        awaitEvent("c active for 1/2 with 3");

        database.execute("SELECT c4i.fence(2), c4i.fence(2, 0), c4i.fence(3, 1)");
        assertThatThrownBy(() -> database.execute("SELECT c4i.fence(2, 1)")).hasMessageContaining("epoch 2 of shard 1");
        assertThatThrownBy(() -> database.execute("SELECT c4i.fence(2, 2)")).hasMessageContaining("epoch 2 of shard 2");
    }

    @Test
    void asksOnlyWhileItMay() {
        OutboxLease lease = create("a", SECOND);
        lease.permit(false);
        lease.start();
        OutboxLease other = start("b", SECOND);
        awaitEvent("b active for 1/2 with 2");
        other.close();
        // A lease that asked would have it by the time the next one has asked and waited for it.
        OutboxLease next = start("c", SECOND);
        awaitEvent("c active for 1/2 with 3");
        assertThat(lease.isHeldByAnother()).isFalse();

        lease.permit(true);
        await().atMost(PATIENCE).until(lease::isHeldByAnother);
        lease.permit(false);
        await("it does not ask").atMost(PATIENCE).until(() -> !lease.isHeldByAnother());
        lease.permit(true);
        await().atMost(PATIENCE).until(lease::isHeldByAnother);
        next.close();
        awaitEvent("a active for 1/2 with 4");

        lease.permit(false);
        OutboxLease last = start("d", SECOND);
        await("it keeps what it has").atMost(PATIENCE).until(last::isHeldByAnother);
    }

    @Test
    void aDatabaseThatIsDividedOtherwiseRefusesALease() throws SQLException {
        assertThatThrownBy(() -> database.execute("SELECT c4i.take_lease('previous release')"))
                .isInstanceOfSatisfying(SQLException.class, refusal -> {
                    assertThat(refusal.getSQLState()).isEqualTo("C4051");
                    assertThat(refusal.getMessage()).contains("divided into 2 shards, the node knows of 1");
                });
        assertThatThrownBy(() -> database.execute("SELECT c4i.take_lease('x', 1, 4)"))
                .hasMessageContaining("divided into 2 shards, the node knows of 4");
        for (String none : List.of("2, 2", "-1, 2", "NULL, 2", "0, NULL")) {
            assertThatThrownBy(() -> database.execute("SELECT c4i.take_lease('x', " + none + ")"))
                    .as(none)
                    .hasMessageContaining("there is no shard");
        }
        OutboxLease whole = start("a", Shard.WHOLE);
        awaitEvent("a active for 0/1 with 3", () -> database.execute("SELECT c4i.set_shards(1)"));
        assertThat(whole.epoch()).isEqualTo(3);
        database.execute("SELECT c4i.take_lease('previous release')");
    }

    @Test
    void asksOnceASecondWhileTheDatabaseIsDividedOtherwise() throws SQLException {
        database.execute("CREATE SEQUENCE c4i.tries;"
                + " ALTER FUNCTION c4i.take_lease(text, integer, integer) RENAME TO take_counted_lease;"
                + " CREATE FUNCTION c4i.take_lease(a text, b integer, c integer) RETURNS bigint LANGUAGE sql SECURITY DEFINER"
                + " AS 'SELECT nextval(''c4i.tries''); SELECT c4i.take_counted_lease(a, b, c)'");
        long begin = System.nanoTime();
        OutboxLease whole = start("a", Shard.WHOLE);

        await().atMost(PATIENCE).until(() -> database.number("SELECT last_value FROM c4i.tries") > 2);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofSeconds(2));
        assertThat(whole.isHeld()).isFalse();
    }

    /** Whoever was active goes by the old number of shards. */
    @Test
    void aNewNumberOfShardsEndsAllEpochs() throws SQLException {
        OutboxLease first = start("a", FIRST);
        OutboxLease second = start("b", SECOND);
        awaitEvent("a active for 0/2 with 2");
        awaitEvent("b active for 1/2 with 2");

        database.execute("SELECT c4i.set_shards(2)");
        database.execute("SELECT c4i.fence(2), c4i.fence(2, 1)");

        database.execute("SELECT c4i.set_shards(3)");
        for (String fence : List.of("c4i.fence(2)", "c4i.fence(2, 1)")) {
            assertThatThrownBy(() -> database.execute("SELECT " + fence)).hasMessageContaining("is over");
        }
        first.close();
        second.close();
        start("a", new Shard(2, 3));
        awaitEvent("a active for 2/3 with 2");
        database.execute("SELECT c4i.set_shards(1)");
        database.execute("SELECT c4i.set_shards(3)");
        assertThat(database.number("SELECT c4i.epoch_of(2)"))
                .as("never given again")
                .isEqualTo(4);
        for (String none : List.of("0", "65", "NULL")) {
            assertThatThrownBy(() -> database.execute("SELECT c4i.set_shards(" + none + ")"))
                    .hasMessageContaining("1 to 64 shards");
        }
    }

    @Test
    void loopsTellTheShard() {
        create("a", SECOND);
        assertThat(loops.states())
                .extracting(LoopState::name)
                .containsExactlyInAnyOrder(
                        "lease of shard 1", "lease listener of shard 1", "lease preparation of shard 1");
    }

    private void awaitEvent(String event) {
        await(event).atMost(PATIENCE).until(() -> events.contains(event));
    }

    private void awaitEvent(String event, SqlStep first) throws SQLException {
        first.run();
        awaitEvent(event);
    }

    private interface SqlStep {
        void run() throws SQLException;
    }

    private OutboxLease start(String name, Shard shard) {
        OutboxLease lease = create(name, shard);
        lease.start();
        return lease;
    }

    private OutboxLease create(String name, Shard shard) {
        LeaseListener listener = new LeaseListener() {
            @Override
            public void activated(long epoch) {
                events.add(name + " active for " + shard + " with " + epoch);
            }

            @Override
            public void stoodDown(String reason) {
                events.add(name + " down for " + shard);
            }
        };
        OutboxLease lease = new OutboxLease(database.bridgeConnections(), name, shard, BEAT, listener, loops);
        leases.add(lease);
        return lease;
    }
}
