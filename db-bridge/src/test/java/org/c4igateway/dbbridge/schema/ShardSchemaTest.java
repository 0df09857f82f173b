package org.c4igateway.dbbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.c4igateway.dbbridge.database.PostgresExtension;
import org.c4igateway.dbbridge.database.TestDatabase;
import org.c4igateway.dbbridge.jdbc.DatabaseSettings;
import org.c4igateway.dbbridge.shard.Shard;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the database does for several shards, and for nodes that know none. */
@ExtendWith(PostgresExtension.class)
class ShardSchemaTest {
    private static final String UP_TO = "SELECT token FROM c4i.read_up_to WHERE destination = 'B' AND precedence = 3";
    private static final String WAITING = "SELECT pending FROM c4i.backlog WHERE destination = 'B' AND precedence = 3";

    private TestDatabase database;

    @BeforeEach
    void open(TestDatabase database) {
        this.database = database;
    }

    /** A row of shard 1 waits; shard 0 has read past it. */
    @Test
    void countsWhatWaitsBehindEveryShard() throws SQLException {
        divide(2);
        submit(1, "waits");
        submit(0, "done");
        end("done");
        String past = "(SELECT o.xid::text || ':' || o.sequence || ':' FROM c4i.outbox AS o WHERE payload = 'done')";
        position(0, past);

        assertThat(database.number(WAITING)).as("shard 1 has saved none").isEqualTo(1);
        assertThat(database.column(UP_TO)).isEmpty();

        position(1, "'3:0:'");
        assertThat(database.number(WAITING)).isEqualTo(1);
        assertThat(database.column(UP_TO)).containsExactly("3:0:");

        end("waits");
        position(1, past);
        assertThat(database.number(WAITING)).isZero();
        assertThat(database.column(UP_TO)).hasSize(1).isNotEqualTo(List.of("3:0:"));
        submit(1, "next");
        assertThat(database.number(WAITING)).isEqualTo(1);
        assertThat(database.column("SELECT pending FROM c4i.ledger")).containsExactly("1");
    }

    /** Shard 1 is the first of both, and has a gap that shard 0 has not, and the reverse. */
    @Test
    void goesByTheGapsOfAllShards() throws SQLException {
        divide(3);
        position(0, "'90:7:20,50+3,88,85'");
        position(1, "'80:4:20+9,30'");
        position(2, "'85:1:80,83'");
        assertThat(database.column(UP_TO))
                .as("transaction 80 is a gap of shard 2, so all of it is still to be read")
                .containsExactly("80:0:20,30,50");

        position(2, "'85:1:70'");
        assertThat(database.column(UP_TO)).containsExactly("80:4:20,30,50,70");
        position(2, "''");
        assertThat(database.column(UP_TO)).as("from the start").isEmpty();
    }

    @Test
    void everyShardGoesOnWhereAllHadReadUpTo() throws SQLException {
        database.execute("INSERT INTO c4i.reader_position (destination, precedence, token)"
                + " VALUES ('B', 3, '80:4:20+9,30'), ('B', 2, '70:1:')");
        divide(3);
        assertThat(positions())
                .containsExactly(
                        "0 B 2 70:1:",
                        "0 B 3 80:4:20+9,30",
                        "1 B 2 70:1:",
                        "1 B 3 80:4:20+9,30",
                        "2 B 2 70:1:",
                        "2 B 3 80:4:20+9,30");

        position(0, "'90:7:20'");
        database.execute("DELETE FROM c4i.shard_position WHERE shard = 2 AND precedence = 2");
        divide(2);
        assertThat(positions()).containsExactly("0 B 3 80:4:20,30", "1 B 3 80:4:20,30");
        assertThat(database.number("SELECT c4i.shards()")).isEqualTo(2);

        divide(1);
        assertThat(positions()).containsExactly("0 B 3 80:4:20,30");
    }

    /** As in {@link #countsWhatWaitsBehindEveryShard}. */
    @Test
    void endsWhatWaitsForARetiredSubscriberBehindEveryShard() throws SQLException {
        divide(2);
        database.execute("SELECT c4i.add_subscriber('B', '*')");
        submit(1, "waits");
        submit(0, "done");
        end("done");
        database.execute("UPDATE c4i.outbox SET published_as = sequence");
        for (int precedence = 0; precedence < 4; precedence++) {
            database.execute("INSERT INTO c4i.reader_position (destination, precedence, token)" + " SELECT 'B', "
                    + precedence + ", (o.xid::text::bigint + 1) || ':0:' FROM c4i.outbox AS o WHERE payload = 'done'");
            database.execute("INSERT INTO c4i.shard_position (shard, destination, precedence, token)"
                    + " VALUES (1, 'B', " + precedence + ", '3:0:')");
        }

        assertThat(database.number("SELECT c4i.retire_subscriber('B', 'kim', 'gone')"))
                .isEqualTo(1);

        assertThat(database.column("SELECT convert_from(o.payload, 'UTF8') FROM c4i.outbox AS o JOIN c4i.delivery AS v"
                        + " USING (sequence) WHERE v.code = 'GW-316'"))
                .containsExactly("waits");
        assertThat(database.number(WAITING)).isZero();
    }

    @Test
    void keepsADayWithARowThatWaitsInAnyShard() throws SQLException {
        divide(2);
        submit(1, "waits");
        position(0, "'999999:0:'");
        position(1, "'999999:0:'");

        assertThat(database.column("SELECT c4i.day_has_pending(c4i.today())")).containsExactly("t");
    }

    @Test
    void forgetsThePositionsOfAllShardsAfterARestore() throws SQLException {
        divide(2);
        for (String forgets : List.of("c4i.after_restore()", "c4i.recover_reading()")) {
            position(0, "'80:4:'");
            position(1, "'80:4:'");
            database.execute("SELECT " + forgets);
            assertThat(positions()).as(forgets).isEmpty();
        }
    }

    @Test
    void reopensNothingWhileAnyShardHasANode() throws SQLException {
        divide(2);
        submit(1, "done");
        end("done");
        position(0, "'80:4:'");
        position(1, "'80:4:'");
        String reopen = "SELECT c4i.reopen_deliveries(array_agg(sequence), 'B', 'kim', 'lost') FROM c4i.outbox";
        try (Connection node = database.owner();
                Statement statement = node.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(6501482, 1)");
            assertThatThrownBy(() -> database.execute(reopen)).hasMessageContaining("a bridge is active");
        }

        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> database.number(reopen) == 1);
        assertThat(positions()).isEmpty();
    }

    @Test
    void whatWentToNobodyIsBehindEveryShard() throws SQLException {
        divide(3);
        database.execute("SELECT c4i.publish('" + topic(1) + "', 3, 'x')");
        database.execute("UPDATE c4i.publication SET aside = true, aside_since = now() - interval '1 h'");

        assertThat(database.number("SELECT c4i.end_unclaimed(1, interval '1 min', 10)"))
                .isEqualTo(1);

        assertThat(database.column(
                        "SELECT DISTINCT shard FROM c4i.shard_position WHERE destination = 'NOBODY' ORDER BY 1"))
                .containsExactly("1", "2");
        assertThat(database.number("SELECT count(*) FROM c4i.read_up_to WHERE destination = 'NOBODY'"))
                .isEqualTo(4);
    }

    /** The statements of a node that was started before the upgrade. */
    @Test
    void aNodeOfThePreviousReleaseGoesOnWhereThereIsOneShard() throws SQLException {
        submit(0, "m");
        try (Connection node = login(database.bridge());
                Statement statement = node.createStatement()) {
            for (String sql : List.of(
                    "SELECT c4i.take_lease('old')",
                    "SELECT epoch FROM c4i.lease",
                    "SELECT set_config('synchronous_commit', 'off', true), c4i.fence(1)",
                    "SELECT destination, precedence, token FROM c4i.reader_position",
                    "SELECT c4i.asked_about(1, 'B', '{1}')",
                    "SELECT c4i.taken_after_all(1, 'B', '{1}')",
                    "SELECT c4i.recover_reading()")) {
                assertThatCode(() -> statement.execute(sql)).as(sql).doesNotThrowAnyException();
            }
            for (int i = 0; i < 2; i++) {
                try (PreparedStatement saving = node.prepareStatement("""
                        INSERT INTO c4i.reader_position AS r (destination, precedence, token)
                        SELECT * FROM unnest(?, ?, ?)
                        ON CONFLICT (destination, precedence) DO UPDATE SET token = excluded.token, changed_at = now()
                            WHERE r.token <> excluded.token
                        """)) {
                    saving.setArray(1, node.createArrayOf("text", new String[] {"B"}));
                    saving.setArray(2, node.createArrayOf("smallint", new Short[] {3}));
                    saving.setArray(3, node.createArrayOf("text", new String[] {"8" + i + ":4:"}));
                    assertThat(saving.executeUpdate()).isEqualTo(1);
                }
            }
        }
        assertThat(database.column(UP_TO)).containsExactly("81:4:");
    }

    private static Connection login(DatabaseSettings settings) throws SQLException {
        return DriverManager.getConnection(settings.url(), settings.user(), settings.password());
    }

    private void divide(int shards) throws SQLException {
        database.execute("SELECT c4i.set_shards(" + shards + ")");
    }

    /** @return a topic of that shard when there are two or three */
    private static String topic(int shard) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> "T" + i)
                .filter(topic -> new Shard(shard, 2).has(topic) && new Shard(shard, 3).has(topic))
                .findFirst()
                .orElseThrow();
    }

    private void submit(int shard, String payload) throws SQLException {
        database.execute("SELECT c4i.submit('" + topic(shard) + "', 3, '{B}', '" + payload + "')");
    }

    private void end(String payload) throws SQLException {
        database.execute("INSERT INTO c4i.delivery (sequence, created_at, destination, state)"
                + " SELECT o.sequence, o.created_at, 'B', 'delivered' FROM c4i.outbox AS o WHERE payload = '" + payload
                + "'; INSERT INTO c4i.ledger_entry (destination, state, n) VALUES ('B', 'delivered', 1)");
    }

    /** @param token SQL expression */
    private void position(int shard, String token) throws SQLException {
        String table = shard == 0 ? "reader_position" : "shard_position";
        database.execute("INSERT INTO c4i." + table + " (" + (shard == 0 ? "" : "shard, ")
                + "destination, precedence, token)"
                + " VALUES (" + (shard == 0 ? "" : shard + ", ") + "'B', 3, " + token + ") ON CONFLICT ("
                + (shard == 0 ? "" : "shard, ") + "destination, precedence) DO UPDATE SET token = excluded.token");
    }

    private List<String> positions() throws SQLException {
        return database.column("SELECT concat_ws(' ', 0, destination, precedence, token) FROM c4i.reader_position"
                + " UNION ALL SELECT concat_ws(' ', shard, destination, precedence, token) FROM c4i.shard_position"
                + " ORDER BY 1");
    }
}
